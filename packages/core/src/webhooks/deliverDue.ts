/** Attempts the deliveries that are due: claim, then `deliver` for each. */
import { DateTime, type Duration, Effect, Semaphore } from "effect"
import type { InTurn } from "../holdingLease.ts"
import type { Shares } from "../Shares.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { deliver } from "./deliver.ts"

/**
 * Claims up to `limit` due deliveries; the answer holds one attempt for each, to be begun by the caller at once: it keeps its
 * lease while `inTurn` lets it wait.
 */
export const takeDueDeliveries = Effect.fn("takeDueDeliveries")(function* (
  options: { readonly limit: number; readonly lease: Duration.Duration; readonly shares?: Shares },
  inTurn?: InTurn
) {
  const claims = yield* (yield* DeliveryStore).claimDue({ ...options, now: yield* DateTime.now })
  return claims.map((claim) => ({
    organizationId: claim.delivery.organizationId as string,
    host: claim.host,
    work: deliver(claim, options.lease, inTurn)
  }))
})

/** Claims up to `limit` due deliveries and attempts them, `concurrency` at a time; tells how many it claimed. */
export const deliverDue = Effect.fn("deliverDue")(function* (options: {
  readonly limit: number
  readonly concurrency: number
  readonly lease: Duration.Duration
}) {
  const taken = yield* takeDueDeliveries(
    { limit: options.limit, lease: options.lease },
    Semaphore.makeUnsafe(options.concurrency).withPermit
  )
  // One that fails must not interrupt the others: what they began is known only to them.
  const [, failures] = yield* Effect.partition(taken, ({ work }) => work, { concurrency: "unbounded" })
  const [failure] = failures
  if (failure !== undefined) return yield* Effect.fail(failure)
  return taken.length
})
