/** What the operations on organizations and keys can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization has no such key. Nothing was changed. */
export class KeyNotFound extends Schema.TaggedError<KeyNotFound>()("KeyNotFound", {}) {}

/** There is no such organization. Nothing was changed. */
export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {}) {}

/** Another organization has this id. Nothing was changed; leave the id out, or take another one. */
export class OrganizationExists extends Schema.TaggedError<OrganizationExists>()("OrganizationExists", {}) {}
