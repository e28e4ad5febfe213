/** What each plan allows (contract/auth-errors-limits.md §4 and §5). */
import { Schema } from "effect"

export const Plan = Schema.Literals(["free", "developer", "pro", "growth", "scale", "enterprise"])
export type Plan = typeof Plan.Type

/**
 * Which generation of limits an organization has: `rate` counts the requests of a key by the minute, `concurrency`
 * counts those in flight, and `free`, the newest, counts by the minute and gives the Free plan both, once for the whole
 * organization. A plan change keeps the generation.
 */
export const LimitScheme = Schema.Literals(["rate", "concurrency", "free"])
export type LimitScheme = typeof LimitScheme.Type

/** The name of a plan on the wire, which folds six plans into four. */
export const PlanTier = Schema.Literals(["free", "starter", "pro", "scale"])
export type PlanTier = typeof PlanTier.Type

/** @internal */
export interface PlanTerms {
  readonly tier: PlanTier
  readonly paid: boolean
  readonly monthlyCredits: number
  readonly requestsPerMinute: number
  /** Requests that may be in flight at once; null when the plan does not count them. */
  readonly concurrentRequests: number | null
  /** Whether the limits are counted for each key or once for the whole organization. */
  readonly limitedPer: "key" | "organization"
  /** Requests in flight of a key, for organizations whose limits are counted so (`LimitScheme`). */
  readonly slots: number
  readonly monitors: number
  /** Batches that may be unsettled at once. */
  readonly concurrentBatches: number
}

/** The terms of every plan. Enterprise figures are the floor that an override raises. @internal */
export const planTerms: { readonly [P in Plan]: PlanTerms } = {
  free: {
    tier: "free",
    paid: false,
    monthlyCredits: 1_000,
    requestsPerMinute: 10,
    concurrentRequests: 2,
    limitedPer: "organization",
    slots: 1,
    monitors: 10,
    concurrentBatches: 1
  },
  developer: {
    tier: "starter",
    paid: true,
    monthlyCredits: 10_000,
    requestsPerMinute: 60,
    concurrentRequests: null,
    limitedPer: "key",
    slots: 10,
    monitors: 100,
    concurrentBatches: 2
  },
  pro: {
    tier: "pro",
    paid: true,
    monthlyCredits: 200_000,
    requestsPerMinute: 300,
    concurrentRequests: null,
    limitedPer: "key",
    slots: 100,
    monitors: 1_000,
    concurrentBatches: 5
  },
  growth: {
    tier: "pro",
    paid: true,
    monthlyCredits: 400_000,
    requestsPerMinute: 300,
    concurrentRequests: null,
    limitedPer: "key",
    slots: 250,
    monitors: 1_000,
    concurrentBatches: 10
  },
  scale: {
    tier: "scale",
    paid: true,
    monthlyCredits: 1_000_000,
    requestsPerMinute: 700,
    concurrentRequests: null,
    limitedPer: "key",
    slots: 500,
    monitors: 10_000,
    concurrentBatches: 20
  },
  enterprise: {
    tier: "scale",
    paid: true,
    monthlyCredits: 2_000_000,
    requestsPerMinute: 700,
    concurrentRequests: null,
    limitedPer: "key",
    slots: 500,
    monitors: 10_000,
    concurrentBatches: 20
  }
}
