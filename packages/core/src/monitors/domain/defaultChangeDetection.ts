/** How a target is compared when its owner does not say (contract/monitors.md §1.3). */
import { type ChangeDetection, defaultConfidenceThreshold, goalOf, type Target } from "./Target.ts"

/** Semantic for what has a goal, otherwise exact. */
export const defaultChangeDetection = (target: Target): ChangeDetection =>
  goalOf(target) === null ? { type: "exact" } : { type: "semantic", confidenceThreshold: defaultConfidenceThreshold }

/** Whether a target can be compared so: addresses mean nothing by themselves, and what is extracted nothing without its goal. */
export const isSupported = (target: Target, detection: ChangeDetection): boolean =>
  target.type === "page" || (target.type === "sitemap") === (detection.type === "exact")
