/**
 * Claims due monitors.
 *
 * **Invariants**
 *
 * - A monitor under a live lease is left alone.
 * - The run that was interrupted comes before the one that waits, and that one before a new one for the slot.
 * - Credits of one organization are held in the order of the claims, and its account moves once.
 * - `due_at` stays as it is: the run counts as due since it was claimed, so that it is found again when its lease ends.
 */
import type { Shares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"
import { dueStatements, rowsInShares } from "./dueInShares.ts"
import { leaseBounds } from "./leaseBounds.ts"
import { type MonitorRow, monitorColumns, monitorTables } from "./monitorColumns.ts"
import { type Funding, Purses } from "./purses.ts"
import { type RunRow, runColumns } from "./runColumns.ts"

/** What is asked for. */
export interface ClaimRuns {
  readonly now: number
  /** Leases end by this clock. */
  readonly clockMillis: number
  readonly leaseMillis: number
  readonly limit: number
  readonly holdUntil: number
  /** Ids for runs of slots, one for each monitor that may be claimed. */
  readonly runIds: ReadonlyArray<string>
  readonly shares: Shares | null
  /** From so many lost claims on a run begins when it is renewed. */
  readonly aloneFrom: number
}

/** A claim. */
export interface ClaimedRun {
  readonly monitor: MonitorRow
  readonly run: RunRow
  readonly slotAt: number | null
  readonly host: string
  readonly token: number
  /** Claims of the run that were lost. */
  readonly losses: number
  readonly funding: Funding
}

/** A run that was started, with the slot it is for, and whether that has had another. */
interface Started {
  readonly run: RunRow
  readonly slotAt: number | null
  readonly isRepeated: boolean
}

interface DueMonitor extends MonitorRow {
  readonly rowId: number
  readonly token: number
  readonly leaseUntil: number | null
  readonly losses: number
  readonly begun: number
  readonly dueAt: number
  readonly host: string
  readonly running: string | null
  readonly queued: string | null
  readonly targetType: string
  readonly changeDetectionType: string
  readonly runPrice: number
}

const columns = `${monitorColumns}, m.rowid as rowId, m.token, m.lease_until as leaseUntil, m.losses, m.begun, m.due_at as dueAt, m.host, m.running_run_id as running,
    m.queued_run_id as queued, m.target_type as targetType, m.change_detection_type as changeDetectionType,
    m.run_price as runPrice`

const due = `
  select ${columns} from ${monitorTables}
  where m.due_at <= ? and (m.lease_until is null or m.lease_until <= ? or m.lease_until > ?)
  order by m.due_at, m.id
  limit ?`

const dueOfShares = dueStatements("monitors")

const chosen = `
  select ${columns} from ${monitorTables}
  where m.rowid in (select value from json_each(?))
  order by m.due_at, m.id`

const dueMonitors = (
  db: Connection,
  { clockMillis, leaseMillis, limit, now, shares }: ClaimRuns
): ReadonlyArray<DueMonitor> =>
  shares === null
    ? db.all<DueMonitor>(due, now, ...leaseBounds(clockMillis, leaseMillis), limit)
    : db.all<DueMonitor>(chosen, rowsInShares(db, dueOfShares, { now, clockMillis, leaseMillis, limit, shares }))

/** Whether a slot has its run; one that was skipped has none. */
const hasRun = (db: Connection, { id, nextRunAt }: DueMonitor): boolean =>
  db.get("select 1 from runs where monitor_id = ? and slot_at = ?", id, nextRunAt) !== undefined

/** Makes the run of a slot. One that is repeated holds no slot. */
const makeRun = (db: Connection, monitor: DueMonitor, id: string, now: number): Started => {
  const isRepeated = hasRun(db, monitor)
  const { changeDetectionType, nextRunAt, organizationId, targetType, targetVersion } = monitor
  const runType = monitor.baseline === null ? "baseline" : "scheduled"
  db.run(
    `insert into runs (id, organization_id, monitor_id, status, run_type, trigger, target_type, change_detection_type,
      target_version, queued_at, started_at, change_detected, baseline_created, credits_charged, trace, slot_at)
    values (?, ?, ?, 'running', ?, 'schedule', ?, ?, ?, ?, ?, 0, 0, 0, '[]', ?)`,
    id,
    organizationId,
    monitor.id,
    runType,
    targetType,
    changeDetectionType,
    targetVersion,
    now,
    now,
    isRepeated ? null : nextRunAt
  )
  const run: RunRow = {
    id,
    organizationId,
    monitorId: monitor.id,
    status: "running",
    runType,
    trigger: "schedule",
    targetType,
    changeDetectionType,
    targetVersion,
    queuedAt: now,
    startedAt: now,
    completedAt: null,
    changeDetected: 0,
    baselineCreated: 0,
    creditsCharged: 0,
    changeId: null,
    skipReason: null,
    error: null,
    trace: "[]"
  }
  return { run, slotAt: nextRunAt, isRepeated }
}

/** The run that a claim of the monitor is for, which runs now. */
const startRun = (db: Connection, monitor: DueMonitor, madeId: string, now: number): Started => {
  const { queued, running } = monitor
  if (running === null && queued === null) return makeRun(db, monitor, madeId, now)
  if (running === null) {
    // A run that was queued before a reset or a first capture is what the baseline of now makes it.
    const runType = monitor.baseline === null ? "baseline" : "scheduled"
    db.run("update runs set status = 'running', started_at = ?, run_type = ? where id = ?", now, runType, queued)
  }
  const { slotAt, ...run } = db.get<RunRow & Pick<Started, "slotAt">>(
    `select ${runColumns}, r.slot_at as slotAt from runs r where r.id = ?`,
    running ?? queued
  )!
  return { run, slotAt, isRepeated: false }
}

/** Claims of the run that were lost, with the one before this where it was. */
const lossesOf = ({ begun, leaseUntil, losses, running }: DueMonitor, clockMillis: number): number => {
  if (running === null) return 0
  // One that a clock which was ahead gave was not lost.
  return begun === 1 && leaseUntil !== null && leaseUntil <= clockMillis ? losses + 1 : losses
}

interface Leased {
  readonly run: RunRow
  readonly until: number
  readonly losses: number
  readonly isBegun: boolean
}

const lease = (
  db: Connection,
  { dueAt, queued, rowId, running }: DueMonitor,
  { isBegun, losses, run, until }: Leased
) => {
  const isQueued = running === null && queued !== null
  db.run(
    isQueued
      ? `update monitors set token = token + 1, lease_until = ?, losses = ?, begun = ?, running_run_id = ?, running_due_at = ?,
          queued_run_id = null, queued_at = null where rowid = ?`
      : `update monitors set token = token + 1, lease_until = ?, losses = ?, begun = ?, running_run_id = ?, running_due_at = ?
          where rowid = ?`,
    until,
    losses,
    isBegun ? 1 : 0,
    run.id,
    dueAt,
    rowId
  )
}

/** Claims up to `limit` due monitors, longest due first. */
export const claimRuns = (db: Connection, options: ClaimRuns): ReadonlyArray<ClaimedRun> => {
  const { aloneFrom, clockMillis, holdUntil, leaseMillis, now, runIds } = options
  const until = clockMillis + leaseMillis
  const purses = new Purses(db, now)
  const claimed: Array<ClaimedRun> = []
  for (const [index, monitor] of dueMonitors(db, options).entries()) {
    const { isRepeated, run, slotAt } = startRun(db, monitor, runIds[index]!, now)
    const isNew = monitor.running === null
    const funding = isRepeated ? "repeated" : purses.fund(run, { price: monitor.runPrice, until: holdUntil, isNew })
    const losses = lossesOf(monitor, clockMillis)
    lease(db, monitor, { run, until, losses, isBegun: losses < aloneFrom })
    claimed.push({ monitor, run, slotAt, host: monitor.host, token: monitor.token + 1, losses, funding })
  }
  purses.settle()
  return claimed
}
