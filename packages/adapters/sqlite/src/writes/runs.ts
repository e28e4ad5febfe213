/** Runs: queued, claimed, recorded. */
import type { Connection } from "../Connection.ts"
import { claimRuns } from "./claimRuns.ts"
import type { KeptRow } from "./idempotency.ts"
import { type KeyTaken, keeping } from "./keeping.ts"
import { type QueuedRun, queueRun } from "./queuedRuns.ts"
import { recordRuns } from "./recordRuns.ts"

/** The monitor is no longer as it was read. Nothing was written. */
export interface Outdated {
  readonly _tag: "Outdated"
}

export interface Enqueue {
  readonly queue: QueuedRun
  /** Of the monitor as it was read. */
  readonly revision: number
  readonly kept: KeptRow | null
}

export interface Renew {
  readonly claims: ReadonlyArray<readonly [monitorId: string, runId: string, token: number]>
  readonly until: number
  /** Whether the claims count from now on when they are lost; those that are given back do not. */
  readonly isBegun: boolean
}

/** Queues a run of a monitor that is as it was read. */
const enqueue = (db: Connection, { kept, queue, revision }: Enqueue): Outdated | KeyTaken | null => {
  const { monitorId, organizationId } = queue.run
  const row = db.get<{ readonly queued: string | null }>(
    "select queued_run_id as queued from monitors where id = ? and organization_id = ? and revision = ?",
    monitorId,
    organizationId,
    revision
  )
  return keeping(
    db,
    kept,
    () => (row === undefined ? { _tag: "Outdated" as const } : null),
    () => queueRun(db, queue, row?.queued ?? null)
  )
}

/** Lengthens the leases that still hold; tells for each whether it does. */
const renew = (db: Connection, { claims, isBegun, until }: Renew): ReadonlyArray<boolean> =>
  claims.map(
    ([monitorId, runId, token]) =>
      db.run(
        "update monitors set lease_until = ?, begun = ? where id = ? and token = ? and running_run_id = ?",
        until,
        isBegun ? 1 : 0,
        monitorId,
        token,
        runId
      ) > 0
  )

export interface Replan {
  readonly plans: ReadonlyArray<readonly [id: string, dueAt: number, anchorAt: number, nextRunAt: number | null]>
  readonly now: number
  readonly freeFrom: number
}

/** Plans monitors anew that are due as they were read; tells how many. */
const replan = (db: Connection, { freeFrom, now, plans }: Replan): number => {
  let count = 0
  for (const [id, dueAt, anchorAt, nextRunAt] of plans) {
    const moved = db.run(
      `update monitors set anchor_at = ?1, next_run_at = ?2, queued_at = min(queued_at, ?3),
        running_due_at = min(running_due_at, ?3), revision = revision + 1
      where id = ?4 and due_at = ?5`,
      ...[anchorAt, nextRunAt, now, id, dueAt]
    )
    if (moved > 0)
      db.run(
        "update runs set slot_at = null where monitor_id = ? and slot_at >= ? and status <> 'running'",
        id,
        freeFrom
      )
    count += moved
  }
  return count
}

export const runWrites = {
  "RunStore.replan": replan,
  "RunStore.enqueue": enqueue,
  "RunStore.claimDue": claimRuns,
  "RunStore.renew": renew,
  "RunStore.record": recordRuns
}
