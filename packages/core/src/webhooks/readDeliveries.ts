/** Reads deliveries and their attempts. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import { type PageRequest, wholePart } from "../paging/domain/Page.ts"
import { type DeliveryFilter, DeliveryStore } from "./DeliveryStore.ts"
import type { DeliveryId } from "./domain/Delivery.ts"
import { DeliveryNotFound } from "./errors.ts"

/** Most deliveries that are read for the runs of one page; a run has at most two events. */
const maxDeliveriesOfRuns = 1_000

/** One delivery. */
export const getDelivery = Effect.fn("getDelivery")(function* (organizationId: OrganizationId, deliveryId: DeliveryId) {
  const found = yield* (yield* DeliveryStore).get(organizationId, deliveryId)
  return Option.isSome(found) ? found.value.delivery : yield* new DeliveryNotFound()
})

/** A page of deliveries. */
export const listDeliveries = Effect.fn("listDeliveries")(function* (
  organizationId: OrganizationId,
  filter: DeliveryFilter,
  page: PageRequest
) {
  const store = yield* DeliveryStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "deliveries", filter },
    ...page,
    read: (slice) => store.list(organizationId, filter, slice),
    position: (delivery) => ({ at: delivery.createdAt, id: delivery.id })
  })
})

/** A page of attempts, newest first. */
export const listAttempts = Effect.fn("listAttempts")(function* (
  organizationId: OrganizationId,
  deliveryId: DeliveryId,
  page: PageRequest
) {
  yield* getDelivery(organizationId, deliveryId)
  const store = yield* DeliveryStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "attempts", filter: deliveryId },
    ...page,
    read: ({ limit, after }) =>
      Effect.map(
        store.attempts(organizationId, deliveryId, { limit, before: after === null ? null : Number(after.id) }),
        wholePart
      ),
    position: (attempt) => ({ at: attempt.startedAt, id: String(attempt.attempt) })
  })
})

/** Deliveries of the events of these runs, oldest first. */
export const runDeliveries = Effect.fn("runDeliveries")(function* (
  organizationId: OrganizationId,
  runIds: ReadonlyArray<string>
) {
  if (runIds.length === 0) return []
  const { rows } = yield* (yield* DeliveryStore).list(
    organizationId,
    { type: "monitor", runIds },
    { limit: maxDeliveriesOfRuns, after: null }
  )
  return rows.toReversed()
})
