/** Plans deliveries anew after a clock that was ahead was set right. */
import { DateTime, Effect } from "effect"
import { ordinaryStepMillis } from "../leaseHorizon.ts"
import { DeliveryStore, type DuePlace } from "./DeliveryStore.ts"

/** Deliveries that are read together. */
const atOnce = 1_000

/** Lets those wait for their own delay from now on that are due later, by more than the clock is ordinarily corrected by; tells how many. */
export const recallDeliveries = Effect.fn("recallDeliveries")(function* () {
  const deliveries = yield* DeliveryStore
  const now = yield* DateTime.now
  const after = DateTime.add(now, { milliseconds: ordinaryStepMillis })
  let place: DuePlace = { dueAt: after, id: "" }
  let sum = 0
  for (;;) {
    const { count, last } = yield* deliveries.recall({ now, after, place, limit: atOnce })
    sum += count
    if (last === null) return sum
    place = last
  }
})
