/** Logged calls, charges, and the sums of their hours and days. */
import type { Connection } from "../Connection.ts"
import { type ChargeRow, countCharges, Tallies } from "./tallies.ts"
import { foldTallies } from "./usageSums.ts"

/** A logged call as a row of `request_logs`; lists and records are JSON. A tuple, because many cross between threads. */
export type LogRow = readonly [
  organizationId: string,
  requestId: string,
  at: number,
  keyId: string | null,
  grantId: string | null,
  method: string,
  path: string,
  route: string,
  statusCode: number,
  errorCode: string | null,
  creditsUsed: number,
  latencyMs: number,
  tags: string,
  zdr: number,
  userAgent: string | null,
  search: string,
  input: string,
  response: string | null,
  ofDashboard: number
]

export interface LoggedCalls {
  readonly rows: ReadonlyArray<LogRow>
  /** Whom calls count for that nobody is known to have made. */
  readonly nobody: string
}

const append = (db: Connection, { nobody, rows }: LoggedCalls): void => {
  const tallies = new Tallies()
  for (const row of rows) {
    const written = db.run(
      `insert into request_logs (organization_id, request_id, at, key_id, grant_id, method, path, route, status_code,
        error_code, credits_used, latency_ms, tags, zdr, user_agent, search, input, response,
        of_dashboard)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      ...row
    )
    if (written === 0) continue
    const [organizationId, , at, keyId, grantId, , , path, statusCode] = row
    tallies.add({
      organizationId,
      at,
      path,
      keyId: keyId ?? grantId ?? nobody,
      statusCode,
      creditsUsed: 0,
      requestCount: 1
    })
  }
  tallies.write(db)
}

export interface Removal {
  readonly before: number
  readonly limit: number
}

interface OldLog {
  readonly place: number
  readonly at: number
}

interface OldCharge {
  readonly organizationId: string
  readonly id: string
  readonly at: number
}

/** Removes up to `limit` rows from before a moment, calls and charges alike, oldest first; tells how many. */
const removeRows = (db: Connection, { before, limit }: Removal): number => {
  const logs = db.all<OldLog>(
    "select rowid as place, at from request_logs where at < ? order by at limit ?",
    before,
    limit
  )
  const charges = db.all<OldCharge>(
    "select organization_id as organizationId, id, at from usage_charges where at < ? order by at limit ?",
    before,
    limit
  )
  const oldest = [...logs, ...charges].sort((a, b) => a.at - b.at).slice(0, limit)
  for (const row of oldest) {
    if ("place" in row) db.run("delete from request_logs where rowid = ?", row.place)
    else db.run("delete from usage_charges where organization_id = ? and id = ?", row.organizationId, row.id)
  }
  return oldest.length
}

const removeOldSums = (table: "usage_hours" | "usage_days") => `
  delete from ${table} where (organization_id, split_by, start, value) in (
    select organization_id, split_by, start, value from ${table} where start <= ? order by start limit ?
  )`

const [removeHours, removeDays] = [removeOldSums("usage_hours"), removeOldSums("usage_days")]

const hourMillis = 3_600_000

/** Removes up to `limit` sums of each table whose hour or day ended by a moment; tells how many at most. */
const removeSums = (db: Connection, { before, limit }: Removal): number =>
  Math.max(db.run(removeHours, before - hourMillis, limit), db.run(removeDays, before - 24 * hourMillis, limit))

export const usageWrites = {
  /** Writes the calls that are not there yet, and counts them: not their credits, which are counted when they are charged. */
  "UsageStore.append": append,

  /** Writes the charges that are not there yet, and counts them. */
  "UsageStore.add": (db: Connection, charges: ReadonlyArray<ChargeRow>): void => countCharges(db, charges),

  /** Adds up to `limit` tallies to their sums; tells how many. */
  "UsageStore.fold": foldTallies,

  /** Removes sums that ended; the caller asks again while it gets `limit`. */
  "UsageStore.removeSums": removeSums,

  /** Removes rows; the caller asks again while it gets `limit`. */
  "UsageStore.removeRows": removeRows
}
