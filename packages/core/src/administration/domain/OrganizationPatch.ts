/** Changes to an organization, as an operator asks for them. */
import { DateTime, Result } from "effect"
import { billingState } from "../../credits/domain/BillingState.ts"
import { topUpReserve } from "../../credits/domain/Supply.ts"
import type { AutoTopup, Billing } from "../../organizations/domain/Billing.ts"
import type { LimitOverrides, Organization } from "../../organizations/domain/Organization.ts"
import type { LimitScheme, Plan } from "../../organizations/domain/Plan.ts"

/** What is to change of the months; what is left out stays. */
export interface BillingPatch {
  /** Moves the billing day; not in the future. */
  readonly anchorAt?: DateTime.Utc
  readonly paused?: boolean
  /** When a pause ends by itself; null when somebody must end it. */
  readonly resumesAt?: DateTime.Utc | null
}

/** What is to change; what is left out stays. */
export interface OrganizationPatch {
  readonly name?: string
  readonly plan?: Plan
  readonly limitScheme?: LimitScheme
  readonly disabled?: boolean
  readonly zeroDataRetention?: boolean
  /** Null clears one, so that the plan's counts again. */
  readonly overrides?: { readonly [K in keyof LimitOverrides]?: LimitOverrides[K] | null }
  /** Null ends the counting of months. */
  readonly billing?: BillingPatch | null
  readonly autoTopup?: Partial<AutoTopup>
}

/** Why a field cannot be taken. */
export interface Problem {
  readonly field: string
  readonly message: string
}

const problem = (field: string, message: string) => Result.fail<Problem>({ field, message })

const patchOverrides = (current: LimitOverrides, patch: NonNullable<OrganizationPatch["overrides"]>): LimitOverrides =>
  Object.fromEntries(Object.entries({ ...current, ...patch }).filter(([, value]) => value !== null))

/**
 * The months after a change. A pause that is ended begins a new month at that moment, as one that ends by itself does:
 * what was paid for when it began is over, and what is paid for now begins now.
 */
const patchBilling = (
  organization: Organization,
  patch: BillingPatch,
  at: DateTime.Utc
): Result.Result<Billing, Problem> => {
  const state = billingState(organization, at)
  const current = organization.billing
  const wasPaused = state._tag === "Paused"
  const isPaused = patch.paused ?? wasPaused
  if (patch.anchorAt !== undefined && DateTime.isGreaterThan(patch.anchorAt, at)) {
    return problem("billing.anchor_at", "must not be in the future")
  }
  if (!isPaused) {
    if (patch.resumesAt !== undefined && patch.resumesAt !== null) {
      return problem("billing.resumes_at", "needs billing.paused to be true")
    }
    const kept = state._tag === "Active" ? state.anchorAt : at
    return Result.succeed({ anchorAt: patch.anchorAt ?? kept, pausedAt: null, resumesAt: null })
  }
  const resumesAt = patch.resumesAt === undefined ? (wasPaused ? state.resumesAt : null) : patch.resumesAt
  if (resumesAt !== null && !DateTime.isGreaterThan(resumesAt, at)) {
    return problem("billing.resumes_at", "must be in the future")
  }
  const anchorAt = patch.anchorAt ?? (state._tag === "Active" ? state.anchorAt : (current?.anchorAt ?? at))
  return Result.succeed({ anchorAt, pausedAt: (wasPaused ? current?.pausedAt : null) ?? at, resumesAt })
}

const checkTopup = ({ autoTopup, billing }: Organization): Problem | null => {
  if (autoTopup.blockCredits < topUpReserve) {
    return { field: "auto_topup.block_credits", message: `must be at least ${topUpReserve}` }
  }
  // The budget is one of a month, so without months there is none.
  return autoTopup.enabled && billing === null ? { field: "auto_topup.enabled", message: "needs billing" } : null
}

/** The organization after a change at `at`. @internal */
export const patchOrganization = (
  organization: Organization,
  patch: OrganizationPatch,
  at: DateTime.Utc
): Result.Result<Organization, Problem> => {
  const { autoTopup, billing, overrides, ...plain } = patch
  const months =
    billing === undefined
      ? Result.succeed(organization.billing)
      : billing === null
        ? Result.succeed(null)
        : patchBilling(organization, billing, at)
  return Result.flatMap(months, (counted) => {
    const next: Organization = {
      ...organization,
      ...plain,
      overrides: overrides === undefined ? organization.overrides : patchOverrides(organization.overrides, overrides),
      billing: counted,
      autoTopup: { ...organization.autoTopup, ...autoTopup }
    }
    const found = checkTopup(next)
    return found === null ? Result.succeed(next) : Result.fail(found)
  })
}
