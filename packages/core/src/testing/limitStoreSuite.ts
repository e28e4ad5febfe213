import { assert, layer } from "@effect/vitest"
import { Clock, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { windowMillis, windowStart } from "../limits/domain/Window.ts"
import { LimitStore } from "../limits/LimitStore.ts"
import { freshId } from "./builders.ts"
import { limitProperties } from "./limitPropertiesSuite.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

const leaseMillis = 60_000

const drawing = Effect.gen(function* () {
  const store = yield* LimitStore
  const windowStartMillis = windowStart(yield* Clock.currentTimeMillis)
  return (subject: string, weight: number, limit: number, start = windowStartMillis) =>
    store.draw({ subject, windowStartMillis: start, windowMillis, weight, limit })
})

const entering = Effect.gen(function* () {
  const store = yield* LimitStore
  return (subject: string, token: string, limit: number) => store.enter({ subject, token, limit, leaseMillis })
})

/** What `LimitStore` promises, run against any adapter. Its time must come from Effect's `Clock`. */
export const suite = (name: string, limits: Layer.Layer<LimitStore, unknown>) =>
  layer(limits, { timeout: buildTimeout })(`LimitStore (${name})`, (it) => {
    it.effect("admits draws until the window is full", () =>
      Effect.gen(function* () {
        const draw = yield* drawing
        const subject = freshId("subject")
        assert.deepStrictEqual(yield* draw(subject, 2, 5), { admitted: true, used: 2 })
        assert.deepStrictEqual(yield* draw(subject, 3, 5), { admitted: true, used: 5 })
        assert.deepStrictEqual(yield* draw(subject, 1, 5), { admitted: false, used: 5 })
      })
    )

    it.effect("draws nothing when a draw does not fit whole", () =>
      Effect.gen(function* () {
        const draw = yield* drawing
        const subject = freshId("subject")
        assert.deepStrictEqual(yield* draw(subject, 9, 5), { admitted: false, used: 0 })
        assert.deepStrictEqual(yield* draw(subject, 3, 5), { admitted: true, used: 3 })
        assert.deepStrictEqual(yield* draw(subject, 3, 5), { admitted: false, used: 3 })
        assert.deepStrictEqual(yield* draw(subject, 2, 5), { admitted: true, used: 5 })
      })
    )

    it.effect("keeps the windows of different subjects and minutes apart", () =>
      Effect.gen(function* () {
        const draw = yield* drawing
        const [one, other] = [freshId("subject"), freshId("subject")]
        yield* draw(one, 5, 5)
        assert.deepStrictEqual(yield* draw(other, 1, 5), { admitted: true, used: 1 })
        // A process whose clock is ahead may draw on the next minute already.
        const start = windowStart(yield* Clock.currentTimeMillis)
        assert.deepStrictEqual(yield* draw(other, 3, 5, start + windowMillis), { admitted: true, used: 3 })
        assert.deepStrictEqual(yield* draw(other, 1, 5), { admitted: true, used: 2 })
        yield* TestClock.adjust(windowMillis)
        const next = yield* drawing
        assert.deepStrictEqual(yield* next(one, 1, 5), { admitted: true, used: 1 })
        assert.deepStrictEqual(yield* next(one, 4, 5), { admitted: true, used: 5 })
        assert.deepStrictEqual(yield* next(one, 1, 5), { admitted: false, used: 5 })
      })
    )

    it.effect(
      "never admits more than the limit to 200 callers at once",
      () =>
        Effect.gen(function* () {
          const draw = yield* drawing
          const subject = freshId("subject")
          const draws = yield* Effect.forEach(
            Array.from({ length: 200 }, () => subject),
            (one) => draw(one, 3, 100),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(draws.filter(({ admitted }) => admitted).length, 33)
          assert.isTrue(draws.every(({ used }) => used <= 100))
        }),
      longTestMillis
    )

    it.effect("gives slots until all are taken, and again when one is given back", () =>
      Effect.gen(function* () {
        const enter = yield* entering
        const store = yield* LimitStore
        const subject = freshId("subject")
        assert.deepStrictEqual(yield* enter(subject, "a", 2), { admitted: true, taken: 1 })
        assert.deepStrictEqual(yield* enter(subject, "b", 2), { admitted: true, taken: 2 })
        assert.deepStrictEqual(yield* enter(subject, "c", 2), { admitted: false, taken: 2 })
        assert.deepStrictEqual(yield* enter(freshId("subject"), "a", 2), { admitted: true, taken: 1 })
        yield* store.leave(subject, "a")
        assert.deepStrictEqual(yield* enter(subject, "c", 2), { admitted: true, taken: 2 })
      })
    )

    it.effect("takes one slot under one token, however often it is asked for", () =>
      Effect.gen(function* () {
        const enter = yield* entering
        const subject = freshId("subject")
        assert.deepStrictEqual(yield* enter(subject, "a", 1), { admitted: true, taken: 1 })
        assert.deepStrictEqual(yield* enter(subject, "a", 1), { admitted: true, taken: 1 })
        assert.isFalse((yield* enter(subject, "b", 1)).admitted)
      })
    )

    it.effect("lets nobody give back what is not there", () =>
      Effect.gen(function* () {
        const enter = yield* entering
        const store = yield* LimitStore
        const [subject, other] = [freshId("subject"), freshId("subject")]
        yield* enter(subject, "a", 1)
        yield* store.leave(subject, "b")
        yield* store.leave(other, "a")
        assert.deepStrictEqual(yield* enter(subject, "c", 1), { admitted: false, taken: 1 })
        yield* store.leave(subject, "a")
        yield* store.leave(subject, "a")
        assert.deepStrictEqual(yield* enter(subject, "c", 1), { admitted: true, taken: 1 })
        assert.deepStrictEqual(yield* enter(subject, "d", 1), { admitted: false, taken: 1 })
      })
    )

    it.effect("frees a slot that nobody gave back when its lease ends", () =>
      Effect.gen(function* () {
        const enter = yield* entering
        const subject = freshId("subject")
        yield* enter(subject, "a", 2)
        yield* TestClock.adjust(leaseMillis / 2)
        yield* enter(subject, "b", 2)
        assert.isFalse((yield* enter(subject, "c", 2)).admitted)
        yield* TestClock.adjust(leaseMillis / 2)
        assert.deepStrictEqual(yield* enter(subject, "c", 2), { admitted: true, taken: 2 })
        assert.isFalse((yield* enter(subject, "d", 2)).admitted)
      })
    )

    it.effect(
      "never gives more slots than there are to 100 callers at once",
      () =>
        Effect.gen(function* () {
          const enter = yield* entering
          const subject = freshId("subject")
          const slots = yield* Effect.forEach(
            Array.from({ length: 100 }, (_, index) => `token ${index}`),
            (token) => enter(subject, token, 7),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(slots.filter(({ admitted }) => admitted).length, 7)
          assert.isTrue(slots.every(({ taken }) => taken <= 7))
        }),
      longTestMillis
    )

    limitProperties(it)
  })
