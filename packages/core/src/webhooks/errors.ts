/** What the operations on deliveries can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization has no such delivery. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {
  override readonly message = "The organization has no such delivery."
}

/** Nothing was sent, or nobody knows what came of it: the organization tests a receiver already, or too much is sent to that host. */
export class WebhookTestRefused extends Schema.TaggedError<WebhookTestRefused>()("WebhookTestRefused", {
  reason: Schema.Literals(["running", "busy"])
}) {}
