/** What was told in a simulation, by its kind: "nothing wrong" of what never happened would prove nothing. */
import type { Tables } from "../../packages/core/src/memory/Database.ts"

export const toldKinds = [
  ...(["page", "goal", "sitemap", "moved", "extract", "failing", "recovered"] as const),
  // Ends of batches.
  ...(["completed", "cancelled", "failed"] as const)
] as const

/** How often each kind was told. */
export type Told = { [K in (typeof toldKinds)[number]]: number }

export const nothingTold = (): Told => ({
  page: 0,
  goal: 0,
  sitemap: 0,
  moved: 0,
  extract: 0,
  failing: 0,
  recovered: 0,
  completed: 0,
  cancelled: 0,
  failed: 0
})

export const toldIn = ({ changes, deliveries }: Tables): Told => {
  const told = nothingTold()
  for (const { changeDetectionType, movedUrls = [], targetType } of changes.values()) {
    told[targetType === "page" && changeDetectionType === "semantic" ? "goal" : targetType]++
    if (movedUrls.length > 0) told.moved++
  }
  for (const { delivery } of deliveries.values()) {
    if (delivery.event === "monitor.failing") told.failing++
    if (delivery.event === "monitor.recovered") told.recovered++
    if (delivery.event === "batch.completed") told.completed++
    if (delivery.event === "batch.cancelled") told.cancelled++
    if (delivery.event === "batch.failed") told.failed++
  }
  return told
}

/** Adds `from` to `to`. */
export const addTold = (to: Told, from: Told): void => {
  for (const kind of toldKinds) to[kind] += from[kind]
}
