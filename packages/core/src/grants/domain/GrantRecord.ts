/** A grant as every door shows it. */
import { DateTime, Schema } from "effect"
import type { Grant } from "./Grant.ts"
import { GrantScope } from "./GrantScope.ts"

export const GrantRecord = Schema.Struct({
  id: Schema.String,
  organization_id: Schema.String,
  /** The key that signed it; null when the operator did. */
  key_id: Schema.NullOr(Schema.String),
  client_id: Schema.String,
  /** What the client calls itself. */
  client_name: Schema.String,
  /** The host that vouches for the client; null when none does. */
  client_host: Schema.NullOr(Schema.String),
  scopes: Schema.Array(GrantScope),
  /** The address that its tokens are for. */
  resource: Schema.String,
  /** Most credits that it may spend in a day of UTC; null is as many as the organization has. */
  daily_credits: Schema.NullOr(Schema.Int),
  created_at: Schema.String,
  /** When tokens were given last; null before the first. */
  last_used_at: Schema.NullOr(Schema.String),
  /** When nothing of it is left, unless it is used before. */
  ends_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Grant" })
export type GrantRecord = typeof GrantRecord.Type

const momentOrNull = (at: DateTime.Utc | null) => (at === null ? null : DateTime.formatIso(at))

export const grantRecord = (grant: Grant): GrantRecord => ({
  id: grant.id,
  organization_id: grant.organizationId,
  key_id: grant.keyId,
  client_id: grant.clientId,
  client_name: grant.clientName,
  client_host: grant.clientHost,
  scopes: grant.scopes,
  resource: grant.resource,
  daily_credits: grant.dailyCredits,
  created_at: DateTime.formatIso(grant.createdAt),
  last_used_at: momentOrNull(grant.lastUsedAt),
  ends_at: DateTime.formatIso(grant.endsAt),
  revoked_at: momentOrNull(grant.revokedAt)
})
