import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { coalesce } from "../src/coalesce.ts"

describe("coalesced reads", () => {
  it.effect("give no answer older than the question, and run one at a time", () =>
    Effect.gen(function* () {
      let value = 1
      let running = 0
      let reads = 0
      const gates = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const read = coalesce((_: string) =>
        Effect.gen(function* () {
          running += 1
          assert.strictEqual(running, 1)
          const seen = value
          yield* Deferred.await(gates[reads++]!)
          running -= 1
          return seen
        })
      )
      const first = yield* Effect.forkChild(read("a"), { startImmediately: true })
      value = 2
      const later = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(read("a"), { startImmediately: true }))
      yield* Deferred.succeed(gates[0]!, undefined)
      assert.strictEqual(yield* Fiber.join(first), 1)
      yield* Deferred.succeed(gates[1]!, undefined)
      assert.deepStrictEqual(yield* Effect.forEach(later, Fiber.join), [2, 2, 2])
      assert.strictEqual(reads, 2)
    })
  )

  it.effect("go on for the others when the first asker gives up, and tell them a failure", () =>
    Effect.gen(function* () {
      let reads = 0
      const read = coalesce((_: string) => {
        reads += 1
        return reads === 1 ? Effect.never : reads === 2 ? Effect.fail("down") : Effect.succeed(reads)
      })
      const first = yield* Effect.forkChild(read("a"), { startImmediately: true })
      const second = yield* Effect.forkChild(Effect.flip(read("a")), { startImmediately: true })
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Fiber.join(second), "down")
      assert.strictEqual(yield* read("a"), 3)
    })
  )
})
