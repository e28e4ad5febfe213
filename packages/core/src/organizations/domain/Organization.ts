/** Who owns monitors, credits and keys. */
import { type DateTime, Schema } from "effect"
import { AutoTopup, Billing, noAutoTopup } from "./Billing.ts"
import { LimitScheme, Plan, planTerms } from "./Plan.ts"

export const OrganizationId = Schema.String.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

/** Limits set by hand for one organization. They survive plan changes until they are cleared. */
export const LimitOverrides = Schema.Struct({
  monitors: Schema.optionalKey(Schema.Int),
  requestsPerMinute: Schema.optionalKey(Schema.Int),
  concurrentRequests: Schema.optionalKey(Schema.Int),
  /** No request limit at all, and no limit headers. */
  unlimitedRequests: Schema.optionalKey(Schema.Boolean),
  concurrentBatches: Schema.optionalKey(Schema.Int),
  monthlyCredits: Schema.optionalKey(Schema.Int)
})
export type LimitOverrides = typeof LimitOverrides.Type

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String,
  plan: Plan,
  limitScheme: LimitScheme,
  /** When true, every key of the organization is refused with `DISABLED`. */
  disabled: Schema.Boolean,
  overrides: LimitOverrides,
  /** Whether its callers may ask that nothing of a call is kept. */
  zeroDataRetention: Schema.Boolean,
  /** Null: no months are counted, so credits come by grants alone. */
  billing: Schema.NullOr(Billing),
  autoTopup: AutoTopup,
  createdAt: Schema.DateTimeUtc
})
export type Organization = typeof Organization.Type

/** An organization with the settings that a new one has. Its months begin when it does. @internal */
export const newOrganization = (given: {
  readonly id: OrganizationId
  readonly name: string
  readonly plan: Plan
  readonly createdAt: DateTime.Utc
}): Organization => ({
  limitScheme: "free",
  disabled: false,
  overrides: {},
  zeroDataRetention: false,
  billing: { anchorAt: given.createdAt, pausedAt: null, resumesAt: null },
  autoTopup: noAutoTopup,
  ...given
})

/** How many monitors the organization may have: its override, else its plan's allowance. @internal */
export const monitorAllowance = ({ overrides, plan }: Organization): number =>
  overrides.monitors ?? planTerms[plan].monitors

/** How many batches of the organization may be unsettled at once. @internal */
export const batchAllowance = ({ overrides, plan }: Organization): number =>
  overrides.concurrentBatches ?? planTerms[plan].concurrentBatches

/** How many credits the organization gets each month in which it is billed. */
export const monthlyCredits = ({ overrides, plan }: Organization): number =>
  overrides.monthlyCredits ?? planTerms[plan].monthlyCredits
