/** What the operations on grants can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization has no such grant. Nothing was changed. */
export class GrantNotFound extends Schema.TaggedError<GrantNotFound>()("GrantNotFound", {}) {}

/** A client may not have what it asks for. `reason` is the word of the protocol for it; nothing was given. */
export class ClientRefused extends Schema.TaggedError<ClientRefused>()("ClientRefused", {
  reason: Schema.Literals([
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "invalid_target",
    "invalid_redirect_uri",
    "invalid_client_metadata",
    "unauthorized_client",
    "unsupported_grant_type",
    "temporarily_unavailable"
  ]),
  message: Schema.String
}) {}

/** The organization has as many grants that can be used as it may. End one; nothing was signed. */
export class GrantLimitReached extends Schema.TaggedError<GrantLimitReached>()("GrantLimitReached", {
  limit: Schema.Int
}) {}
