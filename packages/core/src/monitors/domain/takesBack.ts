/** A change that takes back the one before it, of which nobody was told yet. */
import type { Delivery, DeliveryId } from "../../webhooks/domain/Delivery.ts"
import type { Monitor } from "./Monitor.ts"
import type { RunId } from "./RunId.ts"
import type { Verdict } from "./Verdict.ts"

/** The run whose change is taken back, and what waited to tell of it and is cancelled. */
export interface TakenBack {
  readonly runId: RunId
  readonly cancels: ReadonlyArray<DeliveryId>
}

/** The run after whose change the target is again as it was before it; null where it is not. */
export const takenBackBy = ({ baseline }: Monitor, verdict: Verdict): RunId | null => {
  if (verdict._tag !== "Changed" && verdict._tag !== "Dismissed") return null
  const before = baseline?.before
  return before !== undefined && before.fingerprint === verdict.mark.fingerprint ? before.runId : null
}

/**
 * What waits to tell of a change, by the deliveries of its run; nothing once an attempt was begun, for the receiver may know of
 * it then. What tells of the run itself, as of every run, is sent.
 */
export const untold = (deliveries: ReadonlyArray<Delivery>): ReadonlyArray<DeliveryId> => {
  const telling = deliveries.filter(({ event, status }) => event === "change.detected" && status !== "cancelled")
  const isKnown = telling.some(({ attempts, status }) => attempts > 0 || status !== "pending")
  return isKnown ? [] : telling.map(({ id }) => id)
}
