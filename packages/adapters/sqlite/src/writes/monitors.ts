/** Monitors, as their owners change them. */
import type { Connection } from "../Connection.ts"
import { changeAccount, endHold } from "./accounts.ts"
import { assignmentsOf, marksOf, namesOf } from "./columns.ts"
import type { KeptRow } from "./idempotency.ts"
import { type KeyTaken, keeping } from "./keeping.ts"
import { type MonitorWrite, monitorDefinitionColumns, monitorStateColumns } from "./monitorColumns.ts"
import { endUnexecuted, insertRun, type QueuedRun, queueRun } from "./queuedRuns.ts"
import { cancelDeliveries, putSubscription, removeSubscription, type SubscriptionRow } from "./subscriptions.ts"

/** The organization has as many monitors as it may. Nothing was written. */
export interface LimitReached {
  readonly _tag: "LimitReached"
}

/** What a monitor's row says of its runs that have not ended. */
interface OpenRuns {
  readonly queued: string | null
  readonly running: string | null
}

export interface Create {
  readonly monitor: MonitorWrite
  readonly subscription: SubscriptionRow | null
  readonly first: QueuedRun
  readonly allowance: number
  readonly kept: KeptRow | null
}

export interface Update {
  readonly monitor: MonitorWrite
  /** Of the monitor as it was read. */
  readonly revision: number
  readonly hasBaseline: boolean
  readonly subscription: SubscriptionRow | null
  readonly queue: QueuedRun | null
  readonly skipQueued: { readonly reason: string; readonly at: number } | null
  readonly cancelDeliveries: boolean
  readonly clearFailure: boolean
}

export interface Remove {
  readonly organizationId: string
  readonly monitorId: string
  readonly at: number
}

const writtenColumns = [...monitorDefinitionColumns, ...monitorStateColumns]

const insert = `insert into monitors (id, organization_id, ${namesOf(writtenColumns)}, queued_run_id, queued_at)
  values (?, ?, ${marksOf(writtenColumns)}, ?, ?)`

const overwrite = `update monitors set ${assignmentsOf(writtenColumns)}, revision = revision + 1
  where id = ? and organization_id = ? and revision = ?
  returning queued_run_id as queued, running_run_id as running`

const countOf = (db: Connection, organizationId: string): number =>
  db.get<{ readonly monitors: number }>("select monitors from monitor_counts where organization_id = ?", organizationId)
    ?.monitors ?? 0

const create = (
  db: Connection,
  { allowance, first, kept, monitor, subscription }: Create
): LimitReached | KeyTaken | null =>
  keeping(
    db,
    kept,
    () => (countOf(db, monitor.organizationId) < allowance ? null : { _tag: "LimitReached" as const }),
    () => {
      const { definition, id, organizationId, state } = monitor
      db.run(
        `insert into monitor_counts (organization_id, monitors) values (?, 1)
        on conflict (organization_id) do update set monitors = monitors + 1`,
        organizationId
      )
      db.run(insert, id, organizationId, ...definition, ...state, first.run.id, first.dueAt)
      insertRun(db, first.run)
      if (subscription !== null) putSubscription(db, subscription, false)
    }
  )

/** Ends the run that waits, unless it is a baseline run; tells which one waits then. */
const skipWaiting = (
  db: Connection,
  monitorId: string,
  queued: string,
  { at, reason }: NonNullable<Update["skipQueued"]>
) => {
  const waiting = db.get("select 1 from runs where id = ? and run_type <> 'baseline'", queued)
  if (waiting === undefined) return queued
  endUnexecuted(db, queued, reason, at)
  db.run("update monitors set queued_run_id = null, queued_at = null where id = ?", monitorId)
  return null
}

/** Writes an owner's change while the monitor is as it was read; tells whether it was. */
const update = (db: Connection, change: Update): boolean => {
  const { definition, id, organizationId, state } = change.monitor
  const row = db.get<OpenRuns>(overwrite, ...definition, ...state, id, organizationId, change.revision)
  if (row === undefined) return false
  if (!change.hasBaseline) db.run("delete from baselines where monitor_id = ?", id)

  let { queued } = row
  if (change.skipQueued !== null && queued !== null) queued = skipWaiting(db, id, queued, change.skipQueued)
  if (change.queue !== null) queueRun(db, change.queue, queued)

  if (change.subscription === null) removeSubscription(db, id, change.cancelDeliveries)
  else {
    if (change.cancelDeliveries) cancelDeliveries(db, id)
    putSubscription(db, change.subscription, change.clearFailure)
  }
  return true
}

/** Removes a monitor; tells whether there was one. */
const remove = (db: Connection, { at, monitorId, organizationId }: Remove): boolean => {
  const row = db.get<OpenRuns>(
    `delete from monitors where id = ? and organization_id = ?
    returning queued_run_id as queued, running_run_id as running`,
    monitorId,
    organizationId
  )
  if (row === undefined) return false
  if (row.queued !== null) endUnexecuted(db, row.queued, "monitor_paused", at)
  if (row.running !== null) {
    endUnexecuted(db, row.running, "monitor_paused", at)
    changeAccount(db, organizationId, { balance: 0, held: -(endHold(db, row.running, organizationId) ?? 0) })
  }
  db.run("delete from baselines where monitor_id = ?", monitorId)
  db.run("insert into forgotten_versions (monitor_id) values (?) on conflict do nothing", monitorId)
  removeSubscription(db, monitorId, true)
  db.run("update monitor_counts set monitors = monitors - 1 where organization_id = ?", organizationId)
  return true
}

export const monitorWrites = {
  "MonitorStore.create": create,
  "MonitorStore.update": update,
  "MonitorStore.remove": remove
}
