/** Sends a delivery again because somebody asked (contract/webhooks.md §6). */
import { DateTime, Effect, Option, Result, Schema } from "effect"
import type { KeyedBody } from "../idempotency/domain/KeptAnswer.ts"
import { Idempotency, type Keep } from "../idempotency/Idempotency.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { whileOutdated } from "../whileOutdated.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { DeliveryId } from "./domain/Delivery.ts"
import { decideRetry } from "./domain/ManualRetry.ts"
import { DeliveryNotFound } from "./errors.ts"

interface RetryOptions {
  readonly force: boolean
}

const DeliveryIdJson = Schema.fromJsonString(DeliveryId)

const changesAllTheTime = () =>
  new StoreUnavailable({ operation: "retryDelivery", cause: "others change it all the time" })

const retryOnce = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  deliveryId: DeliveryId,
  { force }: RetryOptions,
  keep: Keep<DeliveryId>
) {
  const store = yield* DeliveryStore
  const found = yield* store.get(organizationId, deliveryId)
  if (Option.isNone(found)) return yield* new DeliveryNotFound()
  const { delivery, hasDestination } = found.value
  const decided = decideRetry(delivery, { force, hasDestination, at: yield* DateTime.now })
  if (Result.isFailure(decided)) return yield* decided.failure
  yield* store.requeue(found.value, decided.success, keep(deliveryId))
  const wakeups = yield* Wakeups
  yield* wakeups.wake("deliveries")
  yield* wakeups.changed(organizationId, ["deliveries"])
  return deliveryId
})

/** Queues one more attempt, once for one key and body. */
export const retryDelivery = Effect.fn("retryDelivery")(function* (
  organizationId: OrganizationId,
  deliveryId: DeliveryId,
  options: RetryOptions,
  keyed?: KeyedBody
) {
  const { once } = yield* Idempotency
  yield* once({
    organizationId,
    operation: "delivery.retry",
    subject: deliveryId,
    keyed,
    answer: DeliveryIdJson,
    work: (keep) =>
      whileOutdated("DeliveryOutdated", changesAllTheTime)(retryOnce(organizationId, deliveryId, options, keep))
  })
})
