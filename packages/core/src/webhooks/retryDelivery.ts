/** Sends a delivery again because somebody asked (contract/webhooks.md §6). */
import { DateTime, Duration, Effect, Option, Result } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Signer } from "../security/Signer.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { DeliveryStore, type Idempotency } from "./DeliveryStore.ts"
import type { DeliveryId } from "./domain/Delivery.ts"
import { decideRetry } from "./domain/ManualRetry.ts"
import { DeliveryNotFound } from "./errors.ts"

/** How long an idempotency key is remembered (contract/README.md). */
export const idempotencyLifetime = Duration.hours(24)

/** Tries before a delivery that changes all the time is a defect. */
const maxTries = 20

interface RetryOptions {
  readonly force: boolean
  readonly idempotencyKey: string | undefined
}

const idempotencyOf = Effect.fnUntraced(function* (deliveryId: DeliveryId, options: RetryOptions, at: DateTime.Utc) {
  if (options.idempotencyKey === undefined) return null
  const idempotency: Idempotency = {
    key: options.idempotencyKey,
    fingerprint: yield* (yield* Signer).digest(JSON.stringify(["delivery.retry", deliveryId, options.force])),
    expiresAt: DateTime.addDuration(at, idempotencyLifetime)
  }
  return idempotency
})

const retryOnce = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  deliveryId: DeliveryId,
  options: RetryOptions
) {
  const store = yield* DeliveryStore
  const at = yield* DateTime.now
  const found = yield* store.get(organizationId, deliveryId)
  if (Option.isNone(found)) return yield* new DeliveryNotFound()
  const idempotency = yield* idempotencyOf(deliveryId, options, at)
  if (idempotency !== null && (yield* store.findRetry(organizationId, idempotency, at))) return
  const { delivery, hasDestination } = found.value
  const decided = decideRetry(delivery, { force: options.force, hasDestination, at })
  if (Result.isFailure(decided)) return yield* decided.failure
  yield* store.requeue(found.value, decided.success, idempotency)
  yield* (yield* Wakeups).wake("deliveries")
})

/** Queues one more attempt; the same idempotency key and request queue only one. */
export const retryDelivery = Effect.fn("retryDelivery")(
  (organizationId: OrganizationId, deliveryId: DeliveryId, options: RetryOptions) =>
    retryOnce(organizationId, deliveryId, options).pipe(
      Effect.retry({ times: maxTries, while: ({ _tag }) => _tag === "DeliveryOutdated" }),
      Effect.catchTag("DeliveryOutdated", Effect.die)
    )
)
