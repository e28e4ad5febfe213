/** What the settings of an organization give its account, for the writer's thread (`writes/supply.ts`). */
import { billingState } from "@kittiwake/core/credits/domain/BillingState"
import type { Entry } from "@kittiwake/core/credits/domain/Ledger"
import type { BillingAccount, Moment, Supplied, Want } from "@kittiwake/core/credits/domain/Supply"
import { monthlyCredits, type Organization } from "@kittiwake/core/organizations/domain/Organization"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { toEntry } from "./ledgerRows.ts"
import { millisOf, millisOrNull, momentOrNull } from "./moments.ts"
import { findOrganization } from "./organizationRows.ts"
import type { BillingAccountRow, SuppliedRows, SupplyTerms } from "./writes/supply.ts"

/** When it is supplied, and how many credits are wanted. */
export interface SupplyOptions extends Want, Moment {}

/** The account of a row. */
export const toBillingAccount = (row: BillingAccountRow): BillingAccount => ({
  ...row,
  available: row.balance - row.held,
  periodStart: momentOrNull(row.periodStart),
  dueAt: momentOrNull(row.dueAt)
})

/** What was written together. */
export const toSupplied = ({ account, entries }: SuppliedRows): Supplied => ({
  account: toBillingAccount(account),
  entries: entries.map((entry): Entry => toEntry(entry))
})

/** What these settings give; the revision is null for an organization that is not there yet. */
export const termsOf = (
  organization: Organization,
  revision: number | null,
  { at, atLeast, goesBack = false, wanted }: SupplyOptions
): SupplyTerms => {
  const { autoTopup, disabled } = organization
  const state = billingState(organization, at)
  return {
    organizationId: organization.id,
    revision,
    at: millisOf(at),
    goesBack,
    wanted,
    atLeast: atLeast ?? wanted,
    period: state._tag === "Active" ? { start: millisOf(state.period.start), end: millisOf(state.period.end) } : null,
    resumesAt: state._tag === "Paused" ? millisOrNull(state.resumesAt) : null,
    monthlyCredits: monthlyCredits(organization),
    topUp: autoTopup.enabled && !disabled ? autoTopup : null
  }
}

/** What the settings of an organization give at a moment; null when there is no such organization. */
export const findTerms = (db: Connection, organizationId: string, options: SupplyOptions): SupplyTerms | null => {
  const found = findOrganization(db, organizationId)
  return found === undefined ? null : termsOf(found.organization, found.revision, options)
}

/** Times that the settings may change between being read and being applied. */
const maxTries = 20

/** Reads the settings and applies them, again when they have changed in between; `attempt` tells that with null. */
export const untilApplied = <A, E>(
  operation: string,
  attempt: Effect.Effect<A | null, E>
): Effect.Effect<A, E | StoreUnavailable> =>
  Effect.gen(function* () {
    for (let tries = 0; tries < maxTries; tries++) {
      const answer = yield* attempt
      if (answer !== null) return answer
    }
    return yield* new StoreUnavailable({ operation, cause: new Error("the organization changes all the time") })
  })
