/** Plans anew what a clock that was ahead put off. */
import { DateTime, Effect } from "effect"
import { ordinaryStepMillis } from "../leaseHorizon.ts"
import { DeliveryStore } from "./DeliveryStore.ts"

/** Deliveries that are written together. */
const atOnce = 500

/** Plans anew what is due later than the clock is ordinarily corrected by, because it was ahead; tells how many. */
export const recallDeliveries = Effect.fn("recallDeliveries")(function* () {
  const deliveries = yield* DeliveryStore
  const now = yield* DateTime.now
  const after = DateTime.add(now, { milliseconds: ordinaryStepMillis })
  for (let count = 0; ; ) {
    const some = yield* deliveries.recall({ now, after, limit: atOnce })
    count += some
    if (some < atOnce) return count
  }
})
