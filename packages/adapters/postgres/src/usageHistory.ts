/**
 * Tells usage by bucket and group, with one statement.
 *
 * The range is cut into stretches: whole days and hours come from their sums, what is left at its edges from the rows. So
 * whatever the range, no more than two stretches are read row by row, each shorter than an hour.
 */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { HistoryCount, HistoryQuery } from "@kittiwake/core/usage/domain/History"
import { type Stretch, stretchesOf } from "@kittiwake/core/usage/domain/Interval"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { chargeCounts, logCounts } from "./usageRows.ts"
import { sumCounts } from "./usageSums.ts"

const groupColumns: { readonly [G in NonNullable<HistoryQuery["groupBy"]>]: string } = {
  path: "path",
  key_id: "key_id",
  status_code: "status_code::text"
}

interface Source {
  readonly counts: string
  readonly table: string
  /** The column that places a row in time. */
  readonly moment: string
}

const sources: { readonly [G in Stretch["grain"]]: ReadonlyArray<Source> } = {
  row: [
    { counts: logCounts, table: "request_logs", moment: "at" },
    { counts: chargeCounts, table: "usage_charges", moment: "at" }
  ],
  hour: [{ counts: sumCounts, table: "usage_hours", moment: "start" }],
  day: [{ counts: sumCounts, table: "usage_days", moment: "start" }]
}

/** Usage in the range, by bucket and group. */
export const usageHistory = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { from, groupBy, interval, to }: HistoryQuery
) {
  const stretches = stretchesOf(interval, from.epochMilliseconds, to.epochMilliseconds)
  if (stretches.length === 0) return []
  const parts = stretches.flatMap((stretch) =>
    sources[stretch.grain].map(
      ({ counts, moment, table }) => sql`
        select ${sql.literal(counts)} from ${sql.literal(table)}
        where organization_id = ${organizationId}
          and ${sql.literal(moment)} >= ${DateTime.makeUnsafe(stretch.from)}::timestamptz
          and ${sql.literal(moment)} < ${DateTime.makeUnsafe(stretch.to)}::timestamptz`
    )
  )
  const group = groupBy === null ? "null::text" : groupColumns[groupBy]
  const rows = yield* sql<Omit<HistoryCount, "at"> & { readonly at: string }>`
    select date_trunc('${sql.literal(interval)}', at, 'UTC') as at, ${sql.literal(group)} as value,
      sum(credits_used)::bigint as "creditsUsed", sum(request_count)::bigint as "requestCount"
    from (${sql.join(" union all ", false)(parts)}) counted
    group by 1, 2`
  return rows.map((row): HistoryCount => ({ ...row, at: DateTime.makeUnsafe(row.at) }))
})
