import { IdempotencyKeyTaken } from "@kittiwake/core/idempotency/errors"
import { aloneFrom } from "@kittiwake/core/internal/monitors/domain/lostRuns"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { spendStretches } from "@kittiwake/core/monitors/domain/SpendStretch"
import { MonitorOutdated } from "@kittiwake/core/monitors/MonitorStore"
import {
  type MonitorSpend,
  type Planned,
  type Recorded,
  type RunClaim,
  type RunFilter,
  RunStore
} from "@kittiwake/core/monitors/RunStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import { LargeBodies } from "@kittiwake/storage/largeBodies"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { inStretches } from "./inStretches.ts"
import { keptRow } from "./keptRow.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf, momentOf, momentOrNull } from "./moments.ts"
import { toStoredMonitor } from "./monitorRows.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { outcomeRow, runUsageRow } from "./outcomeRows.ts"
import type { SpendPart, SpendRow } from "./reads/spend.ts"
import { recentRuns } from "./recentRuns.ts"
import { queuedRun, toRun } from "./runRows.ts"
import { Sqlite } from "./Sqlite.ts"
import { SqliteError } from "./sqliteFailure.ts"
import { untilDue } from "./untilDue.ts"
import { isUnusualRun } from "./unusual.ts"
import type { ClaimedRun } from "./writes/claimRuns.ts"
import type { RecordedRow } from "./writes/recordRuns.ts"
import { type RunRow, runColumns, runListColumns } from "./writes/runColumns.ts"

type Service = RunStore["Service"]

const list = (...conditions: ReadonlyArray<string>) =>
  `select ${runListColumns} from runs r ${newestFirst("r.queued_at", "r.id", conditions)}`

const ofOrganization = list("r.organization_id = ?")
const ofMonitor = list("r.monitor_id = ?", "r.organization_id = ?")
const unusualOfOrganization = list("r.organization_id = ?", "r.unusual = ?")
const unusualOfMonitor = list("r.monitor_id = ?", "r.organization_id = ?", "r.unusual = ?")

/** The newest run of each organization alone is looked at. */
const madeAfter = `select 1 from organizations o where (
    select r.queued_at from runs r indexed by runs_newest where r.organization_id = o.id
    order by r.queued_at desc, r.id desc limit 1
  ) > ? limit 1`

const planned = `select id, due_at as dueAt, schedule, anchor_at as anchorAt, next_run_at as nextRunAt,
    grant_daily_credits is not null as isOfDay, (running_run_id is not null or queued_run_id is not null) as isBegun
  from monitors indexed by monitors_due
  where due_at is not null and (due_at, id) > (?, ?) order by due_at, id limit ?`

interface PlannedRow {
  readonly id: string
  readonly dueAt: number
  readonly schedule: string
  readonly anchorAt: number
  readonly nextRunAt: number | null
  readonly isOfDay: number
  readonly isBegun: number
}

const toPlanned = ({ anchorAt, dueAt, id, isBegun, isOfDay, nextRunAt, schedule }: PlannedRow): Planned => ({
  plan: {
    id: id as MonitorId,
    schedule: JSON.parse(schedule),
    anchorAt: momentOf(anchorAt),
    nextRunAt: momentOrNull(nextRunAt),
    isOfDay: isOfDay === 1
  },
  dueAt: momentOf(dueAt),
  isBegun: isBegun === 1
})

const toClaim = ({ funding, host, losses, monitor, run, slotAt, token }: ClaimedRun): RunClaim => ({
  stored: toStoredMonitor(monitor),
  run: toRun(run),
  slotAt: slotAt === null ? null : momentOf(slotAt),
  host,
  token,
  losses,
  funding
})

const toRecorded = (row: Exclude<RecordedRow, { readonly _tag: "Refused" }>): Recorded =>
  row._tag === "Outdated" ? { _tag: "Outdated", stored: toStoredMonitor(row.stored) } : row

/** What came of a batch; a rule of the tables that one outcome breaks is a bug, found when the others were written. */
const allRecorded = (rows: ReadonlyArray<RecordedRow>): Effect.Effect<ReadonlyArray<Recorded>> =>
  Effect.suspend(() => {
    const recorded: Array<Recorded> = []
    for (const row of rows) {
      if (row._tag === "Refused") return Effect.die(new SqliteError(row.failure))
      recorded.push(toRecorded(row))
    }
    return Effect.succeed(recorded)
  })

const latestChargedFirst = (a: SpendRow, b: SpendRow) =>
  b.lastRunAt - a.lastRunAt || b.credits - a.credits || (a.monitorId < b.monitorId ? -1 : 1)

const toSpend = (row: SpendRow): MonitorSpend => ({
  ...row,
  monitorId: row.monitorId as MonitorId,
  lastRunAt: momentOf(row.lastRunAt)
})

const together = (a: SpendRow | undefined, b: SpendRow): SpendRow =>
  a === undefined
    ? b
    : {
        ...b,
        credits: a.credits + b.credits,
        runs: a.runs + b.runs,
        lastRunAt: Math.max(a.lastRunAt, b.lastRunAt)
      }

/** `RunStore` on SQLite. */
export const layer: Layer.Layer<RunStore, never, Sqlite> = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite
    const leaseNow = yield* LeaseClock
    const large = yield* LargeBodies

    const enqueue = Effect.fnUntraced(function* (...[stored, run, kept]: Parameters<Service["enqueue"]>) {
      const { id: monitorId, organizationId } = stored.monitor
      const refused = yield* write("RunStore.enqueue", {
        queue: queuedRun({ ...run, monitorId, organizationId }, yield* Clock.currentTimeMillis),
        revision: stored.revision,
        kept: keptRow(kept)
      })
      if (refused === null) return
      return yield* refused._tag === "KeyTaken" ? new IdempotencyKeyTaken() : new MonitorOutdated()
    })

    const claimDue = Effect.fnUntraced(function* (options: Parameters<Service["claimDue"]>[0]) {
      if (options.limit < 1) return []
      const claimed = yield* write("RunStore.claimDue", {
        now: millisOf(options.now),
        clockMillis: yield* leaseNow,
        leaseMillis: Duration.toMillis(options.lease),
        limit: Math.floor(options.limit),
        holdUntil: millisOf(options.holdUntil),
        runIds: options.runIds,
        shares: options.shares ?? null,
        aloneFrom
      })
      return claimed.map(toClaim)
    })

    const untilNext = Effect.fnUntraced(function* (now: Parameters<Service["untilDue"]>[0]) {
      const clocks = { now: millisOf(now), clockMillis: yield* leaseNow }
      return yield* read("RunStore.untilDue", (db) => untilDue(db, "monitors", clocks))
    })

    const renew = Effect.fnUntraced(function* (...[claims, lease]: Parameters<Service["renew"]>) {
      if (claims.length === 0) return []
      return yield* write("RunStore.renew", {
        claims: claims.map(({ run, stored, token }) => [stored.monitor.id, run.id, token] as const),
        until: (yield* leaseNow) + Duration.toMillis(lease),
        isBegun: !Duration.isZero(lease)
      })
    })

    const record = Effect.fnUntraced(function* (outcomes: Parameters<Service["record"]>[0]) {
      if (outcomes.length === 0) return []
      const rows = yield* Effect.forEach(outcomes, (outcome) => outcomeRow(large, outcome))
      const recorded = yield* write("RunStore.record", { outcomes: rows, usage: runUsageRow })
      return yield* allRecorded(recorded)
    })

    const shortList = (organizationId: OrganizationId, { monitorId, status }: RunFilter, slice: Slice) => {
      const [text, owner] =
        monitorId === undefined
          ? [status === undefined ? ofOrganization : unusualOfOrganization, [organizationId]]
          : [status === undefined ? ofMonitor : unusualOfMonitor, [monitorId, organizationId]]
      const values = status === undefined ? owner : [...owner, status]
      return read("RunStore.list", (db) => wholePart(db.all<RunRow>(text, ...values, ...sliceValues(sliceRow(slice)))))
    }

    const found = (organizationId: OrganizationId, filter: RunFilter, slice: Slice) => {
      const { monitorId, status } = filter
      if (status === undefined || isUnusualRun(status)) return shortList(organizationId, filter, slice)
      return inStretches(slice, (part) =>
        readLong("RunStore.list", organizationId, {
          organizationId,
          monitorId: monitorId ?? null,
          status,
          slice: part
        })
      )
    }

    const spend = Effect.fnUntraced(function* (...[organizationId, window]: Parameters<Service["spend"]>) {
      const spent = new Map<string, SpendRow>()
      const since = window.since?.epochMilliseconds ?? Number.NEGATIVE_INFINITY
      for (const stretch of spendStretches(since, window.until?.epochMilliseconds ?? Number.POSITIVE_INFINITY)) {
        for (let from: number | null = stretch.from; from !== null; ) {
          const wanted = { ...stretch, organizationId, from }
          const part: SpendPart = yield* readLong("RunStore.spend", organizationId, wanted)
          for (const row of part.rows) spent.set(row.monitorId, together(spent.get(row.monitorId), row))
          from = part.next
        }
      }
      return [...spent.values()].sort(latestChargedFirst).map(toSpend)
    })

    return RunStore.of({
      enqueue,
      claimDue,
      untilDue: untilNext,

      isAhead: (after) => read("RunStore.isAhead", (db) => db.get(madeAfter, millisOf(after)) !== undefined),

      planned: ({ dueAt, id }, limit) =>
        read("RunStore.planned", (db) => db.all<PlannedRow>(planned, millisOf(dueAt), id, limit).map(toPlanned)),

      replan: (replanned, { freeFrom, now }) =>
        write("RunStore.replan", {
          plans: replanned.map(({ plan, planned }) => [
            plan.id,
            millisOf(planned.dueAt),
            millisOf(plan.anchorAt),
            plan.nextRunAt === null ? null : millisOf(plan.nextRunAt)
          ]),
          now: millisOf(now),
          freeFrom: millisOf(freeFrom)
        }),
      renew,
      record,
      spend,

      recent: (organizationId, monitorIds, limit) =>
        read("RunStore.recent", (db) => recentRuns(db, organizationId, monitorIds, limit)),

      get: (organizationId, runId) =>
        read("RunStore.get", (db) => {
          const row = db.get<RunRow>(
            `select ${runColumns} from runs r where r.id = ? and r.organization_id = ?`,
            runId,
            organizationId
          )
          return row === undefined ? Option.none() : Option.some(toRun(row))
        }),

      list: (organizationId, filter, slice) =>
        Effect.map(found(organizationId, filter, slice), (part) => ({ ...part, rows: part.rows.map(toRun) }))
    })
  })
)
