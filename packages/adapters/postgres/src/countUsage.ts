/**
 * Writes logged calls or charges and counts them, with one statement.
 *
 * **Invariants**
 *
 * - Only what was really inserted is counted: of two statements that bring one id at once, the second waits for the first
 *   and then inserts nothing.
 * - Rows are inserted in the order of their keys, here and in every statement, so that nobody waits in a circle.
 */
import type { RequestLog } from "@kittiwake/core/usage/domain/RequestLog"
import type { UsageCount } from "@kittiwake/core/usage/domain/UsageCount"
import type { SqlClient } from "effect/sql"
import { storableJson } from "./storable.ts"
import { chargeCounts, chargeJson, chargeWriteColumns, logCounts, logJson, logWriteColumns } from "./usageRows.ts"
import { sumsGrown } from "./usageSums.ts"

/** The first of each id, as the contract keeps it. */
const firstOfEach = <A extends { readonly organizationId: string }>(
  rows: ReadonlyArray<A>,
  idOf: (row: A) => string
) => [...new Map(rows.toReversed().map((row) => [`${row.organizationId}\n${idOf(row)}`, row])).values()]

/** Writes the calls that are not there yet, and counts them. */
export const appendLogs = (sql: SqlClient.SqlClient, logs: ReadonlyArray<RequestLog>) => sql`
with counted as (
  insert into request_logs (${sql.literal(logWriteColumns.names)})
  select ${sql.literal(logWriteColumns.members)}
  from json_to_recordset(${storableJson(firstOfEach(logs, ({ requestId }) => requestId).map(logJson))}::json)
    as x(${sql.literal(logWriteColumns.definition)})
  order by x."organizationId", x."requestId"
  on conflict (organization_id, request_id) do nothing
  returning ${sql.literal(logCounts)}
),${sql.literal(sumsGrown)}
select 1`

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
),${sql.literal(sumsGrown)}
select 1`
