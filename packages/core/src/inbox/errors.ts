/** What the operations on inboxes can answer instead of what was asked. */
import { Schema } from "effect"

/** There is no inbox at this address, or no longer: its token was replaced. Nothing was kept. */
export class InboxNotFound extends Schema.TaggedError<InboxNotFound>()("InboxNotFound", {}) {}

/** The organization has no such event in its inbox, or no longer. */
export class InboxEventNotFound extends Schema.TaggedError<InboxEventNotFound>()("InboxEventNotFound", {}) {}
