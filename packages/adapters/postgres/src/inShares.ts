/** What the shares of a claim leave room for, in SQL. */
import type { Room, Shares } from "@kittiwake/core/Shares"
import { storableJson } from "@kittiwake/storage/storable"
import type { SqlClient, Statement } from "effect/sql"

/** How many more may be claimed for whom `key` selects. */
export const roomOf = (sql: SqlClient.SqlClient, { each, of }: Room, key: string): Statement.Fragment =>
  sql`coalesce((${storableJson(Object.fromEntries(of))}::jsonb ->> ${sql.literal(key)})::integer, ${each}::integer)`

/** What of the rows of `source` the shares leave room for, longest due first. */
export const inShares = (
  sql: SqlClient.SqlClient,
  shares: Shares | undefined,
  source: "picked" | "waiting"
): Statement.Fragment =>
  shares === undefined
    ? sql`select * from ${sql(source)}`
    : sql`select * from (
        select *, row_number() over (partition by organization_id order by due_at, id) as nth_of_organization
        from (select *, row_number() over (partition by host order by due_at, id) as nth_of_host from ${sql(source)}) p
        where nth_of_host <= ${roomOf(sql, shares.hosts, "host")}
      ) q where nth_of_organization <= ${roomOf(sql, shares.organizations, "organization_id")}`
