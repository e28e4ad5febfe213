/** All a caller may do with deliveries. */
import { Context, type Duration, Effect, Layer, Schema } from "effect"
import { bind } from "../bind.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Page } from "../paging/domain/Page.ts"
import { Cursors, type InvalidCursor } from "../paging/Cursors.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { type DeliveryFilter, DeliveryStore, type IdempotencyKeyConflict } from "./DeliveryStore.ts"
import { deliverDue } from "./deliverDue.ts"
import type { Attempt, Delivery, DeliveryId } from "./domain/Delivery.ts"
import type { RetryRefused } from "./domain/ManualRetry.ts"
import { getDelivery, listAttempts, listDeliveries, runDeliveries } from "./readDeliveries.ts"
import { retryDelivery } from "./retryDelivery.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** The organization has no such delivery. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {}

export class Webhooks extends Context.Service<Webhooks, {
  readonly get: (
    organizationId: OrganizationId,
    deliveryId: DeliveryId
  ) => Effect.Effect<Delivery, DeliveryNotFound | StoreUnavailable>

  readonly list: (
    organizationId: OrganizationId,
    filter: DeliveryFilter,
    page: { readonly limit: number; readonly cursor: string | undefined }
  ) => Effect.Effect<Page<Delivery>, InvalidCursor | StoreUnavailable>

  readonly attempts: (
    organizationId: OrganizationId,
    deliveryId: DeliveryId,
    page: { readonly limit: number; readonly cursor: string | undefined }
  ) => Effect.Effect<Page<Attempt>, DeliveryNotFound | InvalidCursor | StoreUnavailable>

  /** Deliveries of the events of these runs, oldest first. */
  readonly ofRuns: (
    organizationId: OrganizationId,
    runIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Delivery>, StoreUnavailable>

  /** Sends a delivery again, once; the same idempotency key and request send it only once. */
  readonly retry: (
    organizationId: OrganizationId,
    deliveryId: DeliveryId,
    options: { readonly force: boolean; readonly idempotencyKey: string | undefined }
  ) => Effect.Effect<void, DeliveryNotFound | RetryRefused | IdempotencyKeyConflict | StoreUnavailable>

  /** Claims up to `limit` due deliveries and attempts them, `concurrency` at a time; tells how many it claimed. */
  readonly deliverDue: (options: {
    readonly limit: number
    readonly concurrency: number
    readonly lease: Duration.Duration
  }) => Effect.Effect<number, StoreUnavailable>
}>()("@kittiwake/core/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<Cursors | DeliveryStore | Ids | Signer | WebhookSender>())
      return Webhooks.of({
        get: bound(getDelivery),
        list: bound(listDeliveries),
        attempts: bound(listAttempts),
        ofRuns: bound(runDeliveries),
        retry: bound(retryDelivery),
        deliverDue: bound(deliverDue)
      })
    })
  )
}
