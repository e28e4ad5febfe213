/** What the operations on organizations and keys can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization has no such key. Nothing was changed. */
export class KeyNotFound extends Schema.TaggedError<KeyNotFound>()("KeyNotFound", {}) {}

/** There is no such organization. Nothing was changed. */
export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {}) {}

/** The organization's plan does not include this. Nothing was changed. */
export class PaidPlanRequired extends Schema.TaggedError<PaidPlanRequired>()("PaidPlanRequired", {
  feature: Schema.String
}) {}
