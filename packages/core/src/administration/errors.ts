/** What the operations of the operator can answer instead of what was asked. */
import { Schema } from "effect"

/** Another organization has this id. Nothing was changed; leave the id out, or take another one. */
export class OrganizationExists extends Schema.TaggedError<OrganizationExists>()("OrganizationExists", {}) {}

/** The installation has no operator token, so nobody can act as its operator from outside. */
export class AdministrationClosed extends Schema.TaggedError<AdministrationClosed>()("AdministrationClosed", {}) {}

/** The token is not the operator's. */
export class NotOperator extends Schema.TaggedError<NotOperator>()("NotOperator", {}) {}

/** The token is neither that of whoever collects metrics nor the operator's. */
export class NotCollector extends Schema.TaggedError<NotCollector>()("NotCollector", {}) {}
