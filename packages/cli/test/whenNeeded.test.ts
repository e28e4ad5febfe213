import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { whenNeeded } from "../src/whenNeeded.ts"

class Bell extends Context.Service<Bell, { readonly ring: (times: number) => Effect.Effect<number> }>()("test/Bell") {}

/** A bell whose module is loaded when `open` is done, and how often that and its building happened. */
const bell = Effect.gen(function* () {
  const open = yield* Deferred.make<void>()
  const seen = { loads: 0, builds: 0, ends: 0, rings: 0 }
  const adapter = Layer.effect(
    Bell,
    Effect.gen(function* () {
      seen.builds += 1
      yield* Effect.addFinalizer(() => Effect.sync(() => (seen.ends += 1)))
      return Bell.of({ ring: (times) => Effect.sync(() => (seen.rings += times)) })
    })
  )
  const context = yield* Effect.context<never>()
  const load = () => {
    seen.loads += 1
    return Effect.runPromiseWith(context)(Effect.as(Deferred.await(open), adapter))
  }
  const layer = whenNeeded(load, (use) =>
    Context.make(Bell, Bell.of({ ring: (times) => use(Bell, (port) => port.ring(times)) }))
  )
  return { layer, seen, open: Deferred.succeed(open, undefined) }
})

describe("an adapter that is loaded when it is needed", () => {
  it.effect("is not loaded before, is built once, and ends with the layer", () =>
    Effect.gen(function* () {
      const { layer, open, seen } = yield* bell
      yield* open
      yield* Effect.gen(function* () {
        const port = yield* Bell
        assert.deepStrictEqual(seen, { loads: 0, builds: 0, ends: 0, rings: 0 })
        yield* Effect.all([port.ring(1), port.ring(2), port.ring(3)], { concurrency: "unbounded" })
        assert.deepStrictEqual(seen, { loads: 1, builds: 1, ends: 0, rings: 6 })
      }).pipe(Effect.provide(layer))
      assert.strictEqual(seen.ends, 1)
    })
  )

  it.effect("is there for those who wait although the first to ask went away", () =>
    Effect.gen(function* () {
      const { layer, open, seen } = yield* bell
      yield* Effect.gen(function* () {
        const port = yield* Bell
        const first = yield* Effect.forkChild(port.ring(1), { startImmediately: true })
        const second = yield* Effect.forkChild(port.ring(2), { startImmediately: true })
        const leaving = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true })
        yield* open
        yield* Fiber.join(leaving)
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(second)))
        assert.deepStrictEqual(seen, { loads: 1, builds: 1, ends: 0, rings: 2 })
      }).pipe(Effect.provide(layer))
    })
  )
})
