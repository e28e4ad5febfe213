/** All a caller may do with deliveries. */
import { Context, DateTime, type Duration, Effect, Layer, type Option } from "effect"
import { Alarms } from "../Alarms.ts"
import { bind, provideOften } from "../bind.ts"
import type { KeyedBody } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyConflict } from "../idempotency/errors.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page } from "../paging/domain/Page.ts"
import type { DueWork, Shares } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Sealer } from "../security/Sealer.ts"
import type { Signer } from "../security/Signer.ts"
import { makeIfAlone } from "../sharing/makeIfAlone.ts"
import { OneAtATime } from "../sharing/OneAtATime.ts"
import type { Wakeups } from "../waking/Wakeups.ts"
import { countAttempts } from "./countAttempts.ts"
import { DeliveryRecorder } from "./DeliveryRecorder.ts"
import { type DeliveryFilter, DeliveryStore } from "./DeliveryStore.ts"
import { deliverDue, takeDueDeliveries } from "./deliverDue.ts"
import type { Attempt, Delivery, DeliveryId, DeliverySummary } from "./domain/Delivery.ts"
import type { RetryRefused } from "./domain/ManualRetry.ts"
import type { TestedReceiver, WebhookTest } from "./domain/WebhookTest.ts"
import type { DeliveryNotFound, WebhookTestRefused } from "./errors.ts"
import { getDelivery, listAttempts, listDeliveries, runDeliveries } from "./readDeliveries.ts"
import { recallDeliveries } from "./recallDeliveries.ts"
import { retryDelivery } from "./retryDelivery.ts"
import { testReceiver } from "./testReceiver.ts"
import type { WebhookSender } from "./WebhookSender.ts"

export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly get: (
      organizationId: OrganizationId,
      deliveryId: DeliveryId
    ) => Effect.Effect<Delivery, DeliveryNotFound | StoreUnavailable>

    readonly list: (
      organizationId: OrganizationId,
      filter: DeliveryFilter,
      page: { readonly limit: number; readonly cursor: string | undefined }
    ) => Effect.Effect<Page<DeliverySummary>, InvalidCursor | StoreUnavailable>

    readonly attempts: (
      organizationId: OrganizationId,
      deliveryId: DeliveryId,
      page: { readonly limit: number; readonly cursor: string | undefined }
    ) => Effect.Effect<Page<Attempt>, DeliveryNotFound | InvalidCursor | StoreUnavailable>

    /** Deliveries of the events of these runs, oldest first. */
    readonly ofRuns: (
      organizationId: OrganizationId,
      runIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<DeliverySummary>, StoreUnavailable>

    /** Sends a delivery again, once; the same key and body send it only once. */
    readonly retry: (
      organizationId: OrganizationId,
      deliveryId: DeliveryId,
      options: { readonly force: boolean },
      keyed?: KeyedBody
    ) => Effect.Effect<void, DeliveryNotFound | RetryRefused | IdempotencyKeyConflict | StoreUnavailable>

    /** Sends one event that tests a receiver, and says what came of it. One at a time for an organization; nothing is stored. */
    readonly test: (
      organizationId: OrganizationId,
      tested: TestedReceiver
    ) => Effect.Effect<WebhookTest, WebhookTestRefused>

    /** Claims up to `limit` due deliveries; the answer holds one attempt for each, to be made by the caller. */
    readonly takeDue: (options: {
      readonly limit: number
      readonly lease: Duration.Duration
      readonly shares?: Shares
    }) => Effect.Effect<ReadonlyArray<DueWork>, StoreUnavailable>

    /** Time until `takeDue` may find something, by what is stored now; none when nothing waits for its time. */
    readonly untilDue: Effect.Effect<Option.Option<Duration.Duration>, StoreUnavailable>

    /** Plans anew what a clock that was ahead put off; tells how many deliveries. */
    readonly recall: Effect.Effect<number, StoreUnavailable>

    /** Claims up to `limit` due deliveries and attempts them, `concurrency` at a time; tells how many it claimed. */
    readonly deliverDue: (options: {
      readonly limit: number
      readonly concurrency: number
      readonly lease: Duration.Duration
    }) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const context = yield* Effect.context<
        Alarms | Cursors | DeliveryRecorder | DeliveryStore | Idempotency | Sealer | Signer | Wakeups | WebhookSender
      >()
      const bound = bind(context)
      const provided = provideOften(context)
      const deliveries = yield* DeliveryStore
      yield* countAttempts.begin
      const ifAlone = yield* makeIfAlone({
        use: "webhook-tests",
        lost: "webhook tests: what the processes share does not answer; each counts for itself meanwhile",
        found: "webhook tests: the processes share their count again"
      })
      return Webhooks.of({
        takeDue: (options) =>
          provided(takeDueDeliveries(options)).pipe(
            Effect.map((taken) => taken.map((due) => ({ ...due, work: provided(due.work) })))
          ),
        untilDue: Effect.flatMap(DateTime.now, deliveries.untilDue),
        recall: provided(recallDeliveries()),
        get: bound(getDelivery),
        list: bound(listDeliveries),
        attempts: bound(listAttempts),
        ofRuns: bound(runDeliveries),
        retry: bound(retryDelivery),
        test: bound(testReceiver(new OneAtATime("webhook-test", ifAlone))),
        deliverDue: bound(deliverDue)
      })
    })
  ).pipe(Layer.provide([Alarms.layer, DeliveryRecorder.layer, Idempotency.layer]))
}
