/** The last runs of several monitors, of one moment: by an index, of each monitor as many as are wanted and no more. */
import type { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { RecentRun } from "@kittiwake/core/monitors/domain/RecentRun"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Connection } from "./Connection.ts"
import { momentOf } from "./moments.ts"

interface RecentRow {
  readonly id: string
  readonly status: string
  readonly changeDetected: number
  readonly skipReason: string | null
  readonly queuedAt: number
  readonly startedAt: number | null
  readonly importance: string | null
}

/** @internal */
export const isOwnMonitor = "select 1 as own from monitors m where m.id = ? and m.organization_id = ?"

/** @internal */
export const lastRuns = `
  select r.id, r.status, r.change_detected as changeDetected, r.skip_reason as skipReason, r.queued_at as queuedAt,
    r.started_at as startedAt, c.facts ->> 'importance' as importance
  from runs r left join changes c on c.id = r.change_id
  where r.monitor_id = ? order by r.queued_at desc, r.id desc limit ?`

const toRecent = (row: RecentRow): RecentRun => ({
  id: row.id as Run["id"],
  status: row.status as Run["status"],
  changeDetected: row.changeDetected === 1,
  skipReason: row.skipReason as Run["skipReason"],
  queuedAt: momentOf(row.queuedAt),
  startedAt: row.startedAt === null ? null : momentOf(row.startedAt),
  importance: row.importance as Importance | null
})

export const recentRuns = (
  db: Connection,
  organizationId: OrganizationId,
  monitorIds: ReadonlyArray<MonitorId>,
  limit: number
): ReadonlyMap<MonitorId, ReadonlyArray<RecentRun>> => {
  const found = new Map<MonitorId, ReadonlyArray<RecentRun>>()
  for (const id of new Set(monitorIds)) {
    if (db.get(isOwnMonitor, id, organizationId) === undefined) continue
    found.set(id, db.all<RecentRow>(lastRuns, id, limit).map(toRecent))
  }
  return found
}
