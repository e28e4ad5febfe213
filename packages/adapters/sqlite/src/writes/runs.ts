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
const renew = (db: Connection, { claims, until }: Renew): ReadonlyArray<boolean> =>
  claims.map(
    ([monitorId, runId, token]) =>
      db.run(
        "update monitors set lease_until = ? where id = ? and token = ? and running_run_id = ?",
        until,
        monitorId,
        token,
        runId
      ) > 0
  )

export const runWrites = {
  "RunStore.enqueue": enqueue,
  "RunStore.claimDue": claimRuns,
  "RunStore.renew": renew,
  "RunStore.record": recordRuns
}
