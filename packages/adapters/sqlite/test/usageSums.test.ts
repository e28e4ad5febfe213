import { assert, layer } from "@effect/vitest"
import { requestUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect } from "effect"
import { naiveHistory } from "../../../core/src/testing/naiveHistory.ts"
import { chargeOf, freshCaller, historyFrom, logOf, noon, queryOf } from "../../../core/src/testing/usageEvents.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { foldTallies } from "../src/usageSums.ts"
import { onSqlite } from "./databases.ts"

const ranges = (["hour", "day", "month"] as const).flatMap((interval) =>
  ([null, "path", "key_id", "status_code"] as const).map((groupBy) =>
    queryOf({ fromMinutes: -4_321, lastsMinutes: 9_999, fromIs: "any", toIs: "any", interval, groupBy })
  )
)

const talliesLeft = Effect.flatMap(Sqlite, ({ read }) =>
  read("test", (db) => db.get<{ readonly left: number }>("select count(*) as left from usage_tallies")!.left)
)

layer(onSqlite)("sums of usage", (it) => {
  it.effect("tell the same before, while and after what was counted is added to them", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [owner, other] = [yield* freshCaller, yield* freshCaller]
      const logs = Array.from({ length: 300 }, (_, n) =>
        logOf(n % 5 === 0 ? other : owner, {
          at: DateTime.add(noon, { minutes: ((n * 37) % 8_000) - 4_000 }),
          route: `/route/${n % 4}`,
          statusCode: n % 7 === 0 ? 404 : 200,
          creditsUsed: n % 3
        })
      )
      const charges = Array.from({ length: 60 }, (_, n) => chargeOf(owner, DateTime.add(noon, { minutes: n * 41 }), n))
      const counts = [...logs.map(requestUsage), ...charges].filter(({ organizationId }) => organizationId === owner)
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
      yield* Effect.all([...rest, foldTallies, foldTallies, foldTallies], { concurrency: "unbounded" })
      yield* tellsAll
      yield* Effect.all([foldTallies, tellsAll, foldTallies, tellsAll], { concurrency: "unbounded" })
      assert.strictEqual(yield* talliesLeft, 0)
      yield* tellsAll
    })
  )

  it.effect("take in any number of tallies, and none a second time", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const logs = Array.from({ length: 1_234 }, (_, n) =>
        logOf(owner, { at: DateTime.add(noon, { hours: n }), creditsUsed: 1 })
      )
      yield* store.append(logs)
      yield* store.append(logs)
      assert.strictEqual(yield* talliesLeft, 1_234)
      assert.strictEqual(yield* foldTallies, 1_234)
      assert.strictEqual(yield* foldTallies, 0)
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
