/** A change that takes back the one before it, of which nobody was told yet. */
import type { DeliveryId, DeliverySummary } from "../../webhooks/domain/Delivery.ts"
import type { Monitor } from "./Monitor.ts"
import type { RunId } from "./RunId.ts"
import type { Verdict } from "./Verdict.ts"

/** The run whose change is taken back, and what waited to tell of it and is cancelled. */
export interface TakenBack {
  readonly runId: RunId
  readonly cancels: ReadonlyArray<DeliveryId>
}

/** What was compared before the change that a verdict may take back, and the run that found it; null where there is none. */
export const changeBefore = (
  { baseline }: Monitor,
  verdict: Verdict
): { readonly fingerprint: string; readonly runId: RunId } | null =>
  verdict._tag === "Changed" || verdict._tag === "Dismissed" ? (baseline?.before ?? null) : null

/**
 * What waits to tell of a change, by the deliveries of its run; nothing once an attempt was begun, for the receiver may know of
 * it then. What tells of the run itself, as of every run, is sent.
 */
export const untold = (deliveries: ReadonlyArray<DeliverySummary>): ReadonlyArray<DeliveryId> => {
  const telling = deliveries.filter(({ event, status }) => event === "change.detected" && status !== "cancelled")
  const isKnown = telling.some(({ attempts, status }) => attempts > 0 || status !== "pending")
  return isKnown ? [] : telling.map(({ id }) => id)
}
