/** What runs were charged, summed in stretches of the window: whole days and months from their sums, and the rest from runs. */
import type { SpendStretch } from "@kittiwake/core/monitors/domain/SpendStretch"
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

/** The sums of a part of a stretch, and where the rest of it begins; null at its end. */
export interface SpendPart {
  readonly rows: ReadonlyArray<SpendRow>
  readonly next: number | null
}

interface Wanted extends SpendStretch {
  readonly organizationId: string
}

/** Rows that one read looks at; more only when they are of the same moment. */
const rowsAtOnce = 20_000

/** The rows of a stretch, by the moments that they stand at. */
const sources = {
  run: {
    at: "completed_at",
    credits: "credits_charged",
    runs: "1",
    lastRunAt: "completed_at",
    rows: "from runs where organization_id = ? and credits_charged > 0 and completed_at >= ? and completed_at < ?"
  },
  day: {
    at: "start",
    credits: "credits",
    runs: "runs",
    lastRunAt: "last_run_at",
    rows: "from run_spend where organization_id = ? and grain = 'day' and start >= ? and start < ?"
  },
  month: {
    at: "start",
    credits: "credits",
    runs: "runs",
    lastRunAt: "last_run_at",
    rows: "from run_spend where organization_id = ? and grain = 'month' and start >= ? and start < ?"
  }
}

/** A moment as a column has it; a window may have no end. */
const finite = (millis: number): number => Math.min(Math.max(millis, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

/** Sums the first part of a stretch by monitor. */
export const spendOf = (db: Connection, { from, grain, organizationId, to }: Wanted): SpendPart => {
  const { at, credits, lastRunAt, rows: charged, runs } = sources[grain]
  const [since, until] = [finite(from), finite(to)]
  const last = db.get<{ readonly at: number }>(
    `select ${at} as at ${charged} order by ${at} limit 1 offset ${rowsAtOnce - 1}`,
    organizationId,
    since,
    until
  )
  const next = last === undefined ? null : last.at + 1
  const rows = db.all<SpendRow>(
    `select s.monitorId, m.name, s.credits, s.runs, s.lastRunAt
    from (
      select monitor_id as monitorId, sum(${credits}) as credits, sum(${runs}) as runs, max(${lastRunAt}) as lastRunAt
      ${charged} group by monitor_id
    ) s left join monitors m on m.id = s.monitorId and m.organization_id = ?`,
    organizationId,
    since,
    next ?? until,
    organizationId
  )
  return { rows, next }
}
