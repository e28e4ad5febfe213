/** Removes what is kept no longer. Several processes may do so at once: each removes rows that the others leave. */
import type { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { type DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { foldTallies } from "./usageSums.ts"

/** Most sums that one statement removes. */
const sumsAtOnce = 5_000

/** Removes up to `limit` rows from before a moment, calls and charges alike, oldest first; tells how many. */
const removeRows = (sql: SqlClient.SqlClient, before: DateTime.Utc, limit: number) =>
  Effect.map(
    sql<{ removed: number }>`
      with logs as materialized (
        select ctid as place, at from request_logs where at < ${before}::timestamptz
        order by at limit ${limit} for update skip locked
      ),
      charges as materialized (
        select ctid as place, at from usage_charges where at < ${before}::timestamptz
        order by at limit ${limit} for update skip locked
      ),
      oldest as materialized (
        select * from (select true as is_log, * from logs union all select false, * from charges) old
        order by at limit ${limit}
      ),
      logs_gone as (delete from request_logs where ctid = any (array(select place from oldest where is_log))),
      charges_gone as (delete from usage_charges where ctid = any (array(select place from oldest where not is_log)))
      select count(*) as removed from oldest`,
    ([row]) => row!.removed
  )

/** Removes all sums that ended by a moment, a bounded number at a time. */
const removeSums = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  table: "usage_hours" | "usage_days",
  before: DateTime.Utc
) {
  const length = table === "usage_hours" ? "1 hour" : "24 hours"
  const removed = sql`
    delete from ${sql.literal(table)} where ctid = any (array(
      select ctid from ${sql.literal(table)} where start <= ${before}::timestamptz - interval '${sql.literal(length)}'
      order by start limit ${sumsAtOnce} for update skip locked
    ))
    returning 1`
  while ((yield* removed).length === sumsAtOnce);
})

/** What `UsageStore.prune` promises. */
export const pruneUsage = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { countsBefore, limit, rowsBefore }: Parameters<UsageStore["Service"]["prune"]>[0]
) {
  // What is not in the sums yet would come back into them.
  yield* Effect.provideService(foldTallies, SqlClient.SqlClient, sql)
  yield* removeSums(sql, "usage_hours", countsBefore)
  yield* removeSums(sql, "usage_days", countsBefore)
  return yield* removeRows(sql, rowsBefore, limit)
})
