/** A session as every door shows it. */
import { DateTime, Schema } from "effect"
import type { Session } from "./Session.ts"

export const SessionRecord = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["key", "operator"]),
  /** Null for the operator. */
  organization_id: Schema.NullOr(Schema.String),
  /** The key that signed in; null for the operator. */
  key_id: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  /** To a minute. */
  last_used_at: Schema.String,
  /** When it ends, unless it is used before. */
  expires_at: Schema.String,
  /** What the browser calls itself; null where it did not say. */
  user_agent: Schema.NullOr(Schema.String),
  /** From where it signed in; behind a proxy that is the proxy. */
  address: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Session" })
export type SessionRecord = typeof SessionRecord.Type

export const sessionRecord = (session: Session): SessionRecord => ({
  id: session.id,
  kind: session.keyId === null ? "operator" : "key",
  organization_id: session.organizationId,
  key_id: session.keyId,
  created_at: DateTime.formatIso(session.createdAt),
  last_used_at: DateTime.formatIso(session.lastUsedAt),
  expires_at: DateTime.formatIso(session.expiresAt),
  user_agent: session.userAgent,
  address: session.address
})
