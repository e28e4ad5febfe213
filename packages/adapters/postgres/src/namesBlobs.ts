/** Whether the rows of the database name blobs that lie outside of it. */
import { bodyTables } from "@kittiwake/storage/largeBodies"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Looks, from the smallest table on. */
export const namesBlobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const segments = yield* sql`select 1 from batch_segments where not small limit 1`
  if (segments.length > 0) return true
  for (const table of bodyTables) {
    const bodies = yield* sql`select 1 from ${sql(table)} where encoding like '%@blob' limit 1`
    if (bodies.length > 0) return true
  }
  return false
})
