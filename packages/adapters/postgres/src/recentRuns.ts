/** The last runs of several monitors, in one statement that reads of each monitor as many as are wanted and no more. */
import type { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { RecentRun } from "@kittiwake/core/monitors/domain/RecentRun"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"

interface RecentRow {
  readonly monitorId: MonitorId
  readonly id: Run["id"] | null
  readonly status: Run["status"]
  readonly changeDetected: boolean
  readonly skipReason: Run["skipReason"]
  readonly queuedAt: Date | string
  readonly startedAt: Date | string | null
  readonly importance: Importance | null
}

const momentOf = (at: Date | string) => DateTime.makeUnsafe(at)

/** `id` is not null: a monitor without runs has a row without one. */
const toRecent = (row: RecentRow, id: Run["id"]): RecentRun => ({
  id,
  status: row.status,
  changeDetected: row.changeDetected,
  skipReason: row.skipReason,
  queuedAt: momentOf(row.queuedAt),
  startedAt: row.startedAt === null ? null : momentOf(row.startedAt),
  importance: row.importance
})

export const recentRuns = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  monitorIds: ReadonlyArray<MonitorId>,
  limit: number
) {
  // Each is looked up by itself: joined, all of a table may be read for a few of its rows.
  const rows = yield* sql<RecentRow>`
    select m.id as "monitorId", r.id, r.status, r.change_detected as "changeDetected", r.skip_reason as "skipReason",
      r.queued_at as "queuedAt", r.started_at as "startedAt",
      (select c.facts ->> 'importance' from changes c where c.id = r.change_id) as importance
    from json_array_elements_text(${storableJson([...new Set(monitorIds)])}::json) w
    cross join lateral (
      select id from monitors where id = w.value and organization_id = ${organizationId} offset 0
    ) m
    left join lateral (
      select * from runs r where r.monitor_id = m.id order by r.queued_at desc, r.id desc limit ${limit}
    ) r on true
    order by m.id, r.queued_at desc, r.id desc`
  const found = new Map<MonitorId, Array<RecentRun>>()
  for (const row of rows) {
    const runs = found.get(row.monitorId) ?? []
    found.set(row.monitorId, runs)
    if (row.id !== null) runs.push(toRecent(row, row.id))
  }
  return found
})
