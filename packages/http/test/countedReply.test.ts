/** What large answers take before they are made. Observed: replies, what is in use, and what was made. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Effect, Fiber, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { countedReply } from "../src/countedReply.ts"
import { Exchange, newExchange } from "../src/Exchange.ts"
import { newCaller } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const megabyte = 1024 * 1024

const newScene = (capacityBytes: number) => {
  const memory = new MemoryCounter({ capacityBytes })
  let made = 0
  const make = Effect.sync(() => {
    made += 1
    return HttpServerResponse.text("made")
  })
  const exchange = () => newExchange("call", 0, memory)
  const answer = (bytes: number, given = exchange()) =>
    Effect.provideService(countedReply(make, bytes), Exchange, given)
  return { memory, exchange, answer, made: () => made }
}

describe("a large answer", () => {
  it.live(
    "is counted before it is made: as many as there are, they stay within the budget, and each is answered",
    () => {
      const memory = new MemoryCounter({ capacityBytes: 40 * megabyte })
      return Effect.gen(function* () {
        const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
        const script = yield* WebScript
        script.answers.page = { ...script.answers.page, markdown: "x".repeat(4 * megabyte) }
        const url = yield* baseUrl
        let most = 0
        const looking = setInterval(() => {
          most = Math.max(most, memory.usedBytes)
        }, 1)
        const headers = { authorization: `Bearer ${key}`, "accept-encoding": "identity" }
        // Who comes while there is no room at all is sent away before anything is done for him, and comes again.
        const read = async (): Promise<void> => {
          const reply = await fetch(`${url}/v1/web/scrape/markdown?url=https://shop.example/`, { headers })
          await reply.arrayBuffer()
          if (reply.status === 503) return read()
          assert.strictEqual(reply.status, 200)
        }
        yield* Effect.promise(() => Promise.all(Array.from({ length: 30 }, read)))
        clearInterval(looking)
        assert.isAbove(most, 4 * megabyte)
        assert.isAtMost(most, 40 * megabyte)
        while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
      }).pipe(Effect.provide(listening.pipe(Layer.provide(Layer.succeed(MemoryBudget, memory)))))
    },
    40_000
  )

  it.effect("waits for room, and is made when there is some", () =>
    Effect.gen(function* () {
      const { answer, made, memory } = newScene(10 * megabyte)
      const others = memory.open("others")
      others.keep(9 * megabyte)
      const waiting = yield* Effect.forkChild(answer(2 * megabyte))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(made(), 0)
      others.close()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
      assert.strictEqual(memory.usedBytes, 2 * megabyte)
    })
  )

  it.effect("is answered with 503 and a time to try again where none comes, of which nothing is counted", () =>
    Effect.gen(function* () {
      const { answer, exchange, made, memory } = newScene(10 * megabyte)
      memory.open("others").keep(9 * megabyte)
      const charged = exchange()
      charged.creditsUsed = 3
      charged.creditsLeft = 7
      const waiting = yield* Effect.forkChild(answer(2 * megabyte, charged))
      yield* TestClock.adjust("31 seconds")
      const { body, headers, status } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([status, headers["retry-after"], made()], [503, "5", 0])
      assert.include(new TextDecoder().decode((body as { body: Uint8Array }).body), `"credits_consumed":3`)
      assert.strictEqual(charged.errorCode, "INTERNAL_ERROR")
      assert.strictEqual(memory.usedBytes, 9 * megabyte)
    })
  )

  it.effect("is made all the same of what acted on a page: nobody is told to do that again", () =>
    Effect.gen(function* () {
      const { answer, exchange, memory } = newScene(10 * megabyte)
      memory.open("others").keep(9 * megabyte)
      const acted = exchange()
      acted.acting.hasActed = true
      const waiting = yield* Effect.forkChild(answer(2 * megabyte, acted))
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
    })
  )

  it.effect("is refused at once, for good, that the whole budget would not hold", () =>
    Effect.gen(function* () {
      const { answer, made } = newScene(10 * megabyte)
      const { headers, status } = yield* answer(11 * megabyte)
      assert.deepStrictEqual([status, headers["retry-after"], made()], [413, undefined, 0])
    })
  )

  it.effect("takes no room besides what its page counts for, which is for what is made of it as well", () =>
    Effect.gen(function* () {
      const { answer, exchange, memory } = newScene(10 * megabyte)
      const read = exchange()
      read.lease = memory.open("")
      read.lease.keep(5 * megabyte)
      assert.strictEqual((yield* answer(6 * megabyte, read)).status, 200)
      assert.strictEqual(memory.usedBytes, 5 * megabyte)
      // More than that is not what was made of it.
      assert.strictEqual((yield* answer(11 * megabyte, read)).status, 413)
    })
  )

  it.effect("that is small asks for nothing", () =>
    Effect.gen(function* () {
      const { answer, exchange, memory } = newScene(10 * megabyte)
      memory.open("").keep(10 * megabyte)
      const small = exchange()
      assert.strictEqual((yield* answer(60_000, small)).status, 200)
      assert.isNull(small.lease)
    })
  )

  it.effect("waits its turn behind four of its organization, and leaves the line when its reader goes", () =>
    Effect.gen(function* () {
      const { answer, made, memory } = newScene(100 * megabyte)
      const others = memory.open("others")
      others.keep(100 * megabyte)
      const waiting = yield* Effect.forEach(Array.from({ length: 6 }), () => Effect.forkChild(answer(megabyte)))
      yield* TestClock.adjust("1 second")
      for (const one of waiting.slice(0, 5)) yield* Fiber.interrupt(one)
      others.close()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting[5]!)).status, 200)
      assert.strictEqual(made(), 1)
    })
  )

  it.effect("is one of four of its organization that are made at once, however much room there is", () =>
    Effect.gen(function* () {
      const { exchange } = newScene(100 * megabyte)
      let begun = 0
      const make = Effect.suspend(() => {
        begun += 1
        return Effect.never
      })
      const one = () => Effect.provideService(countedReply(make, megabyte), Exchange, exchange())
      yield* Effect.forEach(Array.from({ length: 6 }), () => Effect.forkChild(one()))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(begun, 4)
    })
  )
})
