import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { TraceStep } from "@kittiwake/core/monitors/domain/Run"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { type RunOutcome, RunStore } from "@kittiwake/core/monitors/RunStore"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { completed, skipped } from "../../../core/src/testing/arrangements.ts"
import { entryOf, freshId, monitorOf, organizationOf, queuedRunOf } from "../../../core/src/testing/builders.ts"
import { sumUp } from "../src/migrations/0014_run_spend.ts"
import * as postgres from "../src/postgres.ts"
import { needsServer, newDatabase } from "./databases.ts"

const monitorCount = 300
const timeoutMillis = 60_000

/** What a look at a page that has not changed leaves. */
const traced = (outcome: RunOutcome, startedAt: DateTime.Utc): RunOutcome => {
  const trace: ReadonlyArray<TraceStep> = [
    { step: "fetch", startedAt, durationMs: 123, outcome: "status 200" },
    { step: "read", startedAt, durationMs: 12, outcome: "12345 characters" },
    { step: "compare", startedAt, durationMs: 1, outcome: "unchanged" }
  ]
  return { ...outcome, run: { ...outcome.run, trace } }
}

const organization = organizationOf()

const newMonitors = Effect.gen(function* () {
  const now = yield* DateTime.now
  yield* (yield* CreditLedger).post(entryOf(organization.id, 100_000))
  const monitors = yield* MonitorStore
  for (let n = 0; n < monitorCount; n++) {
    const monitor = monitorOf(organization.id, now)
    yield* monitors.create({ monitor, run: queuedRunOf(monitor, now), allowance: monitorCount, kept: null })
  }
})

const claim = Effect.fnUntraced(function* (at: DateTime.Utc, limit = 100) {
  return yield* (yield* RunStore).claimDue({
    now: at,
    limit,
    lease: Duration.minutes(1),
    holdUntil: DateTime.add(at, { minutes: 15 }),
    runIds: Array.from({ length: limit }, () => freshId("run"))
  })
})

/** Claims and records what is due at `at`, a hundred at a time. */
const runAll = Effect.fnUntraced(function* (at: DateTime.Utc) {
  for (;;) {
    const claims = yield* claim(at)
    if (claims.length === 0) return
    yield* (yield* RunStore).record(claims.map((one) => traced(completed(one, at), at)))
  }
})

// One connection, which counts what it did and tells when it is asked.
const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_stat_force_next_flush()`
  const [row] = yield* sql<{ updates: number; hot: number; scans: number; found: number }>`
    select t.n_tup_upd as updates, t.n_tup_hot_upd as hot,
      (select sum(seq_scan) from pg_stat_user_tables where relname in ('runs', 'ledger_entries')) as scans,
      (select idx_scan from pg_stat_user_indexes where indexrelname = 'ledger_entries_of_runs') as found
    from pg_stat_user_tables t where t.relname = 'runs'`
  return row!
})

const onServer = <E>(body: Effect.Effect<void, E, CreditLedger | MonitorStore | RunStore | SqlClient.SqlClient>) =>
  Effect.scoped(Effect.flatMap(newDatabase, (url) => Effect.provide(body, postgres.layer({ url, poolSize: 1 }))))

describe("runs on a Postgres server", needsServer, () => {
  it.live(
    "start and end without touching an index",
    () =>
      onServer(
        Effect.gen(function* () {
          yield* newMonitors
          const start = yield* DateTime.now
          for (const hours of [0, 2, 4]) yield* runAll(DateTime.add(start, { hours }))
          const { hot, updates } = yield* counted
          // The first runs were queued, and are written twice; later ones are made when they start.
          assert.strictEqual(updates, 4 * monitorCount)
          // If starts or ends touched an index, a quarter or more would. A page that somebody still reads, such as the server's own
          // sweep, has no room for a few.
          assert.isAtLeast(hot / updates, 0.8)
        })
      ),
    timeoutMillis
  )

  it.live(
    "give their slot of the schedule up when they are skipped",
    () =>
      onServer(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* newMonitors
          const start = yield* DateTime.now
          yield* runAll(start)
          const later = DateTime.add(start, { hours: 2 })
          const [kept, given] = yield* claim(later, 2)
          yield* (yield* RunStore).record([completed(kept!, later), skipped(given!, later)])
          const rows = yield* sql`
          select status, slot_at is not null as "hasSlot" from runs where id in ${sql.in([kept!.run.id, given!.run.id])}
          order by status`
          assert.deepStrictEqual(rows, [
            { status: "completed", hasSlot: true },
            { status: "skipped", hasSlot: false }
          ])
        })
      ),
    timeoutMillis
  )

  it.live(
    "are found by what they were charged without a look at all others",
    () =>
      onServer(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* newMonitors
          const start = yield* DateTime.now
          yield* runAll(start)
          const [stored] = yield* sql<{ names: string }>`
          select string_agg(quote_ident(attname), ', ') as names from pg_attribute
          where attrelid = 'runs'::regclass and attnum > 0 and attgenerated = ''`
          const names = sql.literal(stored!.names)
          // Every second one was charged.
          yield* sql`
          insert into runs (${names}) select ${names} from (
            select (jsonb_populate_record(r, jsonb_build_object('id', r.id || '_' || n, 'completed_at',
              r.completed_at - n * interval '1 day', 'slot_at', null, 'credits_charged', (n + 1) % 2 * r.credits_charged))).*
            from runs r, generate_series(1, 50) n
          ) copies`
          yield* sql`
          insert into ledger_entries
          select e.id || '_' || n, organization_id, case when n % 2 = 0 then 'run' else 'request' end, cause_id || '_' || n,
            credits, at - n * interval '1 day'
          from ledger_entries e, generate_series(1, 50) n where cause_kind = 'run'`
          yield* sql`delete from run_spend`
          for (const statement of sumUp) yield* sql.unsafe(statement)
          yield* sql`analyze`
          const before = yield* counted
          const spent = yield* (yield* RunStore).spend(organization.id, {
            since: DateTime.subtract(start, { days: 4, minutes: 1 }),
            until: DateTime.subtract(start, { days: 1 })
          })
          const after = yield* counted
          assert.strictEqual(
            spent.reduce((runs, one) => runs + one.runs, 0),
            2 * monitorCount
          )
          assert.strictEqual(after.scans, before.scans)
          assert.isAbove(after.found, before.found)
        })
      ),
    timeoutMillis
  )
})
