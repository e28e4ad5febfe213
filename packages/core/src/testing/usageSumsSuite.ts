/** What the sums of usage show while what was counted is added to them, one tally after the other or many at once. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer } from "effect"
import type { Stores } from "../Stores.ts"
import { requestUsage } from "../usage/domain/UsageCount.ts"
import { UsageStore } from "../usage/UsageStore.ts"
import { naiveHistory } from "./naiveHistory.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"
import { chargeOf, freshCaller, historyFrom, logOf, noon, queryOf } from "./usageEvents.ts"

const ranges = (["hour", "day", "month"] as const).flatMap((interval) =>
  ([null, "path", "key_id", "status_code"] as const).map((groupBy) =>
    queryOf({ fromMinutes: -4_321, lastsMinutes: 9_999, fromIs: "any", toIs: "any", interval, groupBy })
  )
)

/** How tallies are added to the sums: `fold` adds some and tells how many, `left` tells how many wait. */
export interface Tallies<E, R> {
  readonly fold: Effect.Effect<number, E, R>
  readonly left: Effect.Effect<number, E, R>
}

/** Runs against a store that tallies what it counts. */
export const suite = <R, E>(name: string, stores: Layer.Layer<Stores | R, unknown>, { fold, left }: Tallies<E, R>) =>
  layer(stores, { timeout: buildTimeout })(`sums of usage (${name})`, (it) => {
    it.effect(
      "tell the same before, while and after what was counted is added to them",
      () =>
        Effect.gen(function* () {
          const store = yield* UsageStore
          const [owner, other] = [yield* freshCaller, yield* freshCaller]
          const logs = Array.from({ length: 300 }, (_, n) =>
            logOf(n % 5 === 0 ? other : owner, {
              at: DateTime.add(noon, { minutes: ((n * 37) % 8_000) - 4_000 }),
              route: `/route/${n % 4}`,
              statusCode: n % 7 === 0 ? 404 : 200
            })
          )
          const charges = Array.from({ length: 60 }, (_, n) =>
            chargeOf(owner, DateTime.add(noon, { minutes: n * 41 }), n)
          )
          const counts = [...logs.map(requestUsage), ...charges].filter(
            ({ organizationId }) => organizationId === owner
          )
          const tellsAll = Effect.gen(function* () {
            for (const asked of ranges) {
              assert.deepStrictEqual(yield* historyFrom(owner, asked), naiveHistory(counts, asked))
            }
          })

          yield* store.append(logs.slice(0, 150))
          yield* store.add(charges.slice(0, 30))
          const rest = Array.from({ length: 15 }, (_, n) =>
            Effect.all([
              store.append(logs.slice(150 + n * 10, 160 + n * 10)),
              store.add(charges.slice(30 + n * 2, 32 + n * 2))
            ])
          )
          yield* Effect.all([...rest, fold, fold, fold], { concurrency: "unbounded" })
          yield* tellsAll
          yield* Effect.all([fold, tellsAll, fold, tellsAll], { concurrency: "unbounded" })
          assert.strictEqual(yield* left, 0)
          yield* tellsAll
        }),
      longTestMillis
    )

    it.effect("take in any number of tallies, and none a second time", () =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const owner = yield* freshCaller
        const logs = Array.from({ length: 1_234 }, (_, n) => logOf(owner, { at: DateTime.add(noon, { hours: n }) }))
        yield* store.append(logs)
        yield* store.append(logs)
        assert.strictEqual(yield* left, 1_234)
        assert.strictEqual(yield* fold, 1_234)
        assert.strictEqual(yield* fold, 0)
        const asked = queryOf({
          fromMinutes: 0,
          lastsMinutes: 500_000,
          fromIs: "any",
          toIs: "any",
          interval: "month",
          groupBy: null
        })
        assert.deepStrictEqual(yield* historyFrom(owner, asked), naiveHistory(logs.map(requestUsage), asked))
      })
    )
  })
