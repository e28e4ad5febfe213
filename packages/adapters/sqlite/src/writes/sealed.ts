/** Secrets that are sealed anew. */
import type { Connection } from "../Connection.ts"

/** What stood, and what comes in its place. */
export interface Resealed<Value> {
  readonly id: string
  readonly value: Value
  readonly next: Value
}

const replacing =
  <Value extends string | Uint8Array>(table: string, column: string, key = "id") =>
  (db: Connection, values: ReadonlyArray<Resealed<Value>>): number =>
    values.reduce(
      (replaced, { id, next, value }) =>
        replaced + db.run(`update ${table} set ${column} = ? where ${key} = ? and ${column} = ?`, next, id, value),
      0
    )

export const sealedWrites = {
  "SealedStore.replaceSessions": replacing<Uint8Array>("browser_profiles", "sealed_session"),
  "SealedStore.replaceSecrets": replacing<string>("subscriptions", "secret"),
  "SealedStore.replaceInboxTokens": replacing<string>("inboxes", "sealed_token", "organization_id"),
  "SealedStore.replaceBlobKey": replacing<string>("instance_secrets", "secret", "name")
}
