/** Organizations and their credits, for people. */
import type { StandingRecord } from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import type { EntryRecord } from "@kittiwake/core/internal/credits/domain/EntryRecord"
import { fields, table } from "../output.ts"

/** A limit with a star when it was set by hand. */
const limit = (value: number | null, override: number | boolean | null): string =>
  `${value ?? "none"}${override === null ? "" : " *"}`

const billingText = ({ billing }: StandingRecord): string => {
  if (billing === null) return "off: credits come by grants alone"
  if (billing.paused_at === null) return `since ${billing.anchor_at}`
  return `paused since ${billing.paused_at}, ${billing.resumes_at === null ? "until resumed" : `until ${billing.resumes_at}`}`
}

const topUpText = ({ auto_topup: topup, usage }: StandingRecord): string =>
  topup.enabled
    ? `${topup.block_credits} at a time, ${usage.auto_topup.credits_used_this_period} of ${topup.monthly_budget_credits ?? "any number"} this month`
    : "off"

/** What is counted of requests: a scheme counts what a plan gives it, and by hand either may be set. */
const limitedBy = ({ limit_scheme, limits }: StandingRecord): string => {
  const counted = [
    ...(limits.requests_per_minute === null ? [] : ["requests a minute"]),
    ...(limits.concurrent_requests === null ? [] : ["requests at once"])
  ]
  return `${counted.length === 0 ? "nothing" : counted.join(" and ")} (scheme: ${limit_scheme})`
}

/** An organization with all that holds for it. */
export const organizationText = (organization: StandingRecord): string => {
  const { credits, limits, overrides, usage } = organization
  const unlimited = overrides.unlimited_requests
  return fields([
    ["id", organization.id],
    ["name", organization.name],
    ["plan", organization.plan],
    ["state", organization.disabled ? "disabled" : "active"],
    [
      "credits",
      `${credits.available} available, ${credits.held} held, ${credits.monthly} of them until the month ends`
    ],
    ["used", usage.period === null ? null : `${usage.period.credits_used} since ${usage.period.start}`],
    ["next refill", usage.next_refill === null ? null : `${usage.next_refill.credits} at ${usage.next_refill.at}`],
    ["billing", billingText(organization)],
    ["top-up", topUpText(organization)],
    ["monthly credits", limit(limits.monthly_credits, overrides.monthly_credits)],
    ["monitors", limit(limits.monitors, overrides.monitors)],
    ["batches at once", limit(limits.concurrent_batches, overrides.concurrent_batches)],
    ["requests a minute", limit(limits.requests_per_minute, overrides.requests_per_minute ?? unlimited)],
    ["requests at once", limit(limits.concurrent_requests, overrides.concurrent_requests ?? unlimited)],
    ["limited by", limitedBy(organization)],
    ["counted for", `each ${limits.counted_for}`],
    ["zero retention", organization.zero_data_retention ? "allowed" : "not allowed"],
    ["created", organization.created_at]
  ])
}

/** Movements of credits, newest first. */
export const entriesText = (entries: ReadonlyArray<EntryRecord>): string =>
  table(
    ["at", "credits", "kind", "cause", "reason"],
    entries.map(({ at, cause_id, credits, kind, reason }) => [at, String(credits), kind, cause_id, reason ?? "-"]),
    "No credits were moved yet."
  )
