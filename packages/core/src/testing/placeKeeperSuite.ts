import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { PlaceKeeper } from "../sharing/PlaceKeeper.ts"
import { freshId } from "./builders.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

const leaseMillis = 60_000
const lineMillis = 2_000

/** Asks for places of a subject that nobody else knows. */
const asking = Effect.gen(function* () {
  const keeper = yield* PlaceKeeper
  if (keeper === null) return yield* Effect.die("there is no keeper")
  const subject = freshId("subject")
  return {
    enter: (token: string, limit: number, line = lineMillis) =>
      keeper.enter({ subject, token, limit, leaseMillis, lineMillis: line }),
    isAdmitted: (token: string, limit: number, line = lineMillis) =>
      Effect.map(keeper.enter({ subject, token, limit, leaseMillis, lineMillis: line }), ({ admitted }) => admitted),
    leave: (token: string) => keeper.leave(subject, token)
  }
})

/** What `PlaceKeeper` promises, run against any adapter. The ends of leases must be judged by Effect's `Clock`. */
export const suite = (name: string, keeper: Layer.Layer<never, unknown>) =>
  layer(keeper, { timeout: buildTimeout })(`PlaceKeeper (${name})`, (it) => {
    it.effect("gives places until all are taken, and again when one is given back", () =>
      Effect.gen(function* () {
        const { enter, leave } = yield* asking
        assert.deepStrictEqual(yield* enter("a", 2), { admitted: true, taken: 1 })
        assert.deepStrictEqual(yield* enter("b", 2), { admitted: true, taken: 2 })
        assert.deepStrictEqual(yield* enter("c", 2, 0), { admitted: false, taken: 2 })
        assert.deepStrictEqual(yield* enter("a", 2), { admitted: true, taken: 2 }, "one place under one token")
        yield* leave("nobody")
        yield* leave("a")
        assert.deepStrictEqual(yield* enter("c", 2, 0), { admitted: true, taken: 2 })
      })
    )

    it.effect("keeps a place for its own lease, whoever takes one for less after it", () =>
      Effect.gen(function* () {
        const keeper = (yield* PlaceKeeper)!
        const subject = freshId("subject")
        const taking = (token: string, lease: number) =>
          keeper.enter({ subject, token, limit: 10, leaseMillis: lease, lineMillis: 0 })
        const taken = Effect.map(
          keeper.enter({ subject, token: "looks", limit: 0, leaseMillis: 1, lineMillis: 0 }),
          (answer) => answer.taken
        )
        yield* taking("long", 3_600_000)
        yield* taking("short", 1)
        yield* TestClock.adjust(5)
        for (let look = 0; look < 20; look++) assert.strictEqual(yield* taken, 1, "who looks takes none")
        yield* TestClock.adjust(3_599_990)
        assert.strictEqual(yield* taken, 1)
        yield* TestClock.adjust(10)
        assert.strictEqual(yield* taken, 0)
      })
    )

    it.effect("keeps subjects apart", () =>
      Effect.gen(function* () {
        assert.isTrue(yield* (yield* asking).isAdmitted("a", 1))
        assert.isTrue(yield* (yield* asking).isAdmitted("b", 1))
      })
    )

    it.effect("gives a free place to who stands first, and to nobody who came later", () =>
      Effect.gen(function* () {
        const { isAdmitted, leave } = yield* asking
        assert.isTrue(yield* isAdmitted("a", 1))
        assert.isFalse(yield* isAdmitted("first", 1))
        yield* TestClock.adjust(1)
        assert.isFalse(yield* isAdmitted("second", 1))
        yield* leave("a")
        assert.isFalse(yield* isAdmitted("late", 1, 0), "who stands in no line comes after all that do")
        assert.isFalse(yield* isAdmitted("second", 1))
        assert.isTrue(yield* isAdmitted("first", 1))
        yield* leave("first")
        assert.isTrue(yield* isAdmitted("second", 1))
      })
    )

    it.effect("passes over who left the line at once", () =>
      Effect.gen(function* () {
        const { isAdmitted, leave } = yield* asking
        assert.isTrue(yield* isAdmitted("a", 1))
        assert.isFalse(yield* isAdmitted("left", 1))
        yield* TestClock.adjust(1)
        assert.isFalse(yield* isAdmitted("next", 1))
        yield* leave("left")
        yield* leave("a")
        assert.isTrue(yield* isAdmitted("next", 1))
      })
    )

    it.effect("passes over who left the line, or did not ask again in time", () =>
      Effect.gen(function* () {
        const { isAdmitted, leave } = yield* asking
        assert.isTrue(yield* isAdmitted("a", 1))
        assert.isFalse(yield* isAdmitted("left", 1))
        yield* TestClock.adjust(1)
        assert.isFalse(yield* isAdmitted("died", 1))
        yield* TestClock.adjust(lineMillis - 1)
        assert.isFalse(yield* isAdmitted("alive", 1))
        yield* leave("left")
        yield* TestClock.adjust(1)
        yield* leave("a")
        assert.isTrue(yield* isAdmitted("alive", 1))
      })
    )

    it.effect("frees a place that nobody gave back when its lease ends, unless it was asked for again", () =>
      Effect.gen(function* () {
        const { enter, isAdmitted } = yield* asking
        yield* enter("dead", 2)
        yield* enter("renewed", 2)
        yield* TestClock.adjust(leaseMillis / 2)
        yield* enter("renewed", 2)
        assert.isFalse(yield* isAdmitted("c", 2, 0))
        yield* TestClock.adjust(leaseMillis / 2)
        assert.deepStrictEqual(yield* enter("c", 2, 0), { admitted: true, taken: 2 })
        assert.isFalse(yield* isAdmitted("d", 2, 0))
      })
    )

    it.effect(
      "never gives more places than there are to 100 who ask at once",
      () =>
        Effect.gen(function* () {
          const { enter } = yield* asking
          const answers = yield* Effect.forEach(
            Array.from({ length: 100 }, (_, index) => `token ${index}`),
            (token) => enter(token, 7),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(answers.filter(({ admitted }) => admitted).length, 7)
          assert.isTrue(answers.every(({ taken }) => taken <= 7))
        }),
      longTestMillis
    )
  })
