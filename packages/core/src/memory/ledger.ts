/** Steps on the ledger's tables that every store takes the same way. */
import { DateTime } from "effect"
import type { BillingPeriod } from "../credits/domain/BillingPeriod.ts"
import { type CollectionPause, collectionPause } from "../credits/domain/CollectionPause.ts"
import { type Account, type Cause, type Entry, type Hold, isUse } from "../credits/domain/Ledger.ts"
import {
  afterEntry,
  type BillingAccount,
  emptyAccount,
  isSupplyDue,
  type Moment,
  type PeriodPast,
  pastOfEntries,
  type Supplied,
  supply,
  type Want
} from "../credits/domain/Supply.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { LedgerRow, Tables } from "./Database.ts"

const causeKey = ({ kind, id }: Cause) => `${kind}\n${id}`

const holdKey = (hold: Pick<Hold, "organizationId" | "cause">) => `${hold.organizationId}\n${causeKey(hold.cause)}`

const { available: _, balance: __, held: ___, ...noMonths } = emptyAccount

const rowOf = (tables: Tables, organizationId: OrganizationId): LedgerRow => {
  const found = tables.ledgers.get(organizationId)
  if (found !== undefined) return found
  const made: LedgerRow = { balance: 0, held: 0, entries: [], causes: new Set(), months: noMonths }
  tables.ledgers.set(organizationId, made)
  return made
}

/** What the organization has now. */
export const accountOf = (tables: Tables, organizationId: OrganizationId): Account => {
  const { balance, held } = tables.ledgers.get(organizationId) ?? { balance: 0, held: 0 }
  return { balance, held, available: balance - held }
}

/** What the organization has now, with its months. */
export const billingAccountOf = (tables: Tables, organizationId: OrganizationId): BillingAccount => ({
  ...(tables.ledgers.get(organizationId)?.months ?? noMonths),
  ...accountOf(tables, organizationId)
})

/** Whether the cause has an entry. */
export const isPosted = (tables: Tables, organizationId: OrganizationId, cause: Cause): boolean =>
  tables.ledgers.get(organizationId)?.causes.has(causeKey(cause)) ?? false

/**
 * Adds an entry unless its cause has one; tells whether it did. Of credits gained, `lasting` never expire: all of them unless
 * told.
 */
export const addEntry = (tables: Tables, entry: Entry, lasting = entry.credits): boolean => {
  const row = rowOf(tables, entry.organizationId)
  const key = causeKey(entry.cause)
  if (row.causes.has(key)) return false
  const after = afterEntry(billingAccountOf(tables, entry.organizationId), {
    credits: entry.credits,
    isUse: isUse(entry.cause),
    lasting
  })
  row.months = { ...row.months, lasting: after.lasting, supplied: after.supplied }
  writeEntry(row, entry)
  return true
}

const writeEntry = (row: LedgerRow, entry: Entry) => {
  row.causes.add(causeKey(entry.cause))
  row.entries.push(entry)
  row.balance += entry.credits
}

const pastOf = ({ entries }: LedgerRow, { end, start }: BillingPeriod): PeriodPast => {
  const uses = entries.filter(
    ({ at, cause }) => isUse(cause) && !DateTime.isLessThan(at, start) && DateTime.isLessThan(at, end)
  )
  return pastOfEntries(
    start,
    entries,
    uses.reduce((sum, { credits }) => sum - credits, 0)
  )
}

/** Gives the organization what is due, and tops up to what is wanted where it does so by itself. */
export const supplyNow = (tables: Tables, organizationId: OrganizationId, options: Want & Moment): Supplied => {
  const account = billingAccountOf(tables, organizationId)
  const stored = tables.organizations.get(organizationId)
  if (stored === undefined) return { account, entries: [] }
  const row = rowOf(tables, organizationId)
  const supplied = supply(stored.organization, account, options, (period) => pastOf(row, period))
  const { available, balance, held, ...months } = supplied.account
  row.months = months
  for (const entry of supplied.entries) writeEntry(row, entry)
  return supplied
}

/** Makes the organization's credits due for a look, or never again when it is not billed. */
export const lookAgain = (tables: Tables, organizationId: OrganizationId): void => {
  const organization = tables.organizations.get(organizationId)?.organization
  if (organization === undefined) return
  const dueAt = organization.billing === null ? null : organization.createdAt
  const row = rowOf(tables, organizationId)
  row.months = { ...row.months, dueAt }
}

/** Organizations to which something is due, longest due first; those that only run short come last. */
export const organizationsDue = (tables: Tables, at: Entry["at"]): ReadonlyArray<OrganizationId> => {
  const due: Array<{ readonly id: OrganizationId; readonly dueMillis: number }> = []
  for (const [id, { organization }] of tables.organizations) {
    const account = billingAccountOf(tables, id)
    if (!isSupplyDue(organization, account, at)) continue
    due.push({ id, dueMillis: Math.min(account.dueAt?.epochMilliseconds ?? Infinity, at.epochMilliseconds) })
  }
  return due.sort((a, b) => a.dueMillis - b.dueMillis || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}

/** Organizations whose period begins after a moment, in the order of their ids. */
export const organizationsAhead = (tables: Tables, after: Entry["at"]): ReadonlyArray<OrganizationId> =>
  [...tables.ledgers]
    .filter(([, { months }]) => months.periodStart !== null && DateTime.isGreaterThan(months.periodStart, after))
    .map(([id]) => id)
    .sort()

/** The pause of the organization's collection at a moment, or null. */
export const pauseOf = (tables: Tables, organizationId: OrganizationId, at: Entry["at"]): CollectionPause | null => {
  const organization = tables.organizations.get(organizationId)?.organization
  return organization === undefined ? null : collectionPause(organization, at)
}

/** The open hold of a cause. */
export const openHoldOf = (tables: Tables, hold: Pick<Hold, "organizationId" | "cause">): Hold | undefined => {
  const id = tables.holdIds.get(holdKey(hold))
  return id === undefined ? undefined : tables.holds.get(id)
}

/** Opens a hold, whose credits must be available. */
export const openHold = (tables: Tables, hold: Hold): void => {
  tables.holds.set(hold.id, hold)
  tables.holdIds.set(holdKey(hold), hold.id)
  rowOf(tables, hold.organizationId).held += hold.credits
}

/** Ends an open hold and gives its credits back. */
export const endHold = (tables: Tables, hold: Hold): void => {
  tables.holds.delete(hold.id)
  tables.holdIds.delete(holdKey(hold))
  rowOf(tables, hold.organizationId).held -= hold.credits
}

/** Ends holds that expired by `at`, longest expired first, of one organization or of all; tells how many. */
export const endExpired = (
  tables: Tables,
  options: { readonly at: Entry["at"]; readonly limit: number; readonly organizationId?: OrganizationId }
): number => {
  const expired = [...tables.holds.values()]
    .filter(({ expiresAt }) => expiresAt.epochMilliseconds <= options.at.epochMilliseconds)
    .filter(({ organizationId }) => (options.organizationId ?? organizationId) === organizationId)
    .sort((a, b) => a.expiresAt.epochMilliseconds - b.expiresAt.epochMilliseconds)
    .slice(0, options.limit)
  for (const hold of expired) endHold(tables, hold)
  return expired.length
}

/**
 * Makes sure that the hold is open until its end or longer; tells why it is not. A hold that is open keeps its credits, whatever
 * happened to the organization meanwhile.
 */
export const ensureHold = (tables: Tables, hold: Hold, at: Entry["at"]): "held" | "paused" | "short" => {
  const open = tables.holds.get(hold.id)
  if (open !== undefined) {
    tables.holds.set(hold.id, { ...open, expiresAt: DateTime.max(open.expiresAt, hold.expiresAt) })
    return "held"
  }
  if (pauseOf(tables, hold.organizationId, at) !== null) return "paused"
  if (accountOf(tables, hold.organizationId).available < hold.credits) return "short"
  openHold(tables, hold)
  return "held"
}

/** Ends the hold, if it is open, with a charge of at most what it holds; tells what was charged. */
export const chargeHold = (tables: Tables, holdId: string, entry: Entry | null): number => {
  const hold = tables.holds.get(holdId)
  if (hold === undefined) return 0
  endHold(tables, hold)
  if (entry === null) return 0
  const credits = Math.min(-entry.credits, hold.credits)
  return addEntry(tables, { ...entry, credits: -credits }) ? credits : 0
}
