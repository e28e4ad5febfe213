/** A key of an organization. The key itself is shown once and never stored. */
import { Schema } from "effect"
import { OrganizationId } from "./Organization.ts"
import { Scope } from "./Scope.ts"

export const ApiKeyId = Schema.String.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  organizationId: OrganizationId,
  name: Schema.String,
  /** SHA-256 of the key, 64 lowercase hex digits. */
  digest: Schema.String,
  /** The last four characters of the key, to recognize it by. */
  last4: Schema.String,
  /** What the key may do; null is everything. */
  scopes: Schema.NullOr(Schema.Array(Scope)),
  createdAt: Schema.DateTimeUtc,
  revokedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type ApiKey = typeof ApiKey.Type

/** Starts every key that Kittiwake makes, so that secret scanners can find it. @internal */
export const apiKeyPrefix = "sk_"

/** How many random base62 characters follow the prefix. @internal */
export const apiKeyRandomLength = 40
