/** Who owns monitors, credits and keys. */
import { Schema } from "effect"
import { Plan, planTerms } from "./Plan.ts"

export const OrganizationId = Schema.String.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

/** Limits set by hand for one organization. They survive plan changes until they are cleared. */
export const LimitOverrides = Schema.Struct({
  monitors: Schema.optionalKey(Schema.Int),
  requestsPerMinute: Schema.optionalKey(Schema.Int),
  concurrentRequests: Schema.optionalKey(Schema.Int),
  /** No request limit at all, and no limit headers. */
  unlimitedRequests: Schema.optionalKey(Schema.Boolean)
})
export type LimitOverrides = typeof LimitOverrides.Type

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String,
  plan: Plan,
  /** When true, every key of the organization is refused with `DISABLED`. */
  disabled: Schema.Boolean,
  overrides: LimitOverrides,
  createdAt: Schema.DateTimeUtc
})
export type Organization = typeof Organization.Type

/** How many monitors the organization may have: its override, else its plan's allowance. */
export const monitorAllowance = (organization: Organization): number =>
  organization.overrides.monitors ?? planTerms[organization.plan].monitors
