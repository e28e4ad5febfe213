/** Sending a delivery again by hand (contract/webhooks.md §6). */
import { DateTime, Result, Schema } from "effect"
import { type Delivery, retryExpiresAt } from "./Delivery.ts"

/** The delivery cannot be sent again now. Nothing was changed. */
export class RetryRefused extends Schema.TaggedError<RetryRefused>()("RetryRefused", {
  reason: Schema.Literals(["expired", "cancelled", "in_progress", "already_delivered", "no_webhook"])
}) {}

/** The delivery as it waits for its manual attempt, or why there will be none. Checks in the order of the contract. @internal */
export const decideRetry = (
  delivery: Delivery,
  options: { readonly force: boolean; readonly hasDestination: boolean; readonly at: DateTime.Utc }
): Result.Result<Delivery, RetryRefused> => {
  const refused = (reason: RetryRefused["reason"]) => Result.fail(new RetryRefused({ reason }))
  if (DateTime.isGreaterThan(options.at, retryExpiresAt(delivery))) return refused("expired")
  if (delivery.status === "cancelled") return refused("cancelled")
  if (!options.hasDestination) return refused("no_webhook")
  if (delivery.status === "pending" || delivery.status === "delivering") return refused("in_progress")
  if (delivery.status === "delivered" && !options.force) return refused("already_delivered")
  return Result.succeed({ ...delivery, status: "pending", trigger: "manual", nextAttemptAt: options.at })
}
