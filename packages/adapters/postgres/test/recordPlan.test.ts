import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { completed } from "../../../core/src/testing/arrangements.ts"
import { entryOf, freshId, monitorOf, organizationOf, queuedRunOf } from "../../../core/src/testing/builders.ts"
import * as postgres from "../src/postgres.ts"
import { recordRuns, stageBaseline } from "../src/recordRuns.ts"
import { needsServer, newDatabase } from "./databases.ts"

const size = 300

/** A step of a plan that was carried out. */
interface Step {
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Join Filter"?: number
  readonly Plans?: ReadonlyArray<Step>
}

const stepsOf = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const rowsOf = (step: Step) => (step["Actual Rows"] + (step["Rows Removed by Join Filter"] ?? 0)) * step["Actual Loops"]

describe("recording a batch on a Postgres server", needsServer, () => {
  for (const organizationCount of [3, size]) {
    it.live(`looks at each outcome a few times, for ${organizationCount} organizations as well`, () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        yield* Effect.gen(function* () {
          const now = yield* DateTime.now
          const organizations = Array.from({ length: organizationCount }, () => organizationOf())
          const monitors = yield* MonitorStore
          for (const { id } of organizations) yield* (yield* CreditLedger).post(entryOf(id, 1_000))
          yield* Effect.forEach(
            Array.from({ length: size }, (_, n) => monitorOf(organizations[n % organizationCount]!.id, now)),
            (monitor) => monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: size, kept: null }),
            { concurrency: 10, discard: true }
          )
          const claims = yield* (yield* RunStore).claimDue({
            now,
            limit: size,
            lease: Duration.minutes(1),
            holdUntil: DateTime.add(now, { minutes: 15 }),
            runIds: Array.from({ length: size }, () => freshId("run"))
          })
          assert.strictEqual(claims.length, size)
          const sql = yield* SqlClient.SqlClient
          yield* sql`analyze`
          const staged = yield* Effect.forEach(claims, (claim) => stageBaseline(null, completed(claim, now)))
          const statement = recordRuns(sql, staged, Duration.seconds(1))
          const [row] = yield* sql<{ "QUERY PLAN": readonly [{ Plan: Step }] }>`
            explain (analyze, format json) ${statement}`
          const most = Math.max(...stepsOf(row!["QUERY PLAN"][0].Plan).map(rowsOf))
          assert.isAtLeast(most, size)
          assert.isAtMost(most, 10 * size)
        }).pipe(Effect.provide(postgres.layer({ url })))
      }).pipe(Effect.scoped)
    )
  }
})
