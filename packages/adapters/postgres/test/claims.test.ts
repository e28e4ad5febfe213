import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { type RunClaim, RunStore } from "@kittiwake/core/monitors/RunStore"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { completed } from "../../../core/src/testing/arrangements.ts"
import { entryOf, freshId, monitorOf, organizationOf, queuedRunOf } from "../../../core/src/testing/builders.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"

const monitorCount = 2_000
const organizationCount = 10

const newMonitors = Effect.gen(function* () {
  const now = yield* DateTime.now
  const organizations = Array.from({ length: organizationCount }, () => organizationOf())
  for (const { id } of organizations) yield* (yield* CreditLedger).post(entryOf(id, 10_000))
  const monitors = yield* MonitorStore
  yield* Effect.forEach(
    Array.from({ length: monitorCount }, (_, index) => monitorOf(organizations[index % organizationCount]!.id, now)),
    (monitor) => monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: monitorCount, kept: null }),
    { concurrency: 10, discard: true }
  )
})

const claimOptions = Effect.map(DateTime.now, (now) => ({
  now,
  limit: 37,
  lease: Duration.minutes(1),
  holdUntil: DateTime.add(now, { minutes: 15 }),
  runIds: Array.from({ length: 37 }, () => freshId("run"))
}))

/** Claims and records until nothing is due. */
const work = Effect.gen(function* () {
  const runs = yield* RunStore
  const claimed: Array<RunClaim> = []
  for (;;) {
    const claims = yield* runs.claimDue(yield* claimOptions)
    if (claims.length === 0) return claimed
    claimed.push(...claims)
    const now = yield* DateTime.now
    const recorded = yield* runs.record(claims.map((claim) => completed(claim, now)))
    assert.isTrue(recorded.every(({ _tag }) => _tag === "Recorded"))
  }
})

// The database's own clock ends leases here, as in production.
describe("claims on a Postgres server", needsServer, () => {
  it.live(
    "go to eight processes at once, every due monitor to one of them, and charge each run once",
    () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        yield* Effect.provide(newMonitors, postgres.layer({ url }))
        const claims = yield* Effect.forEach(
          Array.from({ length: 8 }),
          () => Effect.provide(work, postgres.layer({ url, poolSize: 1 })),
          { concurrency: "unbounded" }
        )
        const monitorIds = claims.flat().map((claim) => claim.stored.monitor.id)
        assert.strictEqual(monitorIds.length, monitorCount)
        assert.strictEqual(new Set(monitorIds).size, monitorCount)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [sums] = yield* sql`
            select sum(balance) as balance, sum(held) as held, (select sum(credits) from ledger_entries) as entries,
              (select count(*) from runs where status = 'completed') as completed
            from accounts`
          const balance = organizationCount * 10_000 - monitorCount
          assert.deepStrictEqual(sums, { balance, held: 0, entries: balance, completed: monitorCount })
        }).pipe(Effect.provide(postgres.layer({ url })))
      }).pipe(Effect.scoped),
    120_000
  )

  it.live("end by the clock of the database", () =>
    Effect.gen(function* () {
      const url = yield* newDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const runs = yield* RunStore
        const now = yield* DateTime.now
        const monitor = monitorOf(organizationOf().id, now)
        yield* (yield* MonitorStore).create({ monitor, run: queuedRunOf(monitor, now), allowance: 1, kept: null })
        const [first] = yield* runs.claimDue(yield* claimOptions)
        const [row] = yield* sql<{ left: number }>`
          select round(extract(epoch from lease_until - clock_timestamp()))::integer as left from monitors`
        assert.closeTo(row!.left, 60, 5)
        assert.deepStrictEqual(yield* runs.claimDue(yield* claimOptions), [])
        yield* sql`update monitors set lease_until = clock_timestamp() - interval '1 millisecond'`
        const [second] = yield* runs.claimDue(yield* claimOptions)
        assert.strictEqual(second?.run.id, first?.run.id)
        assert.isAbove(second!.token, first!.token)
      }).pipe(Effect.provide(postgres.layer({ url })))
    }).pipe(Effect.scoped)
  )
})
