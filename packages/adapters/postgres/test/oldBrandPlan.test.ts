/** What it takes to find an old brand among a hundred thousand. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { nextRefresh } from "../src/BrandRefreshStore.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"

const count = 100_000

/** A step of a plan that was carried out. */
interface Step {
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Step>
}

const stepsOf = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** Rows that were read of the profiles. */
const readBy = (plan: Step): number =>
  stepsOf(plan)
    .filter((step) => step["Relation Name"] === "brand_profiles")
    .reduce(
      (sum, step) => sum + (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"],
      0
    )

describe("old brands among a hundred thousand on a Postgres server", needsServer, () => {
  it.live(
    "are found along the index, whoever holds some of them",
    () =>
      Effect.flatMap(newDatabase, (url) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`
            insert into brand_profiles (domain, language, profile, read_at, ages_from, tries, lease_until)
            select 'tern' || i || '.example', '', '{}', now() - i * interval '1 minute', now() - i * interval '1 minute',
              4 - i % 4, case when i > ${count - 40} then now() + interval '1 hour' end
            from generate_series(1, ${count}) i`
          for (const statistics of [false, true]) {
            if (statistics) yield* sql`analyze`
            for (const days of [30, 3_000]) {
              const now = yield* DateTime.now
              const turn = { now, before: DateTime.subtract(now, { days }), every: Duration.minutes(1) }
              const [row] = yield* sql<{ "QUERY PLAN": readonly [{ Plan: Step }] }>`
                explain (analyze, format json)
                with clock as materialized (select clock_timestamp() as at) ${nextRefresh(sql, turn)}`
              const plan = row!["QUERY PLAN"][0].Plan
              assert.strictEqual(plan["Actual Rows"], days === 30 ? 1 : 0)
              assert.isBelow(readBy(plan), 60, `${days} days, ${statistics ? "with" : "without"} statistics`)
            }
          }
        }).pipe(Effect.provide(postgres.layer({ url })))
      ).pipe(Effect.scoped),
    120_000
  )
})
