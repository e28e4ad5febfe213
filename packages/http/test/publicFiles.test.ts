/** Files that many ask for without a key. Observed: what is loaded, how much at once, and who is refused. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { newExchange } from "../src/Exchange.ts"
import { makePublicFiles, publicFileLimits } from "../src/PublicFiles.ts"
import { strangersWait } from "../src/strangerTurns.ts"

const large = 100_000

const request = HttpServerRequest.fromWeb(new Request("http://kittiwake.test/assets/x"))

/** A store that gives a file when the test lets it. */
const makeScene = Effect.fnUntraced(function* (shares = true, remembered = publicFileLimits.remembered) {
  const memory = new MemoryCounter({ capacityBytes: 1_000_000 })
  const loads = yield* makePublicFiles<never>({ shares }, { ...publicFileLimits, remembered })
  const given = yield* Deferred.make<void>()
  const loaded: Array<string> = []
  const ask = (key: string, bytes: number | null = large) =>
    loads(
      { key, bytes, request, exchange: newExchange("id", 0, memory) },
      Effect.gen(function* () {
        loaded.push(key)
        yield* Deferred.await(given)
        return { bytes: new Uint8Array(bytes ?? large), mediaType: "image/png" }
      })
    )
  const turns = Effect.repeat(Effect.yieldNow, { times: 20 })
  return { ask, give: Deferred.succeed(given, undefined), loaded, memory, turns }
})

describe("files for whoever knows their address", () => {
  it.effect("are loaded once for all who ask at once, and not again while somebody reads", () =>
    Effect.gen(function* () {
      const { ask, give, loaded, turns } = yield* makeScene()
      const crowd = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => ask("a")),
          { concurrency: 50 }
        )
      )
      yield* turns
      yield* give
      const files = yield* Fiber.join(crowd)
      const later = yield* ask("a")
      assert.deepStrictEqual(loaded, ["a"])
      assert.strictEqual(new Set([...files, later].map((file) => file?.bytes)).size, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("are loaded anew for who asks later, where what leads to them may have ended", () =>
    Effect.gen(function* () {
      const { ask, give, loaded } = yield* makeScene(false)
      yield* give
      const first = yield* ask("a")
      assert.notStrictEqual((yield* ask("a"))?.bytes, first?.bytes)
      assert.deepStrictEqual(loaded, ["a", "a"])
    }).pipe(Effect.scoped)
  )

  it.effect("are counted while they are loaded, some at once, and who waits too long is told to come again", () =>
    Effect.gen(function* () {
      const { ask, give, loaded, memory, turns } = yield* makeScene()
      const keys = Array.from({ length: 5 }, (_, index) => `${index}`)
      const crowd = yield* Effect.forkChild(
        Effect.forEach(keys, (key) => Effect.result(ask(key)), { concurrency: "unbounded" })
      )
      yield* turns
      assert.strictEqual(loaded.length, publicFileLimits.loads)
      assert.strictEqual(memory.usedBytes, publicFileLimits.loads * large)
      yield* TestClock.adjust(strangersWait)
      yield* give
      const results = yield* Fiber.join(crowd)
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Failure").length, 5 - publicFileLimits.loads)
      assert.strictEqual(loaded.length, publicFileLimits.loads)
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("are loaded a few at a time where their size is not known before", () =>
    Effect.gen(function* () {
      const { ask, give, loaded, turns } = yield* makeScene()
      const crowd = yield* Effect.forkChild(
        Effect.forEach(["a", "a", "b", "c", "d"], (key) => ask(key, null), { concurrency: "unbounded" })
      )
      yield* turns
      assert.deepStrictEqual(loaded, ["a", "b"])
      yield* give
      yield* Fiber.join(crowd)
      assert.deepStrictEqual(loaded, ["a", "b", "c", "d"])
    }).pipe(Effect.scoped)
  )

  it.effect("are forgotten, who was loaded first first, where others came, though somebody still reads them", () =>
    Effect.gen(function* () {
      const { ask, give, loaded } = yield* makeScene(true, 2)
      yield* give
      const read = yield* Effect.forEach(["a", "b", "c", "b", "c", "a"], (key) => ask(key))
      assert.deepStrictEqual(loaded, ["a", "b", "c", "a"])
      assert.lengthOf(read, 6)
    }).pipe(Effect.scoped)
  )

  it.effect("wait for nobody where they are small", () =>
    Effect.gen(function* () {
      const { ask, give, loaded, turns } = yield* makeScene()
      const crowd = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 5 }, () => ask("a", 10)),
          { concurrency: "unbounded" }
        )
      )
      yield* turns
      assert.strictEqual(loaded.length, 5)
      yield* give
      yield* Fiber.join(crowd)
    }).pipe(Effect.scoped)
  )
})
