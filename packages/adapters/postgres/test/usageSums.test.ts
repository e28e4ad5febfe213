import { assert, layer } from "@effect/vitest"
import { requestUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { naiveHistory } from "../../../core/src/testing/naiveHistory.ts"
import { chargeOf, freshCaller, historyFrom, logOf, noon, queryOf } from "../../../core/src/testing/usageEvents.ts"
import { foldTallies } from "../src/usageSums.ts"
import { type OnDatabase, onServer } from "./databases.ts"

const ranges = (["hour", "day", "month"] as const).flatMap((interval) =>
  ([null, "path", "key_id", "status_code"] as const).map((groupBy) =>
    queryOf({ fromMinutes: -4_321, lastsMinutes: 9_999, fromIs: "any", toIs: "any", interval, groupBy })
  )
)

const suite = (name: string, stores: OnDatabase) =>
  layer(stores, { timeout: "60 seconds" })(`sums of usage (${name})`, (it) => {
    it.effect("tell the same before, while and after what was counted is added to them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
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
        const charges = Array.from({ length: 60 }, (_, n) =>
          chargeOf(owner, DateTime.add(noon, { minutes: n * 41 }), n)
        )
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
        assert.deepStrictEqual(yield* sql`select count(*) as left from usage_tallies`, [{ left: 0 }])
        yield* tellsAll
      })
    )
  })

onServer(suite)
