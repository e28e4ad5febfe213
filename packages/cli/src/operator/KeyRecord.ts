/** A key as it is shown: everything but the key itself. */
import type { ApiKey } from "@kittiwake/core/organizations/domain/ApiKey"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { DateTime, Schema } from "effect"

const keyFields = {
  id: Schema.String,
  organization_id: Schema.String,
  name: Schema.String,
  last4: Schema.String,
  /** Null is full access. */
  scopes: Schema.NullOr(Schema.Array(Scope)),
  created_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String)
}

/** A key as the command prints it, without its secret. */
export const KeyRecord = Schema.Struct(keyFields)
export type KeyRecord = typeof KeyRecord.Type

/** A key that was just made, with the secret that is shown only now. */
export const NewKeyRecord = Schema.Struct({ ...keyFields, secret: Schema.String })
export type NewKeyRecord = typeof NewKeyRecord.Type

/** A key without its secret. */
export const keyRecord = (key: ApiKey): KeyRecord => ({
  id: key.id,
  organization_id: key.organizationId,
  name: key.name,
  last4: key.last4,
  scopes: key.scopes,
  created_at: DateTime.formatIso(key.createdAt),
  revoked_at: key.revokedAt === null ? null : DateTime.formatIso(key.revokedAt)
})
