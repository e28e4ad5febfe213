/** What the suites of billing do before and beside what they test. */
import { DateTime, Effect, Option } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { monthlyLeft, usedInPeriod } from "../credits/domain/Supply.ts"
import { newOrganization, type Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { freshOrganization } from "./arrangements.ts"
import { entryOf, freshCause, freshId, holdOf } from "./builders.ts"

/** A new organization with 1,000 credits a month, from the present moment on or from the one given. */
export const billedOrganization = Effect.fnUntraced(function* (given: Partial<Organization> = {}) {
  // Moves the clock away from the test before.
  const { createdAt: now } = yield* freshOrganization({ credits: 0 })
  const createdAt = given.createdAt ?? now
  const organization: Organization = {
    ...newOrganization({ id: OrganizationId.make(freshId("org")), name: "Harbour", plan: "free", createdAt }),
    ...given
  }
  yield* (yield* OrganizationStore).create(organization)
  return organization
})

/** Stores other settings of an organization. */
export const change = Effect.fnUntraced(function* (organization: Organization, given: Partial<Organization>) {
  const store = yield* OrganizationStore
  const stored = Option.getOrThrow(yield* store.get(organization.id))
  const next = { ...stored.organization, ...given }
  yield* store.update(stored, next)
  return next
})

/** Gives the organization what is due at a moment; tops up to `wanted`. */
export const supplyAt = Effect.fnUntraced(function* ({ id }: Organization, at: DateTime.Utc, wanted = 0) {
  return yield* (yield* BillingLedger).supply(id, { at, wanted })
})

/** The months after the organization began, at that day and time of day. */
export const monthsLater = ({ createdAt }: Organization, months: number) => DateTime.add(createdAt, { months })

/** Spends credits as a request does. */
export const spend = Effect.fnUntraced(function* ({ id }: Organization, credits: number) {
  return yield* (yield* CreditLedger).post(entryOf(id, -credits))
})

/** Adds credits that last. */
export const grant = Effect.fnUntraced(function* ({ id }: Organization, credits: number) {
  return yield* (yield* CreditLedger).post(entryOf(id, credits, { cause: freshCause("grant") }))
})

/** Holds credits until long after every test; where no more are there, as many as `atLeast`. */
export const hold = Effect.fnUntraced(function* ({ id }: Organization, credits: number, atLeast?: number) {
  const expiresAt = DateTime.add(yield* DateTime.now, { days: 3_650 })
  return yield* (yield* CreditLedger).hold(holdOf(id, credits, { expiresAt }), atLeast)
})

/** What an account comes to: the balance, what of it is monthly, what is held, and what the period used. */
export const standing = Effect.fnUntraced(function* ({ id }: Organization) {
  const account = yield* (yield* BillingLedger).account(id)
  return {
    balance: account.balance,
    monthly: monthlyLeft(account),
    held: account.held,
    used: usedInPeriod(account)
  }
})

/** Credits moved by causes of a kind, oldest first. */
export const movedBy = Effect.fnUntraced(function* (
  { id }: Organization,
  kind: "refill" | "expiry" | "topup" | "grant" | "request"
) {
  const entries = yield* (yield* CreditLedger).entries(id, { limit: 1_000, after: null }, { kind })
  return entries.map(({ credits }) => credits).reverse()
})
