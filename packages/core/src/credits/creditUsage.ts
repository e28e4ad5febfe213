/** What an organization has left and what comes next. */
import { DateTime, Effect } from "effect"
import type { Organization } from "../organizations/domain/Organization.ts"
import { CreditLedger } from "./CreditLedger.ts"
import { creditUsageRecord } from "./domain/CreditUsage.ts"
import { type BillingAccount, nextRefillAt } from "./domain/Supply.ts"

/** Months in a row that are looked at: more than one is given ahead where a clock went ahead by more than one, step by step. */
const mostAhead = 12

/**
 * How the organization stands at `at`; `account` has been given what was due by then. A month that was refilled ahead of its time, by a
 * clock that was, is not refilled again when it comes.
 */
export const creditUsage = Effect.fnUntraced(function* (
  organization: Organization,
  account: BillingAccount,
  at: DateTime.Utc
) {
  const ledger = yield* CreditLedger
  let refilledTo = account.periodStart
  for (let months = 0; months < mostAhead; months++) {
    const next = nextRefillAt(organization, { periodStart: refilledTo }, at)
    if (next === null || organization.billing === null) break
    const cause = { kind: "refill", id: DateTime.formatIso(next) } as const
    if ((yield* ledger.entries(organization.id, { limit: 1, after: null }, { cause })).length === 0) break
    refilledTo = next
  }
  return creditUsageRecord(organization, account, at, refilledTo)
})
