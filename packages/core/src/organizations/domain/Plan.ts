/** What each plan allows (contract/auth-errors-limits.md §4 and §5). */
import { Schema } from "effect"

export const Plan = Schema.Literals(["free", "developer", "pro", "growth", "scale", "enterprise"])
export type Plan = typeof Plan.Type

/** The name of a plan on the wire, which folds six plans into four. */
export const PlanTier = Schema.Literals(["free", "starter", "pro", "scale"])
export type PlanTier = typeof PlanTier.Type

export interface PlanTerms {
  readonly tier: PlanTier
  readonly paid: boolean
  readonly monthlyCredits: number
  readonly requestsPerMinute: number
  /** Requests that may be in flight at once; null when the plan does not count them. */
  readonly concurrentRequests: number | null
  /** Whether the limits are counted for each key or once for the whole organization. */
  readonly limitedPer: "key" | "organization"
  readonly monitors: number
}

/** The terms of every plan. Enterprise figures are the floor that an override raises. */
export const planTerms: { readonly [P in Plan]: PlanTerms } = {
  free: {
    tier: "free",
    paid: false,
    monthlyCredits: 1_000,
    requestsPerMinute: 10,
    concurrentRequests: 2,
    limitedPer: "organization",
    monitors: 10
  },
  developer: {
    tier: "starter",
    paid: true,
    monthlyCredits: 10_000,
    requestsPerMinute: 60,
    concurrentRequests: null,
    limitedPer: "key",
    monitors: 100
  },
  pro: {
    tier: "pro",
    paid: true,
    monthlyCredits: 200_000,
    requestsPerMinute: 300,
    concurrentRequests: null,
    limitedPer: "key",
    monitors: 1_000
  },
  growth: {
    tier: "pro",
    paid: true,
    monthlyCredits: 400_000,
    requestsPerMinute: 300,
    concurrentRequests: null,
    limitedPer: "key",
    monitors: 1_000
  },
  scale: {
    tier: "scale",
    paid: true,
    monthlyCredits: 1_000_000,
    requestsPerMinute: 700,
    concurrentRequests: null,
    limitedPer: "key",
    monitors: 10_000
  },
  enterprise: {
    tier: "scale",
    paid: true,
    monthlyCredits: 2_000_000,
    requestsPerMinute: 700,
    concurrentRequests: null,
    limitedPer: "key",
    monitors: 10_000
  }
}
