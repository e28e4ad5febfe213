/** How long a demonstration beside a server stays, by a clock that is put forward. What it shows is held elsewhere. */
import { assert, describe, it } from "@effect/vitest"
import { Demonstration, type Demonstrations } from "@kittiwake/http/demonstration/Demonstration"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { layerOf, type Told } from "../src/demo/demonstrations.ts"
import type { Demo } from "../src/demo/startDemo.ts"

/** A demonstration with nothing in it, that counts how many of it there are. */
const nothing = () => {
  let open = 0
  const demo = {
    ...{ apiKey: "sk_nothing", adminToken: "nothing", monitors: [] },
    kittiwake: { handler: async () => new Response("it is there") },
    catchUp: async () => undefined
  } as unknown as Demo
  const told: Told = {
    storyTakes: Duration.zero,
    tellStory: async () => [],
    startDemo: Effect.fnUntraced(function* () {
      return yield* Effect.acquireRelease(
        Effect.sync(() => {
          open++
          return demo
        }),
        () => Effect.sync(() => void open--)
      )
    })
  }
  return {
    layer: layerOf({ setting: Option.none(), hasSandbox: true, isGuarded: false, directory: null }, async () => told),
    open: () => open
  }
}

/** Lets what was begun go on as far as it can without time passing. */
const settle = Effect.gen(function* () {
  for (let turn = 0; turn < 20; turn++) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
})

const pass = (duration: Duration.Input) => Effect.andThen(TestClock.adjust(duration), settle)

const shown = Effect.gen(function* () {
  const demonstration = (yield* Demonstration) as Demonstrations
  yield* demonstration.begin
  yield* settle
  const { ends_at, state } = yield* demonstration.standing
  assert.strictEqual(state, "shown")
  const ask = Effect.promise(async () => {
    const answer = demonstration.answer()
    return answer === null ? null : (await answer(new Request("http://localhost/v1/monitors"))).text()
  })
  const state_ = Effect.map(demonstration.standing, (standing) => standing.state)
  return { demonstration, ask, state: state_, endsAt: ends_at }
})

describe("a demonstration beside a server", () => {
  it.effect("goes once nobody asked it anything for an hour, with all that it had open", () => {
    const { layer, open } = nothing()
    return Effect.gen(function* () {
      const { ask, demonstration, endsAt, state } = yield* shown
      assert.strictEqual(endsAt, new Date(3_600_000).toISOString())
      yield* pass("59 minutes")
      assert.strictEqual(yield* state, "shown")
      // Who asks what shows it is not who looks at it: that puts nothing off.
      yield* pass("1 minute")
      assert.deepStrictEqual([yield* state, open(), yield* ask], ["none", 0, null])
      // And it can be shown again.
      yield* demonstration.begin
      yield* settle
      assert.deepStrictEqual([yield* state, open()], ["shown", 1])
    }).pipe(Effect.provide(layer))
  })

  it.effect("stays while somebody looks at it, an hour from what was asked last", () => {
    const { layer, open } = nothing()
    return Effect.gen(function* () {
      const { ask, demonstration, state } = yield* shown
      for (let hour = 0; hour < 5; hour++) {
        yield* pass("59 minutes")
        assert.strictEqual(yield* ask, "it is there")
      }
      const { ends_at } = yield* demonstration.standing
      assert.strictEqual(ends_at, new Date((5 * 59 + 60) * 60_000).toISOString())
      yield* pass("59 minutes")
      assert.deepStrictEqual([yield* state, open()], ["shown", 1])
      yield* pass("1 minute")
      assert.deepStrictEqual([yield* state, open()], ["none", 0])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is gone at once when it is removed, and ends with who serves it", () => {
    const { layer, open } = nothing()
    return Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const { ask, demonstration, state } = yield* shown
        yield* demonstration.remove
        assert.deepStrictEqual([yield* state, open(), yield* ask], ["none", 0, null])
        yield* demonstration.begin
        yield* settle
        assert.strictEqual(open(), 1)
      }).pipe(Effect.provide(layer))
      assert.strictEqual(open(), 0)
    })
  })
})
