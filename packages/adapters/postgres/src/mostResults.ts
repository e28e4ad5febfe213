/** Which organization keeps most in results of batches. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Null where nobody keeps any. */
export const mostResults = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [most] = yield* sql<{ readonly organizationId: string; readonly bytes: number }>`
    select organization_id as "organizationId", sum(bytes)::float8 as bytes from batch_sums
    group by organization_id order by sum(bytes) desc limit 1`
  return most ?? null
})
