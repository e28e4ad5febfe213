/**
 * What runs were charged: whole days and months from their sums, and what is left at the edges of the window through the ledger,
 * where the charge of a run stands at the moment the run completed. An index over runs that held either would be written with
 * each of them.
 */
import { type SpendStretch, spendStretches } from "@kittiwake/core/monitors/domain/SpendStretch"
import type { MonitorSpend, RunStore } from "@kittiwake/core/monitors/RunStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** A moment as the server reads it; a window may have no end. */
const momentOf = (millis: number): string => {
  if (Number.isFinite(millis)) return new Date(millis).toISOString()
  return millis < 0 ? "-infinity" : "infinity"
}

const partOf = (sql: SqlClient.SqlClient, organizationId: OrganizationId, { from, grain, to }: SpendStretch) => {
  const within = (column: string) => sql`
    ${sql.literal(column)} >= ${momentOf(from)}::timestamptz and ${sql.literal(column)} < ${momentOf(to)}::timestamptz`
  return grain === "run"
    ? sql`
      select r.monitor_id, -e.credits as credits, 1 as runs, e.at as last_run_at
      from ledger_entries e join runs r on r.id = e.cause_id and r.organization_id = e.organization_id
      where e.organization_id = ${organizationId} and e.cause_kind = 'run' and e.credits < 0 and ${within("e.at")}`
    : sql`
      select monitor_id, credits, runs, last_run_at from run_spend
      where organization_id = ${organizationId} and grain = ${grain} and ${within("start")}`
}

/** What `RunStore.spend` promises. */
export const spendOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ...[organizationId, { since, until }]: Parameters<RunStore["Service"]["spend"]>
) {
  const from = since?.epochMilliseconds ?? Number.NEGATIVE_INFINITY
  const parts = spendStretches(from, until?.epochMilliseconds ?? Number.POSITIVE_INFINITY).map((stretch) =>
    partOf(sql, organizationId, stretch)
  )
  if (parts.length === 0) return []
  const rows = yield* sql<Omit<MonitorSpend, "lastRunAt"> & { readonly lastRunAt: string }>`
    select spent.monitor_id as "monitorId", m.name, spent.credits, spent.runs, spent.last_run_at as "lastRunAt"
    from (
      select monitor_id, sum(credits)::bigint as credits, sum(runs)::bigint as runs, max(last_run_at) as last_run_at
      from (${sql.join(" union all ", false)(parts)}) charged
      group by monitor_id
    ) spent left join monitors m on m.id = spent.monitor_id and m.organization_id = ${organizationId}
    order by spent.last_run_at desc, spent.credits desc, spent.monitor_id`
  return rows.map((row): MonitorSpend => ({ ...row, lastRunAt: DateTime.makeUnsafe(row.lastRunAt) }))
})
