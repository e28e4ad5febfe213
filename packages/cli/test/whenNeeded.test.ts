import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { whenNeeded } from "../src/whenNeeded.ts"

/** What belongs to a call: nothing of it may be kept by what outlives the call. */
class Caller extends Context.Service<Caller, { readonly name: string }>()("test/Caller") {}

/** What the adapter may have of where its layer was built. */
class Tower extends Context.Service<Tower, { readonly height: number }>()("test/Tower") {}

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

  it.effect(
    "knows nothing of who calls first, neither while it is built nor at its end, but all that its layer may have",
    () =>
      Effect.gen(function* () {
        const seen: Array<readonly [string, boolean, number]> = []
        const look = (when: string) =>
          Effect.map(
            Effect.context<never>(),
            (context) =>
              void seen.push([
                when,
                Option.isSome(Context.getOption(context, Caller)),
                Option.match(Context.getOption(context, Tower), { onNone: () => 0, onSome: ({ height }) => height })
              ])
          )
        const adapter = Layer.effect(
          Bell,
          Effect.gen(function* () {
            yield* look("built")
            yield* Effect.forkScoped(look("beside"))
            yield* Effect.addFinalizer(() => look("ended"))
            return Bell.of({ ring: (times) => Effect.as(look("called"), times) })
          })
        )
        const layer = whenNeeded<Bell, Tower>(
          () => Promise.resolve(adapter),
          (use) => Context.make(Bell, Bell.of({ ring: (times) => use(Bell, (port) => port.ring(times)) }))
        )
        const tower = Layer.succeed(Tower, Tower.of({ height: 40 }))
        yield* Effect.gen(function* () {
          const port = yield* Bell
          const call = port.ring(1).pipe(Effect.provideService(Caller, Caller.of({ name: "first" })))
          assert.strictEqual(yield* call.pipe(Effect.provideService(Tower, Tower.of({ height: 7 }))), 1)
          yield* Effect.yieldNow
        }).pipe(Effect.provide(Layer.provide(layer, tower)))
        assert.deepStrictEqual(seen.toSorted(), [
          ["beside", false, 40],
          ["built", false, 40],
          ["called", true, 7],
          ["ended", false, 40]
        ])
      })
  )

  it.effect("is left at once by who calls first and is told to end, and is built for those who come", () =>
    Effect.gen(function* () {
      const { layer, open, seen } = yield* bell
      yield* Effect.gen(function* () {
        const port = yield* Bell
        const first = yield* Effect.forkChild(port.ring(1), { startImmediately: true })
        // Before it is open.
        yield* Fiber.interrupt(first)
        yield* open
        yield* port.ring(2)
        assert.deepStrictEqual(seen, { loads: 1, builds: 1, ends: 0, rings: 2 })
      }).pipe(Effect.provide(layer))
      assert.strictEqual(seen.ends, 1)
    })
  )

  it.effect("has ended with the layer, although it was being built when that ended", () =>
    Effect.gen(function* () {
      const { layer, open, seen } = yield* bell
      const using = yield* Effect.gen(function* () {
        const port = yield* Bell
        yield* Fiber.interrupt(yield* Effect.forkChild(port.ring(1), { startImmediately: true }))
      }).pipe(Effect.provide(layer), Effect.forkChild({ startImmediately: true }))
      yield* open
      yield* Fiber.join(using)
      assert.deepStrictEqual(seen, { loads: 1, builds: 1, ends: 1, rings: 0 })
    })
  )
})
