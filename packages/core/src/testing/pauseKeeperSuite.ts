import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { PauseKeeper } from "../sharing/PauseKeeper.ts"
import { freshId } from "./builders.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

const pauseMillis = 10_000

/** Asks for turns of a host that nobody else knows. */
const asking = Effect.gen(function* () {
  const keeper = yield* PauseKeeper
  if (keeper === null) return yield* Effect.die("there is no keeper")
  const host = `${freshId("host")}.example`
  return (owner: string, pause = pauseMillis) => keeper.take({ host, owner, pauseMillis: pause })
})

/** What `PauseKeeper` promises, run against any adapter. Pauses must be told by Effect's `Clock`. */
export const suite = (name: string, keeper: Layer.Layer<never, unknown>) =>
  layer(keeper, { timeout: buildTimeout })(`PauseKeeper (${name})`, (it) => {
    it.effect("gives a turn of a host in each pause, and says when the next one comes", () =>
      Effect.gen(function* () {
        const take = yield* asking
        assert.strictEqual(yield* take("a"), 0)
        assert.strictEqual(yield* take("a"), pauseMillis)
        yield* TestClock.adjust(pauseMillis - 1)
        assert.strictEqual(yield* take("a"), 1)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* take("a"), 0)
        assert.strictEqual(yield* take("a"), pauseMillis)
      })
    )

    it.effect("keeps hosts apart", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* (yield* asking)("a"), 0)
        assert.strictEqual(yield* (yield* asking)("a"), 0)
      })
    )

    it.effect("gives owners their turns one after the other, however often each asks", () =>
      Effect.gen(function* () {
        const take = yield* asking
        const turns: Array<string> = []
        for (let round = 0; round < 9; round++) {
          // The greedy one asks three times as often, and first.
          for (const owner of ["greedy", "greedy", "greedy", "b", "c"]) {
            if ((yield* take(owner)) === 0) turns.push(owner)
          }
          // Who was first in line took it in the first look; the others had come too early.
          yield* TestClock.adjust(pauseMillis)
        }
        const of = (owner: string) => turns.filter((one) => one === owner).length
        assert.strictEqual(turns.length, 9)
        assert.deepStrictEqual([of("greedy"), of("b"), of("c")], [3, 3, 3], turns.join(" "))
      })
    )

    it.effect("passes over who stood in line and did not ask again", () =>
      Effect.gen(function* () {
        const take = yield* asking
        assert.strictEqual(yield* take("a"), 0)
        assert.isAbove(yield* take("gone"), 0)
        assert.isAbove(yield* take("a"), 0)
        yield* TestClock.adjust(pauseMillis)
        const wait = yield* take("a")
        assert.isTrue(wait > 0 && wait <= 1_000, "another is expected, so the turn is worth asking for again soon")
        yield* TestClock.adjust(5_000)
        assert.strictEqual(yield* take("a"), 0)
      })
    )

    it.effect("follows the pause that is asked for, and a shorter one at once", () =>
      Effect.gen(function* () {
        const take = yield* asking
        assert.strictEqual(yield* take("a", 30_000), 0)
        assert.strictEqual(yield* take("a", 2_000), 2_000)
        yield* TestClock.adjust(2_000)
        assert.strictEqual(yield* take("a", 2_000), 0)
        assert.strictEqual(yield* take("a", 30_000), 2_000)
      })
    )

    it.effect(
      "tells the hosts that rest, and what they answered, to everybody until a minute after it, by the rest that ends last",
      () =>
        Effect.gen(function* () {
          const keeper = yield* PauseKeeper
          if (keeper === null) return yield* Effect.die("there is no keeper")
          const [one, other] = [`${freshId("host")}.example`, `${freshId("host")}.example`]
          const left = Effect.map(keeper.resting, (resting) => [resting.get(one), resting.get(other)])
          yield* keeper.rest(one, { status: 503, restMillis: 10_000 })
          yield* keeper.rest(other, { status: 429, restMillis: 2_000 })
          yield* keeper.rest(one, { status: 429, restMillis: 5_000 })
          assert.deepStrictEqual(yield* left, [
            { status: 503, restMillis: 10_000 },
            { status: 429, restMillis: 2_000 }
          ])
          yield* TestClock.adjust(2_000)
          const over = { status: 429, restMillis: 0 }
          assert.deepStrictEqual(yield* left, [{ status: 503, restMillis: 8_000 }, over])
          yield* keeper.rest(other, { status: 503, restMillis: -1 })
          assert.deepStrictEqual(yield* left, [{ status: 503, restMillis: 8_000 }, over])
          yield* keeper.rest(one, { status: 429, restMillis: 8_001 })
          assert.deepStrictEqual(yield* left, [{ status: 429, restMillis: 8_001 }, over])
          yield* TestClock.adjust(1)
          yield* TestClock.adjust(8_000)
          assert.deepStrictEqual(yield* left, [over, { status: 429, restMillis: -8_001 }])
          yield* TestClock.adjust(51_998)
          assert.deepStrictEqual(yield* left, [
            { status: 429, restMillis: -51_998 },
            { status: 429, restMillis: -59_999 }
          ])
          yield* TestClock.adjust(1)
          assert.deepStrictEqual(yield* left, [{ status: 429, restMillis: -51_999 }, undefined])
          yield* TestClock.adjust(8_001)
          assert.deepStrictEqual(yield* left, [undefined, undefined])
        })
    )

    it.effect("loses no rest to another that begins at the same time, and bounds them", () =>
      Effect.gen(function* () {
        const keeper = yield* PauseKeeper
        if (keeper === null) return yield* Effect.die("there is no keeper")
        const hosts = Array.from({ length: 4 }, () => `${freshId("host")}.example`)
        yield* Effect.forEach(
          hosts,
          (host) => keeper.rest(host, { status: 429, restMillis: Number.MAX_SAFE_INTEGER }),
          {
            concurrency: "unbounded"
          }
        )
        const resting = yield* keeper.resting
        for (const host of hosts) {
          const restMillis = resting.get(host)?.restMillis ?? 0
          assert.isTrue(restMillis > 0 && restMillis <= 600_000, host)
        }
      })
    )

    it.effect(
      "never gives two turns in a pause to 60 who ask at once, again and again",
      () =>
        Effect.gen(function* () {
          const take = yield* asking
          for (let round = 0; round < 3; round++) {
            const waits = yield* Effect.forEach(
              Array.from({ length: 60 }, (_, n) => `owner ${n % 7}`),
              (owner) => take(owner),
              { concurrency: "unbounded" }
            )
            assert.isAtMost(waits.filter((wait) => wait === 0).length, 1)
            yield* TestClock.adjust(pauseMillis)
          }
        }),
      longTestMillis
    )
  })
