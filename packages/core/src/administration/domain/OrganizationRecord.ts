/** An organization as its operator sees it. */
import { DateTime, Schema } from "effect"
import { CreditUsageRecord } from "../../credits/domain/CreditUsage.ts"
import { type BillingAccount, monthlyLeft } from "../../credits/domain/Supply.ts"
import { requestLimits } from "../../limits/domain/Window.ts"
import {
  batchAllowance,
  monitorAllowance,
  monthlyCredits,
  type Organization
} from "../../organizations/domain/Organization.ts"
import { LimitScheme, Plan } from "../../organizations/domain/Plan.ts"

const Moment = Schema.String.annotate({ format: "date-time" })
const MaybeInt = Schema.NullOr(Schema.Int)

/** An organization with its settings. */
export const OrganizationRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  plan: Plan,
  limit_scheme: LimitScheme,
  disabled: Schema.Boolean,
  zero_data_retention: Schema.Boolean,
  /** What holds: the plan's, where nothing was set by hand. */
  limits: Schema.Struct({
    monthly_credits: Schema.Int,
    monitors: Schema.Int,
    concurrent_batches: Schema.Int,
    /** Null where this kind of limit does not apply. */
    requests_per_minute: MaybeInt,
    concurrent_requests: MaybeInt,
    counted_for: Schema.Literals(["key", "organization"])
  }),
  /** What was set by hand; null where nothing was. */
  overrides: Schema.Struct({
    monthly_credits: MaybeInt,
    monitors: MaybeInt,
    concurrent_batches: MaybeInt,
    requests_per_minute: MaybeInt,
    concurrent_requests: MaybeInt,
    unlimited_requests: Schema.NullOr(Schema.Boolean)
  }),
  /** Null where no months are counted. */
  billing: Schema.NullOr(
    Schema.Struct({ anchor_at: Moment, paused_at: Schema.NullOr(Moment), resumes_at: Schema.NullOr(Moment) })
  ),
  auto_topup: Schema.Struct({
    enabled: Schema.Boolean,
    block_credits: Schema.Int,
    monthly_budget_credits: MaybeInt
  }),
  created_at: Moment
})
export type OrganizationRecord = typeof OrganizationRecord.Type

const momentOrNull = (at: DateTime.Utc | null) => (at === null ? null : DateTime.formatIso(at))

/** The record of an organization. */
export const organizationRecord = (organization: Organization): OrganizationRecord => {
  const { autoTopup, billing, overrides } = organization
  const { concurrentRequests, countedFor, requestsPerMinute } = requestLimits(organization)
  return {
    id: organization.id,
    name: organization.name,
    plan: organization.plan,
    limit_scheme: organization.limitScheme,
    disabled: organization.disabled,
    zero_data_retention: organization.zeroDataRetention,
    limits: {
      monthly_credits: monthlyCredits(organization),
      monitors: monitorAllowance(organization),
      concurrent_batches: batchAllowance(organization),
      requests_per_minute: requestsPerMinute,
      concurrent_requests: concurrentRequests,
      counted_for: countedFor
    },
    overrides: {
      monthly_credits: overrides.monthlyCredits ?? null,
      monitors: overrides.monitors ?? null,
      concurrent_batches: overrides.concurrentBatches ?? null,
      requests_per_minute: overrides.requestsPerMinute ?? null,
      concurrent_requests: overrides.concurrentRequests ?? null,
      unlimited_requests: overrides.unlimitedRequests ?? null
    },
    billing:
      billing === null
        ? null
        : {
            anchor_at: DateTime.formatIso(billing.anchorAt),
            paused_at: momentOrNull(billing.pausedAt),
            resumes_at: momentOrNull(billing.resumesAt)
          },
    auto_topup: {
      enabled: autoTopup.enabled,
      block_credits: autoTopup.blockCredits,
      monthly_budget_credits: autoTopup.monthlyBudgetCredits
    },
    created_at: DateTime.formatIso(organization.createdAt)
  }
}

/** What an organization has of credits. */
export const AccountRecord = Schema.Struct({
  balance: Schema.Int,
  held: Schema.Int,
  available: Schema.Int,
  /** Credits of the balance that go when the month ends; the others never do. */
  monthly: Schema.Int
})
export type AccountRecord = typeof AccountRecord.Type

/** The record of an account. */
export const accountRecord = (account: BillingAccount): AccountRecord => ({
  balance: account.balance,
  held: account.held,
  available: account.available,
  monthly: monthlyLeft(account)
})

/** An organization with its settings and how its credits stand. */
export const StandingRecord = Schema.Struct({
  ...OrganizationRecord.fields,
  credits: AccountRecord,
  usage: CreditUsageRecord
})
export type StandingRecord = typeof StandingRecord.Type

/** The record of an organization and its credits. */
export const standingRecord = (standing: {
  readonly organization: Organization
  readonly account: BillingAccount
  readonly usage: CreditUsageRecord
}): StandingRecord => ({
  ...organizationRecord(standing.organization),
  credits: accountRecord(standing.account),
  usage: standing.usage
})
