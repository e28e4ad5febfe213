/** What an organization has left and what comes next (contract/org-logs.md, GET /org/usage). */
import { DateTime, Schema } from "effect"
import { monthlyCredits, type Organization } from "../../organizations/domain/Organization.ts"
import { billingState } from "./BillingState.ts"
import { type BillingAccount, nextRefillAt, usedInPeriod } from "./Supply.ts"

const Moment = Schema.String.annotate({ format: "date-time" })

/** Credit usage on the wire. */
export const CreditUsageRecord = Schema.Struct({
  /** Credits that new work may spend now; what work under way holds is not among them. */
  credits_remaining: Schema.Int,
  /** Null for organizations without monthly credits, and while billing is paused. */
  period: Schema.NullOr(Schema.Struct({ start: Moment, credits_used: Schema.Int })),
  /** Null when none is scheduled. While billing is paused it is when the pause ends by itself. */
  next_refill: Schema.NullOr(Schema.Struct({ at: Moment, credits: Schema.Int })),
  auto_topup: Schema.Struct({
    enabled: Schema.Boolean,
    /** What the period's top-ups have taken of the budget. */
    credits_used_this_period: Schema.Int,
    monthly_budget_credits: Schema.NullOr(Schema.Int)
  })
})
export type CreditUsageRecord = typeof CreditUsageRecord.Type

const noTopup = { enabled: false, credits_used_this_period: 0, monthly_budget_credits: null }

/**
 * How the organization stands at `at`; `account` has been given what was due by then. The next refill is the first after `refilledTo`,
 * the start of the last period that was.
 *
 * @internal
 */
export const creditUsageRecord = (
  organization: Organization,
  account: BillingAccount,
  at: DateTime.Utc,
  refilledTo = account.periodStart
): CreditUsageRecord => {
  const { autoTopup } = organization
  const credits = monthlyCredits(organization)
  const state = billingState(organization, at)
  const isActive = state._tag === "Active" && credits > 0
  const refillAt = nextRefillAt(organization, { periodStart: refilledTo }, at)
  return {
    credits_remaining: account.available,
    period: isActive
      ? {
          start: DateTime.formatIso(account.periodStart ?? state.period.start),
          credits_used: usedInPeriod(account)
        }
      : null,
    next_refill: refillAt === null || credits === 0 ? null : { at: DateTime.formatIso(refillAt), credits },
    auto_topup: autoTopup.enabled
      ? {
          enabled: true,
          credits_used_this_period: account.toppedUp,
          monthly_budget_credits: autoTopup.monthlyBudgetCredits
        }
      : noTopup
  }
}
