/** Large answers with what is kept. Observed: replies, what is in use, and what was loaded. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { MonitorNotFound } from "@kittiwake/core/monitors/errors"
import { Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { countedByKept } from "../src/answerKept.ts"
import { CurrentCaller, Exchange, newExchange } from "../src/Exchange.ts"
import type { ApiError } from "../src/errors.ts"
import { asTimePasses, call, deliverDue, layer, newCaller, newMonitor, Outside, pick, runDue } from "./support/App.ts"

const megabyte = 1024 * 1024

const caller = { organization: { id: "org" } } as unknown as CurrentCaller["Service"]

const newScene = (capacityBytes: number) => {
  const memory = new MemoryCounter({ capacityBytes })
  const exchange = newExchange("call", 0, memory)
  let loaded = 0
  const load = Effect.sync(() => {
    loaded += 1
    return HttpServerResponse.text("loaded")
  })
  const counted = countedByKept({
    answer: () => Effect.die("Nothing else is answered."),
    refuse: (_, error) => Effect.succeed(HttpServerResponse.text(error._tag, { status: 404 }))
  })
  const answer = (bytesOf: Effect.Effect<number, ApiError>) =>
    counted(() => bytesOf, load).pipe(
      Effect.provideService(CurrentCaller, caller),
      Effect.provideService(Exchange, exchange)
    )
  return { memory, exchange, answer, loaded: () => loaded }
}

describe("what is kept and large", () => {
  it.effect("is counted before it is loaded, as all that is made of it", () =>
    Effect.gen(function* () {
      const { answer, loaded, memory } = newScene(100 * megabyte)
      yield* answer(Effect.succeed(10 * megabyte))
      assert.strictEqual(loaded(), 1)
      assert.strictEqual(memory.usedBytes, 20 * megabyte)
    })
  )

  it.effect("gives its turn at reading back while it waits for room, and keeps it where there is some", () =>
    Effect.gen(function* () {
      const { answer, exchange, memory } = newScene(40 * megabyte)
      let left = 0
      exchange.callTurn = {
        hasBegun: true,
        whenBegun: (begin) => begin(),
        leave: () => {
          left += 1
        }
      }
      yield* answer(Effect.succeed(megabyte))
      assert.strictEqual(left, 0)
      const others = memory.open("others")
      others.keep(38 * megabyte)
      const waiting = yield* Effect.forkChild(answer(Effect.succeed(4 * megabyte)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(left, 1)
      others.close()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
    })
  )

  it.effect("is not loaded while there is no room, and told to come again where there is none for long", () =>
    Effect.gen(function* () {
      const { answer, loaded, memory } = newScene(40 * megabyte)
      const others = memory.open("others")
      others.keep(38 * megabyte)
      const waiting = yield* Effect.forkChild(answer(Effect.succeed(4 * megabyte)))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(loaded(), 0)
      others.close()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
      others.close()
      const full = newScene(40 * megabyte)
      full.memory.open("others").keep(38 * megabyte)
      const refused = yield* Effect.forkChild(full.answer(Effect.succeed(4 * megabyte)))
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* Fiber.join(refused)).status, 503)
      assert.strictEqual(full.loaded(), 0)
    })
  )

  it.effect("is loaded where memory is too small for what is made of it, but not for itself", () =>
    Effect.gen(function* () {
      const { answer, memory } = newScene(20 * megabyte)
      assert.strictEqual((yield* answer(Effect.succeed(12 * megabyte))).status, 200)
      assert.strictEqual(memory.usedBytes, 12 * megabyte)
    })
  )

  it.effect("takes nothing where it is small, and is refused where it is not there", () =>
    Effect.gen(function* () {
      const { answer, exchange, loaded } = newScene(megabyte)
      yield* answer(Effect.succeed(2_000))
      assert.isNull(exchange.lease)
      assert.strictEqual((yield* answer(Effect.fail(new MonitorNotFound()))).status, 404)
      assert.strictEqual(loaded(), 1)
    })
  )

  it.effect("is answered letter by letter, however it is cut into pieces: monitors, versions and deliveries", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const page = `x${'🐦"字'.repeat(200_000)}`
      ;(yield* Outside).page = page
      const webhook = { url: "https://receiver.example/hook", events: ["run.completed", "change.detected"] }
      const { id } = yield* newMonitor(key, { webhook })
      yield* runDue
      const text = (reply: { readonly body: unknown }) => pick(reply.body, "baseline", "text")
      assert.isTrue(text(yield* asTimePasses(call("GET", `/v1/monitors/${id}`, { key }))) === page)
      const versions = yield* call("GET", `/v1/monitors/${id}/versions`, { key })
      const path = `/v1/monitors/${id}/versions/${pick(versions.body, "data", 0, "id")}`
      const version = yield* asTimePasses(call("GET", path, { key }))
      assert.isTrue(pick(version.body, "content", "text") === page)
      assert.strictEqual((yield* call("GET", "/v1/monitors/mon_none", { key })).status, 404)
      assert.strictEqual((yield* call("GET", `/v1/monitors/${id}/versions/ver_none`, { key })).status, 404)
      yield* deliverDue
      const list = yield* call("POST", "/v1/webhooks/deliveries", { key, body: { type: "monitor" } })
      const delivery = `/v1/webhooks/deliveries/${pick(list.body, "data", 0, "id")}`
      assert.notProperty(pick(list.body, "data", 0), "body")
      assert.notProperty((yield* call("GET", delivery, { key })).body, "body")
      assert.isString((yield* call("GET", `${delivery}?include_body=true`, { key })).body.body)
    }).pipe(Effect.provide(layer))
  )
})

describe("lists of what is large", () => {
  it.effect("go on page by page, and neither leave out nor repeat an event of an inbox", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const { address } = (yield* call("GET", "/v1/webhooks/inbox", { key })).body
      const headers = Object.fromEntries(Array.from({ length: 55 }, (_, n) => [`x-${n}`, "v".repeat(990)]))
      const made: Array<unknown> = []
      for (let place = 0; place < 50; place++) {
        const { body } = yield* call("POST", new URL(String(address)).pathname, { body: {}, headers })
        made.push(body.id)
      }
      const listed: Array<unknown> = []
      const pages: Array<number> = []
      for (let cursor: unknown = ""; cursor !== null; ) {
        const after: string = cursor === "" ? "" : `&cursor=${cursor}`
        const { body } = yield* asTimePasses(call("GET", `/v1/webhooks/inbox?limit=100${after}`, { key }))
        listed.push(...(body.data as ReadonlyArray<{ readonly id: unknown }>).map(({ id }) => id))
        pages.push(JSON.stringify(body).length)
        cursor = body.next_cursor
      }
      assert.deepStrictEqual([...listed].sort(), [...made].sort())
      assert.isAbove(pages.length, 2)
      assert.isAtMost(Math.max(...pages), 1.2 * megabyte)
    }).pipe(Effect.provide(layer))
  )

  it.effect("leave out and repeat no batch, however much each was asked with", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const selectors = Array.from({ length: 50 }, (_, n) => `[a${n}="${"x".repeat(2_030)}"]`)
      const made: Array<unknown> = []
      for (let place = 0; place < 18; place++) {
        const data = {
          urls: [{ url: "\u0001".repeat(2_000) }, { url: `https://shop.example/${place}` }],
          options: { includeSelectors: selectors, excludeSelectors: selectors }
        }
        const body = { input: { mode: "scrape", data }, tags: ["large"] }
        const reply = yield* asTimePasses(call("POST", "/v1/batch/submit", { key, body }))
        assert.isBelow(reply.status, 300, JSON.stringify(reply.body))
        made.push(reply.body.id)
      }
      for (const filter of ["", "&tags=large", "&status=queued"]) {
        const listed: Array<unknown> = []
        let cursor: unknown = ""
        do {
          const after: string = cursor === "" ? "" : `&cursor=${cursor}`
          const page = yield* asTimePasses(call("GET", `/v1/batch/list?limit=100${filter}${after}`, { key }))
          assert.strictEqual(page.status, 200, JSON.stringify(page.body))
          const data = page.body.data as ReadonlyArray<{ readonly id: unknown }>
          listed.push(...data.map(({ id }) => id))
          cursor = page.body.next_cursor
          assert.strictEqual(page.body.has_more, cursor !== null)
        } while (cursor !== null)
        assert.deepStrictEqual([...listed].sort(), [...made].sort(), filter)
      }
    }).pipe(Effect.provide(layer))
  )
})
