import type { KeptAnswer } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import { MonitorOutdated, type StoredMonitor } from "@kittiwake/core/monitors/MonitorStore"
import { type Recorded, type RunOutcome, RunStore } from "@kittiwake/core/monitors/RunStore"
import { LargeBodies } from "@kittiwake/storage/largeBodies"
import { storableJson } from "@kittiwake/storage/storable"
import { Duration, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { claimRuns } from "./claimRuns.ts"
import { keepAnswer } from "./keptAnswers.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { listRuns } from "./listRuns.ts"
import { longestForWaiting, makeHeldUp, writeApart } from "./lockPatience.ts"
import { monitorColumns, toStoredMonitor } from "./monitorRows.ts"
import { isAhead, planned, replan } from "./plannedRuns.ts"
import { queueRun } from "./queuedRuns.ts"
import { recentRuns } from "./recentRuns.ts"
import { recordRuns, type StagedOutcome, stageBaseline } from "./recordRuns.ts"
import { runColumns, toRun } from "./runRows.ts"
import { spendOf } from "./spend.ts"
import { orUnavailable } from "./storeFailure.ts"
import { untilDue } from "./untilDue.ts"

const lost: Recorded = { _tag: "ClaimLost" }

const heldUp: Recorded = { _tag: "HeldUp" }

/** Failures that come from what was to be written, so that the rest of a batch may succeed without it. */
const isOfOutcome = (error: SqlError.SqlError) =>
  error.reason._tag === "ConstraintError" || error.reason._tag === "UniqueViolation"

const claimName = ({ claim: { run, stored, token } }: RunOutcome) => `${stored.monitor.id} ${run.id} ${token}`

const organizationOf = ({ outcome: { claim } }: StagedOutcome) => claim.stored.monitor.organizationId

/** Outcomes in rounds of which none has two of one monitor: a worker may still hold a claim that was lost and its successor. */
const roundsOf = (outcomes: ReadonlyArray<RunOutcome>): ReadonlyArray<ReadonlyArray<RunOutcome>> => {
  const rounds: Array<Map<MonitorId, RunOutcome>> = []
  for (const one of outcomes) {
    const { id } = one.claim.stored.monitor
    const round = rounds.find((known) => !known.has(id)) ?? new Map<MonitorId, RunOutcome>()
    if (!rounds.includes(round)) rounds.push(round)
    round.set(id, one)
  }
  return rounds.map((round) => [...round.values()])
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const leaseNow = yield* LeaseClock
  const large = yield* LargeBodies
  const [claimsHeldUp, recordsHeldUp] = [makeHeldUp(), makeHeldUp(longestForWaiting)]

  const enqueue = Effect.fn("RunStore.enqueue")(
    function* ({ monitor, revision }: StoredMonitor, run: Run, kept: KeptAnswer | null) {
      yield* keepAnswer(sql, kept)
      // A statement of its own: the next one then sees the run that whoever held the row before us queued.
      const [row] = yield* sql<{ queued: string | null }>`
      select queued_run_id as queued from monitors
      where id = ${monitor.id} and organization_id = ${monitor.organizationId} and revision = ${revision}
      for update`
      if (row === undefined) return yield* new MonitorOutdated()
      yield* queueRun(sql, run, row.queued)
    },
    sql.withTransaction,
    orUnavailable("RunStore.enqueue")
  )

  const renew = Effect.fn("RunStore.renew")(function* (...[claims, lease]: Parameters<RunStore["Service"]["renew"]>) {
    if (claims.length === 0) return []
    const held = claims.map(({ stored, run, token }, n) => ({ n, monitorId: stored.monitor.id, runId: run.id, token }))
    const renewed = yield* sql<{ n: number }>`
      with own as materialized (
        select x.n, x.token, x."runId", m.id from json_to_recordset(${storableJson(held)}::json)
          as x(n integer, "monitorId" text, "runId" text, token bigint)
        join monitors m on m.id = x."monitorId" and m.token = x.token and m.running_run_id = x."runId"
      ),
      -- Whoever stands still with one monitor must not have the leases of all others end: that one's holds until it ends.
      free as materialized (
        select m.id from own o join monitors m on m.id = o.id and m.token = o.token and m.running_run_id = o."runId"
        order by m.id for update of m skip locked
      ),
      renewed as (
        update monitors m set lease_until = coalesce(${yield* leaseNow}::timestamptz, clock_timestamp())
          + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond', begun = ${!Duration.isZero(lease)}
        from free where m.id = free.id
      )
      select n from own`
    const numbers = new Set(renewed.map(({ n }) => n))
    return claims.map((_, n) => numbers.has(n))
  }, orUnavailable("RunStore.renew"))

  const storedMonitors = (monitorIds: ReadonlyArray<MonitorId>) =>
    monitorIds.length === 0
      ? Effect.succeed(new Map<string, StoredMonitor>())
      : Effect.map(
          sql<{ id: string; revision: number }>`
            select ${sql.literal(monitorColumns)}
            from monitors m left join subscriptions s on s.id = m.id where m.id in ${sql.in(monitorIds)}`,
          (rows) => new Map(rows.map((row) => [row.id, toStoredMonitor(row)]))
        )

  const recordAll = Effect.fnUntraced(function* (staged: ReadonlyArray<StagedOutcome>, wait: Duration.Duration) {
    const outcomes = staged.map(({ outcome }) => outcome)
    const judged = new Map((yield* recordRuns(sql, staged, wait)).map((one) => [one.n, one]))
    const outdated = outcomes
      .filter((_, n) => judged.get(n)?.current === false)
      .map(({ claim }) => claim.stored.monitor.id)
    const fresh = yield* storedMonitors(outdated)
    return outcomes.map(({ claim }, n): Recorded => {
      const one = judged.get(n)
      if (one?.current === true) return one.untold ? { _tag: "Recorded" } : { _tag: "Told" }
      const stored = one === undefined ? undefined : fresh.get(claim.stored.monitor.id)
      return stored === undefined ? lost : { _tag: "Outdated", stored }
    })
  })

  /** Records outcomes one by one, all of them, before it fails for those that cannot be written. */
  const recordEach = Effect.fnUntraced(function* (staged: ReadonlyArray<StagedOutcome>, wait: Duration.Duration) {
    const exits = yield* Effect.forEach(staged, (one) => Effect.exit(recordAll([one], wait)))
    return (yield* Effect.forEach(exits, (exit) => exit)).flat()
  })

  const recordTogether = (staged: ReadonlyArray<StagedOutcome>, wait: Duration.Duration) =>
    Effect.catchIf(
      recordAll(staged, wait),
      (error) => staged.length > 1 && isOfOutcome(error),
      () => recordEach(staged, wait)
    )

  const record = Effect.fn("RunStore.record")(function* (outcomes: ReadonlyArray<RunOutcome>) {
    // A claim has one run, so a second outcome for it is a repeat of the first.
    const firsts = [...new Map(outcomes.toReversed().map((one) => [claimName(one), one])).values()].toReversed()
    const results = new Map<RunOutcome, Recorded>()
    for (const round of roundsOf(firsts)) {
      const staged = yield* Effect.forEach(round, (outcome) => stageBaseline(large, outcome))
      const recorded = yield* writeApart(recordsHeldUp, staged, organizationOf, recordTogether, heldUp)
      for (const [index, one] of round.entries()) results.set(one, recorded[index]!)
    }
    return outcomes.map((one) => results.get(one) ?? lost)
  }, orUnavailable("RunStore.record"))

  return RunStore.of({
    enqueue,
    claimDue: Effect.fn("RunStore.claimDue")(
      (options) => claimRuns(sql, leaseNow, claimsHeldUp, options),
      orUnavailable("RunStore.claimDue")
    ),
    untilDue: Effect.fn("RunStore.untilDue")(
      (now) => untilDue(sql, leaseNow, "monitors", now),
      orUnavailable("RunStore.untilDue")
    ),
    isAhead: Effect.fn("RunStore.isAhead")((after) => isAhead(sql, after), orUnavailable("RunStore.isAhead")),
    planned: Effect.fn("RunStore.planned")(
      (after, limit) => planned(sql, after, limit),
      orUnavailable("RunStore.planned")
    ),
    replan: Effect.fn("RunStore.replan")(
      (replanned, options) => replan(sql, replanned, options),
      orUnavailable("RunStore.replan")
    ),
    renew,
    record,
    recent: Effect.fn("RunStore.recent")(
      (organizationId, monitorIds, limit) => recentRuns(sql, organizationId, monitorIds, limit),
      orUnavailable("RunStore.recent")
    ),
    spend: Effect.fn("RunStore.spend")(
      (organizationId, window) => spendOf(sql, organizationId, window),
      orUnavailable("RunStore.spend")
    ),

    get: (organizationId, runId) =>
      sql`
        select ${sql.literal(runColumns)} from runs r
        where r.id = ${runId} and r.organization_id = ${organizationId}`.pipe(
        Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toRun(row)))),
        orUnavailable("RunStore.get")
      ),

    list: (organizationId, filter, slice) =>
      listRuns(sql, organizationId, filter, slice).pipe(
        Effect.map((part) => ({ ...part, rows: part.rows.map((row) => toRun(row)) })),
        orUnavailable("RunStore.list")
      )
  })
})

/** `RunStore` on Postgres. */
export const layer: Layer.Layer<RunStore, never, SqlClient.SqlClient> = Layer.effect(RunStore, make)
