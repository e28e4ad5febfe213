/** How many brands the database knows. */
import { type DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many brands the index has, and how many were read at their sites; of those, whose age counts from before a moment. */
export const countBrands = Effect.fnUntraced(function* (before: DateTime.Utc) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly indexed: number; readonly read: number; readonly old: number }>`
    select (select count(*)::integer from brands) as indexed, count(*)::integer as read,
      count(*) filter (where ages_from <= ${before}::timestamptz)::integer as old
    from brand_profiles`
  return row!
})
