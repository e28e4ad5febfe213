/** `kittiwake.keys`: keys for `handler` and `nodeHandler`, as promises. */
import { ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { listOf, text } from "@kittiwake/http/internal/fields"
import { Effect, Redacted, Schema } from "effect"
import { type KeyRecord, keyRecord, type NewKeyRecord } from "../operator/KeyRecord.ts"
import { reads, readsId } from "./input.ts"
import type { Run } from "./run.ts"

const CreateKey = Schema.Struct({
  name: Schema.optionalKey(text(1, 200)),
  /** What the key may do; full access unless given. */
  scopes: Schema.optionalKey(listOf(Scope, Scope.literals.length))
})
export type CreateKey = typeof CreateKey.Encoded

/** Everything that can be done with keys. */
export interface KeyMethods {
  /** Makes a key. Its `secret` is shown only now. */
  readonly create: (options?: CreateKey) => Promise<NewKeyRecord>
  /** All keys, oldest first, revoked ones included. */
  readonly list: () => Promise<ReadonlyArray<KeyRecord>>
  /** Ends a key. A process that used it within the last seconds may accept it until they are over. */
  readonly revoke: (keyId: string) => Promise<KeyRecord>
}

const readCreate = reads(CreateKey)
const keyIdOf = readsId("keyId", ApiKeyId)

/** The methods for one organization, run by `run`. */
export const keyMethods = (run: Run<Organizations>, id: OrganizationId): KeyMethods => ({
  create: (options = {}) =>
    run(
      Effect.gen(function* () {
        const { name, scopes } = yield* readCreate(options)
        const { key, secret } = yield* (yield* Organizations).createKey({
          organizationId: id,
          name: name ?? "unnamed",
          scopes: scopes ?? null
        })
        return { ...keyRecord(key), secret: Redacted.value(secret) }
      })
    ),
  list: () =>
    run(
      Organizations.use((organizations) => organizations.listKeys(id)).pipe(Effect.map((keys) => keys.map(keyRecord)))
    ),
  revoke: (keyId) =>
    run(
      Effect.gen(function* () {
        return keyRecord(yield* (yield* Organizations).revokeKey(id, yield* keyIdOf(keyId)))
      })
    )
})
