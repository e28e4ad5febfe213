/** What the operations on sessions can answer instead of what was asked. */
import { Schema } from "effect"

/** There is no such session, or it is another's. Nothing was changed. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) {}

/** The link was used, is too old, or never was. Ask for a new one. */
export class LinkUnusable extends Schema.TaggedError<LinkUnusable>()("LinkUnusable", {}) {}
