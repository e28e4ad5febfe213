/** What the operations on deliveries can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization has no such delivery. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {}
