/**
 * Writes logged calls or charges and counts them, with one statement.
 *
 * **Invariants**
 *
 * - Only what was really inserted is counted: of two statements that bring one id at once, the second waits for the first
 *   and then inserts nothing.
 * - Rows are inserted in the order of their keys, here and in every statement, so that nobody waits in a circle. Only calls
 *   that are taken to be new are not: a statement that meets another on the same ones fails, and is written in that order.
 */
import type { RequestLog } from "@kittiwake/core/usage/domain/RequestLog"
import { callerOf, type UsageCount } from "@kittiwake/core/usage/domain/UsageCount"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { type ColumnValue, insertArrays } from "./arrayRows.ts"
import {
  chargeCounts,
  chargeJson,
  chargeWriteColumns,
  logCounts,
  logFields,
  logJson,
  logTypes,
  logWriteColumns
} from "./usageRows.ts"
import { countedTallied, tallyTypes } from "./usageSums.ts"

/** The first of each id, as the contract keeps it. */
const firstOfEach = <A extends { readonly organizationId: string }>(
  rows: ReadonlyArray<A>,
  idOf: (row: A) => string
) => [...new Map(rows.toReversed().map((row) => [`${row.organizationId}\n${idOf(row)}`, row])).values()]

/** Writes the calls that are not there yet, and counts them. */
const appendMissing = (sql: SqlClient.SqlClient, logs: ReadonlyArray<RequestLog>) => sql`
with counted as (
  insert into request_logs (${sql.literal(logWriteColumns.names)})
  select ${sql.literal(logWriteColumns.members)}
  from json_to_recordset(${storableJson(firstOfEach(logs, ({ requestId }) => requestId).map(logJson))}::json)
    as x(${sql.literal(logWriteColumns.definition)})
  order by x."organizationId", x."requestId"
  on conflict (organization_id, request_id) do nothing
  returning ${sql.literal(logCounts)}
),${sql.literal(countedTallied)}
select 1`

const hourMillis = 3_600_000

/** The calls put together that differ in nothing but their moment within an hour, in the order of `tallyTypes`. */
const talliesOf = (logs: ReadonlyArray<RequestLog>): ReadonlyArray<ReadonlyArray<ColumnValue>> => {
  const tallies = new Map<string, { readonly log: RequestLog; requests: number }>()
  for (const log of logs) {
    const hour = Math.floor(log.at.epochMilliseconds / hourMillis)
    const key = `${log.organizationId}\n${hour}\n${callerOf(log)}\n${log.statusCode}\n${log.route}`
    const tally = tallies.get(key)
    if (tally === undefined) tallies.set(key, { log, requests: 1 })
    else tally.requests += 1
  }
  return [...tallies.values()].map(({ log, requests }) => [
    log.organizationId,
    DateTime.startOf(log.at, "hour"),
    log.route,
    callerOf(log),
    log.statusCode,
    0,
    requests
  ])
}

const metOthers = (error: SqlError.SqlError) =>
  error.reason._tag === "UniqueViolation" || error.reason._tag === "DeadlockError"

/**
 * Writes the calls that are not there yet, and counts them.
 *
 * **Details.** As a rule none is there: then they are simply inserted, which takes two thirds of the time that finding out
 * row by row takes. A call that is there after all, because the answer to an earlier write was lost, fails the statement,
 * and they are written one by one.
 */
export const appendLogs = (sql: SqlClient.SqlClient, logs: ReadonlyArray<RequestLog>) =>
  sql`
with logged as (${insertArrays(sql, "request_logs", logTypes, logs.map(logFields))})
${insertArrays(sql, "usage_tallies", tallyTypes, talliesOf(logs))}`.pipe(
    Effect.catchIf(metOthers, () => appendMissing(sql, logs))
  )

/** Writes the charges that are not there yet, and counts them. */
export const addCharges = (sql: SqlClient.SqlClient, charges: ReadonlyArray<UsageCount>) => sql`
with counted as (
  insert into usage_charges (${sql.literal(chargeWriteColumns.names)})
  select ${sql.literal(chargeWriteColumns.members)}
  from json_to_recordset(${storableJson(firstOfEach(charges, ({ id }) => id).map(chargeJson))}::json)
    as x(${sql.literal(chargeWriteColumns.definition)})
  order by x."organizationId", x.id
  on conflict (organization_id, id) do nothing
  returning ${sql.literal(chargeCounts)}
),${sql.literal(countedTallied)}
select 1`
