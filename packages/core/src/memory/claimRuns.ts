/** How a due monitor becomes a claim. */
import { type DateTime, Duration } from "effect"
import type { Hold } from "../credits/domain/Ledger.ts"
import { isHeld } from "../leaseHorizon.ts"
import { aloneFrom } from "../monitors/domain/lostRuns.ts"
import type { Run } from "../monitors/domain/Run.ts"
import { RunId } from "../monitors/domain/RunId.ts"
import { runPrice } from "../monitors/domain/Target.ts"
import type { RunClaim, RunStore } from "../monitors/RunStore.ts"
import { type Counted, hostOf, takeInShares } from "../Shares.ts"
import type { MonitorRow, Tables } from "./Database.ts"
import { ensureHold } from "./ledger.ts"

type ClaimOptions = Parameters<RunStore["Service"]["claimDue"]>[0]

/** Whether a slot has its run; one that was skipped gives it up. */
const hasRun = (tables: Tables, { slotRuns }: MonitorRow, slot: number): boolean => {
  const id = slotRuns.get(slot)
  return id !== undefined && tables.runs.get(id)?.status !== "skipped"
}

/** Since when the monitor is due, or null. */
export const dueSince = (
  tables: Tables,
  row: MonitorRow,
  nowMillis: number,
  clockMillis: number,
  lease?: number
): number | null => {
  if (row.running !== null) return isHeld(row.leaseEndMillis, clockMillis, lease) ? null : row.leaseEndMillis
  const { status, nextRunAt } = row.monitor
  const slot = status !== "paused" && nextRunAt !== null ? nextRunAt.epochMilliseconds : Number.POSITIVE_INFINITY
  const queued = row.queued === null ? undefined : tables.runs.get(row.queued)
  if (queued !== undefined) return Math.min(queued.queuedAt.epochMilliseconds, slot)
  return slot <= nowMillis ? slot : null
}

const slotRun = ({ monitor }: MonitorRow, id: string, now: DateTime.Utc): Run => ({
  id: RunId.make(id),
  organizationId: monitor.organizationId,
  monitorId: monitor.id,
  status: "queued",
  runType: "scheduled",
  trigger: "schedule",
  targetType: monitor.target.type,
  changeDetectionType: monitor.changeDetection.type,
  targetVersion: monitor.targetVersion,
  queuedAt: now,
  startedAt: null,
  completedAt: null,
  changeDetected: false,
  baselineCreated: false,
  creditsCharged: 0,
  changeId: null,
  skipReason: null,
  error: null,
  trace: []
})

/** A run that was started, with the slot it is for, and whether that has had another. */
interface Started {
  readonly run: Run
  readonly slotAt: DateTime.Utc | null
  readonly isRepeated: boolean
}

/** The run that was interrupted, or else the queued one, or else a new one for the slot; now it runs. */
const startRun = (tables: Tables, row: MonitorRow, runId: string, now: DateTime.Utc): Started => {
  const interrupted = row.running === null ? undefined : tables.runs.get(row.running)
  if (interrupted !== undefined) return { run: interrupted, slotAt: row.runningSlot, isRepeated: false }
  const queued = row.queued === null ? undefined : tables.runs.get(row.queued)
  const run: Run = {
    ...(queued ?? slotRun(row, runId, now)),
    status: "running",
    // A run that was queued before a reset or a first capture is what the baseline of now makes it.
    runType: row.monitor.baseline === null ? "baseline" : "scheduled",
    startedAt: now
  }
  tables.runs.set(run.id, run)
  row.queued = null
  row.running = run.id
  const slotAt = queued === undefined ? row.monitor.nextRunAt : null
  const isRepeated = slotAt !== null && hasRun(tables, row, slotAt.epochMilliseconds)
  row.runningSlot = isRepeated ? null : slotAt
  if (row.runningSlot !== null) row.slotRuns.set(row.runningSlot.epochMilliseconds, run.id)
  return { run, slotAt, isRepeated }
}

/** Counts the claim before, where it was lost, and says whether the present one counts when it is. */
const countLoss = (row: MonitorRow, clockMillis: number): void => {
  if (row.running === null) row.losses = 0
  // One that a clock which was ahead gave was not lost.
  else if (row.isBegun && row.leaseEndMillis <= clockMillis) row.losses += 1
  row.isBegun = row.losses < aloneFrom
}

/** Claims due monitors, longest due first. */
export const claimRuns = (tables: Tables, options: ClaimOptions, clockMillis: number): ReadonlyArray<RunClaim> => {
  const nowMillis = options.now.epochMilliseconds
  const due: Array<Counted & { readonly row: MonitorRow; readonly since: number }> = []
  for (const row of tables.monitors.values()) {
    const since = dueSince(tables, row, nowMillis, clockMillis, Duration.toMillis(options.lease))
    const { organizationId, target } = row.monitor
    if (since !== null) due.push({ row, since, organizationId, host: hostOf(target.url) })
  }
  due.sort((a, b) => a.since - b.since || (a.row.monitor.id < b.row.monitor.id ? -1 : 1))

  return takeInShares(due, options.limit, options.shares).map(({ host, row }, index) => {
    const { monitor, revision } = row
    countLoss(row, clockMillis)
    const { isRepeated, run, slotAt } = startRun(tables, row, options.runIds[index]!, options.now)
    row.token += 1
    row.leaseEndMillis = clockMillis + Duration.toMillis(options.lease)
    const wanted: Hold = {
      id: run.id,
      organizationId: monitor.organizationId,
      cause: { kind: "run", id: run.id },
      credits: runPrice(monitor.target),
      expiresAt: options.holdUntil
    }
    const funding = isRepeated ? "repeated" : ensureHold(tables, wanted, options.now)
    return { stored: { monitor, revision }, run, slotAt, host, token: row.token, losses: row.losses, funding }
  })
}
