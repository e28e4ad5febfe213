/** What runs were charged, summed in stretches of the window. */
import type { Connection } from "../Connection.ts"

/** What the runs of one monitor were charged in a stretch. */
export interface SpendRow {
  readonly monitorId: string
  /** Null when the monitor was removed. */
  readonly name: string | null
  readonly credits: number
  readonly runs: number
  readonly lastRunAt: number
}

/** The sums of a stretch, and where the next one begins; null at the end of the window. */
export interface SpendStretch {
  readonly rows: ReadonlyArray<SpendRow>
  readonly next: number | null
}

interface SpendWindow {
  readonly organizationId: string
  /** Inclusive. */
  readonly since: number
  /** Exclusive. */
  readonly until: number
}

/** Runs that one read looks at; more only when they completed in the same millisecond. */
const stretchRows = 20_000

const charged = "from runs where organization_id = ? and credits_charged > 0 and completed_at >= ? and completed_at < ?"

/** Sums the first stretch of the window by monitor. */
export const spendOf = (db: Connection, { organizationId, since, until }: SpendWindow): SpendStretch => {
  const last = db.get<{ readonly at: number }>(
    `select completed_at as at ${charged} order by completed_at limit 1 offset ${stretchRows - 1}`,
    organizationId,
    since,
    until
  )
  const next = last === undefined ? null : last.at + 1
  const rows = db.all<SpendRow>(
    `select s.monitorId, m.name, s.credits, s.runs, s.lastRunAt
    from (
      select monitor_id as monitorId, sum(credits_charged) as credits, count(*) as runs, max(completed_at) as lastRunAt
      ${charged} group by monitor_id
    ) s left join monitors m on m.id = s.monitorId and m.organization_id = ?`,
    organizationId,
    since,
    next ?? until,
    organizationId
  )
  return { rows, next }
}
