/** Records how attempts ended, many at once. */
import { Context, Effect, Layer, Schedule } from "effect"
import { inBatches } from "../inBatches.ts"
import { notHeldUp } from "../notHeldUp.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import type { DeliveryClaim, DeliveryDecision } from "./domain/Delivery.ts"

/** Most decisions in one write, and writes under way at once. */
const batch = { max: 200, lanes: 2 } as const

const ownerOf = ({ claim }: { readonly claim: DeliveryClaim }) => claim.delivery.organizationId

/** The store may be away for a moment; after this the lease has ended and the event goes out again. */
export const patience = Schedule.max([Schedule.exponential("200 millis"), Schedule.recurs(5)])

export class DeliveryRecorder extends Context.Service<
  DeliveryRecorder,
  {
    /** Stores how an attempt ended; false when its claim no longer held. */
    readonly record: (item: {
      readonly claim: DeliveryClaim
      readonly decision: DeliveryDecision
    }) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/webhooks/DeliveryRecorder") {
  static readonly layer = Layer.effect(
    DeliveryRecorder,
    Effect.gen(function* () {
      const deliveries = yield* DeliveryStore
      const record = yield* inBatches({ ...batch, ownerOf, write: deliveries.record })
      const recordAgain = yield* inBatches({ ...batch, lanes: 1, ownerOf, write: deliveries.record })
      return DeliveryRecorder.of({
        record: (item) =>
          notHeldUp(
            "DeliveryRecorder.record",
            Effect.retry(record(item), patience),
            Effect.retry(recordAgain(item), patience),
            (recorded): recorded is boolean => recorded !== null
          )
      })
    })
  )
}
