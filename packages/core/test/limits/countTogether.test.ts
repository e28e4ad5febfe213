import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { countTogether } from "../../src/limits/countTogether.ts"
import { OwnCounts } from "../../src/limits/domain/OwnCounts.ts"
import { windowMillis } from "../../src/limits/domain/Window.ts"
import type { LimitStore } from "../../src/limits/LimitStore.ts"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"

const unavailable = new StoreUnavailable({ operation: "limits", cause: "away" })

/** A store that several share, and that may be away, answer nobody although it counts, or lose what it counted. */
const openShared = () => {
  const shared = { isAway: false, isMute: false, counts: new OwnCounts(), asked: 0 }
  const answer = <A>(count: (nowMillis: number) => A) =>
    Effect.clockWith((clock) =>
      Effect.suspend(() => {
        shared.asked += 1
        if (shared.isAway) return Effect.fail(unavailable)
        const counted = count(clock.currentTimeMillisUnsafe())
        return shared.isMute ? Effect.fail(unavailable) : Effect.succeed(counted)
      })
    )
  const store: LimitStore["Service"] = {
    draw: (options) => answer((now) => shared.counts.draw(options, now)),
    enter: (options) => answer((now) => shared.counts.enter(options, now)),
    leave: (subject, token) => answer(() => shared.counts.leave(subject, token))
  }
  return { shared, store }
}

const draws = (counting: Effect.Success<ReturnType<typeof countTogether>>, count: number, limit: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () =>
      counting.draw({ subject: "org", windowStartMillis: 0, windowMillis, weight: 1, limit })
    ),
    (drawn) => drawn.filter(({ admitted }) => admitted).length
  )

describe("processes that count together", () => {
  it.effect("admit the limit together, and report what all have used", () =>
    Effect.gen(function* () {
      const { store } = openShared()
      const [one, two] = [yield* countTogether(store), yield* countTogether(store)]
      assert.strictEqual(yield* draws(one, 4, 10), 4)
      assert.deepStrictEqual(
        yield* two.draw({ subject: "org", windowStartMillis: 0, windowMillis, weight: 2, limit: 10 }),
        { admitted: true, used: 6 }
      )
      assert.strictEqual((yield* draws(one, 10, 10)) + (yield* draws(two, 10, 10)), 4)
    })
  )

  it.effect("each count for themselves while the store is away, from what they admitted before", () =>
    Effect.gen(function* () {
      const { shared, store } = openShared()
      const [one, two] = [yield* countTogether(store), yield* countTogether(store)]
      assert.strictEqual(yield* draws(one, 4, 10), 4)
      shared.isAway = true
      assert.strictEqual(yield* draws(one, 20, 10), 6, "a process never admits more than the limit")
      assert.strictEqual(yield* draws(two, 20, 10), 10)
    })
  )

  it.effect("admit no more by themselves than the limit when the store loses what it counted", () =>
    Effect.gen(function* () {
      const { shared, store } = openShared()
      const one = yield* countTogether(store)
      assert.strictEqual(yield* draws(one, 20, 10), 10)
      shared.counts = new OwnCounts()
      assert.strictEqual(yield* draws(one, 20, 10), 0)
      const slot = { subject: "slots", limit: 1 }
      assert.isTrue((yield* one.enter({ ...slot, token: "a" })).admitted)
      shared.counts = new OwnCounts()
      assert.deepStrictEqual(yield* one.enter({ ...slot, token: "b" }), { admitted: false, taken: 1 })
      yield* one.leave({ ...slot, token: "a" })
      assert.isTrue((yield* one.enter({ ...slot, token: "c" })).admitted, "what was refused kept no place")
    })
  )

  it.effect("ask a store that is away three times, then now and then", () =>
    Effect.gen(function* () {
      const { shared, store } = openShared()
      const one = yield* countTogether(store)
      shared.isAway = true
      yield* draws(one, 100, 1_000)
      assert.strictEqual(shared.asked, 3)
      yield* TestClock.adjust("1 second")
      shared.isAway = false
      yield* draws(one, 100, 1_000)
      assert.strictEqual(shared.asked, 103)
    })
  )

  it.effect("give back what could not be given back, and what nobody knew they had, once the store answers", () =>
    Effect.gen(function* () {
      const { shared, store } = openShared()
      const [one, two] = [yield* countTogether(store), yield* countTogether(store)]
      const slot = { subject: "org", limit: 2 }
      yield* one.enter({ ...slot, token: "a" })
      shared.isMute = true
      assert.isTrue((yield* one.enter({ ...slot, token: "b" })).admitted)
      shared.isMute = false
      shared.isAway = true
      yield* one.leave({ ...slot, token: "a" })
      yield* one.leave({ ...slot, token: "b" })
      shared.isAway = false
      assert.isFalse((yield* two.enter({ ...slot, token: "c" })).admitted)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* two.enter({ ...slot, token: "c" }), { admitted: true, taken: 1 })
    })
  )

  it.effect("hold a slot as long as its call lasts, and for moments longer when their process died", () =>
    Effect.gen(function* () {
      const { store } = openShared()
      const slot = { subject: "org", limit: 1 }
      const two = yield* countTogether(store)
      const isAdmitted = Effect.map(two.enter({ ...slot, token: "b" }), ({ admitted }) => admitted)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const one = yield* countTogether(store)
          yield* one.enter({ ...slot, token: "a" })
          yield* TestClock.adjust("5 minutes")
          assert.isFalse(yield* isAdmitted)
        })
      )
      yield* TestClock.adjust("15 seconds")
      assert.isTrue(yield* isAdmitted)
    })
  )
})
