/** Steps on the queued run of a monitor whose row the transaction has locked. */
import type { Run, SkipReason } from "@kittiwake/core/monitors/domain/Run"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { runJson, runWriteColumns } from "./runRows.ts"

/** When the run counts as due: at once, also when a caller's clock is ahead of ours. */
export const dueAt = (run: Run) => Effect.map(DateTime.now, (now) => DateTime.min(run.queuedAt, now))

/** Stores a run. */
export const insertRun = (sql: SqlClient.SqlClient, run: Run) => sql`
  insert into runs (${sql.literal(runWriteColumns.names)})
  select x.* from json_to_record(${storableJson(runJson(run))}::json) as x(${sql.literal(runWriteColumns.definition)})`

/** Ends runs that have not ended, without executing them; each gives up its slot. */
export const endUnexecuted = (
  sql: SqlClient.SqlClient,
  runIds: ReadonlyArray<string>,
  reason: SkipReason,
  at: DateTime.Utc
) =>
  runIds.length === 0
    ? Effect.void
    : sql`
      update runs set status = 'skipped', skip_reason = ${reason}, completed_at = ${at}, slot_at = null
      where id in ${sql.in(runIds)} and status in ('queued', 'running')`

/** Queues a run in place of the one that waits. */
export const queueRun = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, run: Run, waiting: string | null) {
  if (waiting !== null) yield* endUnexecuted(sql, [waiting], "superseded", run.queuedAt)
  yield* insertRun(sql, run)
  yield* sql`update monitors set queued_run_id = ${run.id}, queued_at = ${yield* dueAt(run)} where id = ${run.monitorId}`
})
