/**
 * Tells usage by bucket and group, with one statement.
 *
 * The range is cut into stretches: whole days and hours come from their sums and from the tallies that
 * are not in them yet, what is left at its edges from the rows. So
 * whatever the range, no more than two stretches are read row by row, each shorter than an hour.
 */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { GroupBy, HistoryCount, HistoryQuery } from "@kittiwake/core/usage/domain/History"
import { type Stretch, stretchesOf } from "@kittiwake/core/usage/domain/Interval"
import { DateTime, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { chargeCounts, logCounts } from "./usageRows.ts"
import { coarsestSplit, splits } from "./usageSums.ts"

/** Selects `at`, `value`, `credits_used` and `request_count` of a stretch. */
const partsOf = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  split: GroupBy,
  { from, grain, to }: Stretch
): ReadonlyArray<Statement.Fragment> => {
  const within = (column: "at" | "start" | "hour") => sql`organization_id = ${organizationId}
    and ${sql.literal(column)} >= ${DateTime.makeUnsafe(from)}::timestamptz
    and ${sql.literal(column)} < ${DateTime.makeUnsafe(to)}::timestamptz`
  const sums = (table: string) => [
    sql`select start as at, value, credits_used, request_count from ${sql.literal(table)}
      where split_by = ${split} and ${within("start")}`,
    sql`select hour as at, ${sql.literal(splits[split])} as value, credits_used, request_count from usage_tallies
      where ${within("hour")}`
  ]
  const rows = (table: string, counts: string) => sql`
    select at, ${sql.literal(splits[split])} as value, credits_used, request_count
    from (select ${sql.literal(counts)} from ${sql.literal(table)} where ${within("at")}) counted`
  switch (grain) {
    case "day":
      return sums("usage_days")
    case "hour":
      return sums("usage_hours")
    case "row":
      return [rows("request_logs", logCounts), rows("usage_charges", chargeCounts)]
  }
}

/** Usage in the range, by bucket and group. */
export const usageHistory = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { from, groupBy, interval, to }: HistoryQuery
) {
  const parts = stretchesOf(interval, from.epochMilliseconds, to.epochMilliseconds).flatMap((stretch) =>
    partsOf(sql, organizationId, groupBy ?? coarsestSplit, stretch)
  )
  if (parts.length === 0) return []
  const rows = yield* sql<Omit<HistoryCount, "at"> & { readonly at: string }>`
    select date_trunc(${interval}::text, at, 'UTC') as at, ${sql.literal(groupBy === null ? "null::text" : "value")} as value,
      sum(credits_used)::bigint as "creditsUsed", sum(request_count)::bigint as "requestCount"
    from (${sql.join(" union all ", false)(parts)}) counted
    group by 1, 2`
  return rows.map((row): HistoryCount => ({ ...row, at: DateTime.makeUnsafe(row.at) }))
})
