/** Attempts the deliveries that are due: claim, then `deliver` for each. */
import { DateTime, type Duration, Effect } from "effect"
import { DeliveryStore } from "./DeliveryStore.ts"
import { deliver } from "./deliver.ts"

/** Claims up to `limit` due deliveries; the answer holds one attempt for each, to be made by the caller. */
export const takeDueDeliveries = Effect.fn("takeDueDeliveries")(function* (options: {
  readonly limit: number
  readonly lease: Duration.Duration
}) {
  const claims = yield* (yield* DeliveryStore).claimDue({ ...options, now: yield* DateTime.now })
  return claims.map(deliver)
})

/** Claims up to `limit` due deliveries and attempts them, `concurrency` at a time; tells how many it claimed. */
export const deliverDue = Effect.fn("deliverDue")(function* (options: {
  readonly limit: number
  readonly concurrency: number
  readonly lease: Duration.Duration
}) {
  const taken = yield* takeDueDeliveries(options)
  // One that fails must not interrupt the others: what they began is known only to them.
  const [, failures] = yield* Effect.partition(taken, (attempt) => attempt, { concurrency: options.concurrency })
  const [failure] = failures
  if (failure !== undefined) return yield* Effect.fail(failure)
  return taken.length
})
