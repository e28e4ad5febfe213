/** Steps on the runs of a monitor that have not started. */
import type { Connection } from "../Connection.ts"
import { marksOf, namesOf } from "./columns.ts"
import { type RunWrite, runEndColumns } from "./runColumns.ts"

/** A run to queue, and since when its monitor counts as due: not later than now, also when a caller's clock is ahead. */
export interface QueuedRun {
  readonly run: RunWrite
  readonly dueAt: number
}

const ownColumns = ["id", "organization_id", "monitor_id", "trigger", "queued_at", "credits_charged"] as const

const insert = `insert into runs (${namesOf(ownColumns)}, ${namesOf(runEndColumns)})
  values (${marksOf(ownColumns)}, ${marksOf(runEndColumns)})`

/** Stores a run. */
export const insertRun = (db: Connection, run: RunWrite): void => {
  db.run(insert, run.id, run.organizationId, run.monitorId, run.trigger, run.queuedAt, run.creditsCharged, ...run.end)
}

/** Ends a run that has not ended, without executing it; it gives up its slot. */
export const endUnexecuted = (db: Connection, runId: string, reason: string, at: number): void => {
  db.run(
    `update runs set status = 'skipped', skip_reason = ?, completed_at = ?, slot_at = null
    where id = ? and status in ('queued', 'running')`,
    reason,
    at,
    runId
  )
}

/** Queues a run in place of the one that waits. */
export const queueRun = (db: Connection, { dueAt, run }: QueuedRun, waiting: string | null): void => {
  if (waiting !== null) endUnexecuted(db, waiting, "superseded", run.queuedAt)
  insertRun(db, run)
  db.run("update monitors set queued_run_id = ?, queued_at = ? where id = ?", run.id, dueAt, run.monitorId)
}
