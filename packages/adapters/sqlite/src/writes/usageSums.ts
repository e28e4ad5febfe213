/** Adds what was tallied to the sums of its hour and day. */
import type { Connection } from "../Connection.ts"
import type { TallyRow } from "./tallies.ts"

const dayMillis = 86_400_000

interface Sum {
  readonly organizationId: string
  readonly splitBy: string
  readonly start: number
  readonly value: string
  creditsUsed: number
  requestCount: number
}

const grow = (table: "usage_hours" | "usage_days") => `
  insert into ${table} (organization_id, split_by, start, value, credits_used, request_count) values (?, ?, ?, ?, ?, ?)
  on conflict (organization_id, split_by, start, value) do update
    set credits_used = credits_used + excluded.credits_used, request_count = request_count + excluded.request_count`

const [growHours, growDays] = [grow("usage_hours"), grow("usage_days")]

/** What tallies add to the sums that begin at `startOf` them, by each thing that a history is split by. */
const sumsOf = (tallies: ReadonlyArray<TallyRow>, startOf: (hour: number) => number): Iterable<Sum> => {
  const sums = new Map<string, Sum>()
  for (const { creditsUsed, hour, keyId, organizationId, path, requestCount, statusCode } of tallies) {
    const start = startOf(hour)
    for (const [splitBy, value] of [
      ["path", path],
      ["key_id", keyId],
      ["status_code", String(statusCode)]
    ] as const) {
      const key = `${organizationId}\n${splitBy}\n${start}\n${value}`
      const sum = sums.get(key)
      if (sum === undefined) sums.set(key, { organizationId, splitBy, start, value, creditsUsed, requestCount })
      else {
        sum.creditsUsed += creditsUsed
        sum.requestCount += requestCount
      }
    }
  }
  return sums.values()
}

const addTo = (db: Connection, statement: string, sums: Iterable<Sum>): void => {
  for (const { creditsUsed, organizationId, requestCount, splitBy, start, value } of sums) {
    db.run(statement, organizationId, splitBy, start, value, creditsUsed, requestCount)
  }
}

/** Adds up to `limit` tallies to their sums, those that were written first; tells how many. */
export const foldTallies = (db: Connection, limit: number): number => {
  const tallies = db.all<TallyRow>(
    `delete from usage_tallies where rowid in (select rowid from usage_tallies order by rowid limit ?)
    returning organization_id as organizationId, hour, path, key_id as keyId, status_code as statusCode,
      credits_used as creditsUsed, request_count as requestCount`,
    limit
  )
  addTo(
    db,
    growHours,
    sumsOf(tallies, (hour) => hour)
  )
  addTo(
    db,
    growDays,
    sumsOf(tallies, (hour) => Math.floor(hour / dayMillis) * dayMillis)
  )
  return tallies.length
}
