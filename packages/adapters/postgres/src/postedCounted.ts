/**
 * Counts in the history of usage what a statement charges, as `countUsage.ts` does it: an entry and its share of the history
 * appear together.
 */
import type { UsageCount } from "@kittiwake/core/usage/domain/UsageCount"
import type { SqlClient, Statement } from "effect/sql"
import { chargeCounts, chargeWriteColumns } from "./usageRows.ts"
import { countedTallied } from "./usageSums.ts"

/** Parts of a `with` that count the entries of its part `posted`: their organization, cause, credits and moment. */
export const postedCounted = (
  sql: SqlClient.SqlClient,
  { keyId, path, statusCode }: Pick<UsageCount, "path" | "keyId" | "statusCode">
): Statement.Fragment => sql`
counted as (
  insert into usage_charges (${sql.literal(chargeWriteColumns.names)})
  select organization_id, cause_id, at, ${path}::text, ${keyId}::text, ${statusCode}::integer, -credits, 0, null
  from posted where credits <> 0
  order by organization_id, cause_id
  on conflict (organization_id, id) do nothing
  returning ${sql.literal(chargeCounts)}
),${sql.literal(countedTallied)}`
