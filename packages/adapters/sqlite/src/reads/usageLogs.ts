/**
 * Looks for logged calls along the index of the newest, a bounded time at once: the caller goes on where it ended, and other
 * organizations have their turn in between.
 */
import type { Connection } from "../Connection.ts"

/** Conditions on calls; null is none. Lists are JSON. */
export interface LogConditions {
  readonly organizationId: string
  readonly from: number
  readonly paths: string | null
  readonly statusCode: number | null
  readonly errorCode: string | null
  readonly errorsOnly: number
  readonly keyId: string | null
  readonly grantId: string | null
  readonly ofDashboard: number | null
  readonly search: string | null
  readonly tags: string | null
}

/** A place in the list: what comes strictly after this call. */
export interface LogPlace {
  readonly at: number
  readonly id: string
}

/** What is wanted of the list. */
export interface LogsWanted {
  readonly conditions: LogConditions
  readonly after: LogPlace
  readonly skip: number
  readonly limit: number
  /** Calls that may be looked at before the caller is asked again. */
  readonly mostLooked: number
}

/** A logged call as a list shows it. */
export interface LogSummaryRow {
  readonly requestId: string
  readonly organizationId: string
  readonly keyId: string | null
  readonly grantId: string | null
  readonly at: number
  readonly method: string
  readonly path: string
  readonly route: string
  readonly statusCode: number
  readonly errorCode: string | null
  readonly creditsUsed: number
  readonly latencyMs: number
  readonly tags: string
  readonly zdr: number
  readonly ofDashboard: number
}

/** What was found, and where to go on; `next` is null at the end of the list. */
export interface LogsPart {
  readonly rows: ReadonlyArray<LogSummaryRow>
  readonly skipped: number
  readonly looked: number
  readonly next: LogPlace | null
}

/** Calls that are looked at by one statement, and how long statements may follow each other, in milliseconds. */
const atOnce = { calls: 2_000, millis: 50 }

/** Selects a call `l` as a list shows it, with the corrections that name it. */
export const logSummaryColumns = `
  l.request_id as requestId, l.organization_id as organizationId, l.key_id as keyId, l.grant_id as grantId, l.at,
  l.method, l.path, l.route, l.status_code as statusCode, l.error_code as errorCode,
  l.credits_used + ifnull((
    select sum(c.credits_used) from usage_charges c
    where c.organization_id = l.organization_id and c.corrects_request_id = l.request_id
  ), 0) as creditsUsed,
  l.latency_ms as latencyMs, l.tags, l.zdr, l.of_dashboard as ofDashboard`

const summary = `select ${logSummaryColumns} from request_logs l where l.rowid = ?`

const endsOf = (isOne: string) => `
  select at, request_id as id from request_logs
  where organization_id = ? and at >= ? and (at, request_id) < (?, ?) ${isOne}
  order by at desc, request_id desc limit 2 offset ${atOnce.calls - 1}`

// Those that the index knows come first, so that a call they rule out is never read.
const shownOf = (isOne: string) => `
  select rowid as place from request_logs
  where organization_id = ?1 and (at, request_id) < (?2, ?3) and (at, request_id) >= (?4, ?5) ${isOne}
    and (?6 is null or status_code = ?6) and (?7 = 0 or status_code >= 400) and (?8 is null or key_id = ?8)
    and (?13 is null or grant_id = ?13)
    and (?14 is null or of_dashboard = ?14)
    and (?9 is null or path in (select value from json_each(?9)))
    and (?10 is null or error_code = ?10)
    and (?11 is null or exists (
      select 1 from json_each(request_logs.tags) t where t.value in (select value from json_each(?11))))
    and (?12 is null or instr(search, ?12) > 0)
  order by at desc, request_id desc`

/** The same walk along all calls, and along those that have an index of their own, in whose words they are asked for. @internal */
export const walks = {
  all: { ends: endsOf(""), shown: shownOf("") },
  errors: { ends: endsOf("and status_code >= 400"), shown: shownOf("and status_code >= 400") },
  called: { ends: endsOf("and of_dashboard = 0"), shown: shownOf("and of_dashboard = 0") }
}

const walkFor = ({ errorsOnly, ofDashboard, statusCode }: LogConditions) => {
  if (errorsOnly === 1 || (statusCode ?? 0) >= 400) return walks.errors
  return ofDashboard === 0 ? walks.called : walks.all
}

interface Found {
  readonly place: number
}

const placesBetween = (db: Connection, shown: string, conditions: LogConditions, after: LogPlace, last: LogPlace) =>
  db.all<Found>(
    shown,
    conditions.organizationId,
    after.at,
    after.id,
    last.at,
    last.id,
    conditions.statusCode,
    conditions.errorsOnly,
    conditions.keyId,
    conditions.paths,
    conditions.errorCode,
    conditions.tags,
    conditions.search,
    conditions.grantId,
    conditions.ofDashboard
  )

/** A part of the list. */
export const usageLogs = (db: Connection, { after, conditions, limit, mostLooked, skip }: LogsWanted): LogsPart => {
  const { from, organizationId } = conditions
  const until = performance.now() + atOnce.millis
  const rows: Array<LogSummaryRow> = []
  const { ends, shown } = walkFor(conditions)
  let skipped = 0
  let looked = 0
  let next: LogPlace | null = after
  while (next !== null && rows.length < limit && looked < mostLooked && performance.now() < until) {
    const begin: LogPlace = next
    const [end, beyond] = db.all<LogPlace>(ends, organizationId, from, begin.at, begin.id)
    const last: LogPlace | undefined = beyond === undefined ? undefined : end
    for (const { place } of placesBetween(db, shown, conditions, next, last ?? { at: from, id: "" })) {
      if (skipped < skip) skipped += 1
      else if (rows.length < limit) {
        const row = db.get<LogSummaryRow>(summary, place)
        if (row !== undefined) rows.push(row)
      }
    }
    looked += atOnce.calls
    next = last ?? null
  }
  return { rows, skipped, looked, next }
}
