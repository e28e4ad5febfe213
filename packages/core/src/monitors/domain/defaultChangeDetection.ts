/** How a target is compared when its owner does not say (contract/monitors.md §1.3). */
import { type ChangeDetection, defaultConfidenceThreshold, type Target } from "./Target.ts"

/** Semantic for a page with instructions, otherwise exact. */
export const defaultChangeDetection = (target: Target): ChangeDetection =>
  target.instructions === null
    ? { type: "exact" }
    : { type: "semantic", confidenceThreshold: defaultConfidenceThreshold }
