/** How the secrets in a database are sealed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The installation's own secrets under some names, null where there is none, and whether each webhook's is sealed. */
export const sealedState = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ name: string; secret: string }>`
    select name, secret from instance_secrets where name = any (${names}::text[])`
  const unsealed = yield* sql`select 1 from subscriptions where starts_with(secret, 'whsec_') limit 1`
  return {
    secrets: names.map((name) => found.find((row) => row.name === name)?.secret ?? null),
    isAllSealed: unsealed.length === 0
  }
})
