/** Whether the collection of organizations rests, as `core/credits/domain/CollectionPause.ts` decides it. */
import { type CollectionPause, collectionPause } from "@kittiwake/core/credits/domain/CollectionPause"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { organizationColumns, toOrganization } from "./organizationRows.ts"

/** Whether the collection of an organization `o` rests at a moment: the same rule, for statements that look at many. */
export const isPaused = (sql: SqlClient.SqlClient, at: DateTime.Utc) => sql`
  (o.disabled or (o.billing ->> 'pausedAt' is not null
    and coalesce((o.billing ->> 'resumesAt')::timestamptz > ${at}::timestamptz, true)))`

/** The pause of an organization at a moment, or null. */
export const findPause = (sql: SqlClient.SqlClient, organizationId: string, at: DateTime.Utc) =>
  Effect.map(
    sql`select ${sql.literal(organizationColumns)} from organizations o where o.id = ${organizationId}`,
    ([row]): CollectionPause | null => (row === undefined ? null : collectionPause(toOrganization(row), at))
  )
