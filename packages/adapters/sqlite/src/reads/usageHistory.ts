/**
 * Tells usage in a stretch of time, from sums and from tallies that are not in them yet, or row by row where a stretch is
 * no whole hour.
 *
 * Sums and tallies are read in one transaction, so that what moves from the ones to the others is seen in one of them.
 * Rows are read a bounded number at a time, and the caller asks for the rest.
 */
import type { Connection } from "../Connection.ts"

type Split = "path" | "key_id" | "status_code"

/** A part of a range, with what it is told by. */
export interface HistoryStretch {
  readonly organizationId: string
  readonly grain: "row" | "hour" | "day"
  readonly from: number
  /** Not part of the stretch. */
  readonly to: number
  readonly interval: "hour" | "day" | "month"
  /** What the sums are split by; null when they are not, and then any will do. */
  readonly split: Split | null
  /** Whom calls count for that nobody is known to have made. */
  readonly nobody: string
}

/** Usage of one value in one bucket; the value is null when nothing is split. */
export interface CountRow {
  readonly at: number
  readonly value: string | null
  creditsUsed: number
  requestCount: number
}

/** Usage in a stretch up to `next`, where the rest begins; null when that was all. */
export interface HistoryPart {
  readonly counts: ReadonlyArray<CountRow>
  readonly next: number | null
}

/** Rows of each table that one call reads, about. */
const rowsAtOnce = 20_000

const hourMillis = 3_600_000

/** The split that has the fewest sums; it tells the whole soonest. */
const coarsest: Split = "status_code"

const valueOf: { readonly [S in Split]: string } = {
  path: "path",
  key_id: "key_id",
  status_code: "cast(status_code as text)"
}

const valueOfLog: { readonly [S in Split]: string } = {
  path: "route",
  key_id: "coalesce(key_id, grant_id, ?4)",
  status_code: "cast(status_code as text)"
}

const counted = "credits_used as creditsUsed, request_count as requestCount"

const sumsIn = (table: string) => `
  select start as at, value, ${counted} from ${table}
  where organization_id = ?1 and split_by = ?4 and start >= ?2 and start < ?3`

const talliesIn = (split: Split) => `
  select hour as at, ${valueOf[split]} as value, ${counted} from usage_tallies
  where organization_id = ?1 and hour >= ?2 and hour < ?3`

// Every row of such a stretch lies in one hour, and so in one bucket. Grouping sorts them all, and is left out where nothing
// is split: that takes half the time.
const logsIn = (split: Split | null) => `
  select ?2 as at, ${split === null ? "null" : valueOfLog[split]} as value, 0 as creditsUsed, count(*) as requestCount
  from request_logs where organization_id = ?1 and at >= ?2 and at < ?3 and ?4 is not null
  ${split === null ? "having count(*) > 0" : "group by 2"}`

/** Selects what the charges in a stretch add up to. */
export const chargesIn = (split: Split | null) => `
  select ?2 as at, ${split === null ? "null" : valueOf[split]} as value, sum(credits_used) as creditsUsed,
    sum(request_count) as requestCount
  from usage_charges where organization_id = ?1 and at >= ?2 and at < ?3
  ${split === null ? "having count(*) > 0" : "group by 2"}`

const bucketOf = (interval: HistoryStretch["interval"], at: number): number => {
  if (interval === "hour") return Math.floor(at / hourMillis) * hourMillis
  if (interval === "day") return Math.floor(at / (24 * hourMillis)) * 24 * hourMillis
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
}

const addedUp = ({ interval, split }: HistoryStretch, parts: ReadonlyArray<Iterable<CountRow>>) => {
  const sums = new Map<string, CountRow>()
  for (const part of parts) {
    for (const row of part) {
      const [at, value] = [bucketOf(interval, row.at), split === null ? null : row.value]
      const key = `${at}\n${value}`
      const sum = sums.get(key)
      if (sum === undefined) sums.set(key, { ...row, at, value })
      else {
        sum.creditsUsed += row.creditsUsed
        sum.requestCount += row.requestCount
      }
    }
  }
  return [...sums.values()]
}

const hasRows = (db: Connection, organizationId: string, from: number, to: number): boolean =>
  ["request_logs", "usage_charges"].some(
    (table) =>
      db.get(
        `select 1 from ${table} where organization_id = ? and at >= ? and at < ? limit 1`,
        organizationId,
        from,
        to
      ) !== undefined
  )

/** The whole hour that tells what such a stretch does, because all rows of the hour lie in the stretch: mostly, the last one. */
const wholeHour = (db: Connection, stretch: HistoryStretch): HistoryStretch | null => {
  const { from, organizationId, to } = stretch
  const start = bucketOf("hour", from)
  const end = start + hourMillis
  if (hasRows(db, organizationId, start, from) || hasRows(db, organizationId, to, end)) return null
  return { ...stretch, grain: "hour", from: start, to: end }
}

const fromSums = (db: Connection, stretch: HistoryStretch): HistoryPart => {
  const split = stretch.split ?? coarsest
  const place = [stretch.organizationId, stretch.from, stretch.to] as const
  const sums = sumsIn(stretch.grain === "day" ? "usage_days" : "usage_hours")
  const parts = [db.iterate<CountRow>(sums, ...place, split), db.iterate<CountRow>(talliesIn(split), ...place)]
  return { counts: addedUp(stretch, parts), next: null }
}

/** Where the rows of a table from here on become too many for one call; null when they do not. */
const tooMany = (db: Connection, table: string, { from, organizationId, to }: HistoryStretch): number | null =>
  db.get<{ readonly at: number }>(
    `select at from ${table} where organization_id = ? and at >= ? and at < ? order by at limit 1 offset ${rowsAtOnce}`,
    organizationId,
    from,
    to
  )?.at ?? null

const fromRows = (db: Connection, stretch: HistoryStretch): HistoryPart => {
  const { from, nobody, organizationId, split, to } = stretch
  const end = Math.max(
    from + 1,
    Math.min(to, tooMany(db, "request_logs", stretch) ?? to, tooMany(db, "usage_charges", stretch) ?? to)
  )
  const parts = [
    db.all<CountRow>(logsIn(split), organizationId, from, end, nobody),
    db.all<CountRow>(chargesIn(split), organizationId, from, end)
  ]
  return { counts: addedUp(stretch, parts), next: end < to ? end : null }
}

/** Usage in a stretch, or in the first part of it. */
export const usageHistory = (db: Connection, stretch: HistoryStretch): HistoryPart => {
  db.exec("begin")
  try {
    if (stretch.grain !== "row") return fromSums(db, stretch)
    const whole = wholeHour(db, stretch)
    return whole === null ? fromRows(db, stretch) : fromSums(db, whole)
  } finally {
    db.exec("commit")
  }
}
