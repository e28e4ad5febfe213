/**
 * Gives an account what is due to it: `supply` of `core/credits/domain/Supply.ts` on rows.
 *
 * That rule stands here a second time, and `test/supplyRows.test.ts` holds that both say the same. Decided on the main
 * thread it would have to be decided on an account that is still so when the decision arrives, and the account of a busy
 * organization never is: one other caller in step kept it waiting for two hundred tries. What the settings of the
 * organization say is decided there, because they seldom change.
 */
import type { Connection } from "../Connection.ts"
import { type EntryRow, postEntry } from "./accounts.ts"

/** An account with its months, as a row of `accounts`. */
export interface BillingAccountRow {
  readonly balance: number
  readonly held: number
  readonly lasting: number
  readonly supplied: number
  readonly refilled: number
  readonly toppedUp: number
  readonly periodStart: number | null
  readonly dueAt: number | null
}

/** A month, in milliseconds since 1970. */
export interface Period {
  readonly start: number
  readonly end: number
}

/** What the entries of an account say of one of its periods. */
export interface PeriodPast {
  readonly isBegun: boolean
  readonly refilled: number
  readonly toppedUp: number
  readonly used: number
}

type PastOf = (period: Period) => PeriodPast

/** What an organization's settings give its account at a moment. */
export interface SupplyTerms {
  readonly organizationId: string
  /** Of the organization whose settings these are; null when it is not there yet. */
  readonly revision: number | null
  readonly at: number
  /** Whether a period that begins after that is left. */
  readonly goesBack: boolean
  /** Credits that are to be available. */
  readonly wanted: number
  /** What serves too, where the budget does not reach for all. */
  readonly atLeast: number
  /** The month that is counted; null when none is. */
  readonly period: Period | null
  /** When to look again while no month is counted. */
  readonly resumesAt: number | null
  readonly monthlyCredits: number
  /** What is bought by itself; null when nothing is. */
  readonly topUp: { readonly blockCredits: number; readonly monthlyBudgetCredits: number | null } | null
}

interface Movement {
  readonly kind: "expiry" | "refill" | "topup"
  readonly id: string
  readonly credits: number
}

interface Step {
  readonly account: BillingAccountRow
  readonly movements: ReadonlyArray<Movement>
}

/** What was written together. */
export interface SuppliedRows {
  readonly account: BillingAccountRow
  readonly entries: ReadonlyArray<EntryRow>
}

const empty: BillingAccountRow = {
  balance: 0,
  held: 0,
  lasting: 0,
  supplied: 0,
  refilled: 0,
  toppedUp: 0,
  periodStart: null,
  dueAt: null
}

const noPast: PeriodPast = { isBegun: false, refilled: 0, toppedUp: 0, used: 0 }

const iso = (at: number): string => new Date(at).toISOString()

const moved = (kind: Movement["kind"], id: string, credits: number): ReadonlyArray<Movement> =>
  credits === 0 ? [] : [{ kind, id, credits }]

const lastingOf = ({ balance, lasting }: BillingAccountRow): number => Math.min(lasting, balance)

const begin = (account: BillingAccountRow, start: number, credits: number): Step => {
  const { balance, held, lasting } = account
  const expired = Math.min(Math.max(0, balance - lasting), balance - held)
  const next = balance - expired + credits
  return {
    account: {
      ...account,
      balance: next,
      lasting: lastingOf(account),
      supplied: next,
      refilled: credits,
      toppedUp: 0,
      periodStart: start
    },
    movements: [...moved("expiry", iso(start), -expired), ...moved("refill", iso(start), credits)]
  }
}

const raise = (account: BillingAccountRow, start: number, credits: number): Step => {
  const added = Math.max(0, credits - account.refilled)
  return {
    account: {
      ...account,
      balance: account.balance + added,
      lasting: lastingOf(account),
      supplied: account.supplied + added,
      refilled: account.refilled + added
    },
    movements: moved("refill", `${iso(start)}/${credits}`, added)
  }
}

const goOn = (account: BillingAccountRow, start: number, { refilled, toppedUp, used }: PeriodPast): Step => ({
  account: { ...account, refilled, toppedUp, supplied: account.balance + used, periodStart: start },
  movements: []
})

const goBack = (account: BillingAccountRow, start: number, past: PeriodPast): Step =>
  goOn(account, start, {
    ...past,
    refilled: Math.max(past.refilled, account.refilled),
    toppedUp: past.toppedUp + account.toppedUp
  })

const refill = (
  account: BillingAccountRow,
  { at, goesBack, monthlyCredits: credits }: SupplyTerms,
  period: Period,
  pastOf: PastOf
): Step => {
  const { start } = period
  const { periodStart } = account
  if (periodStart === start) return raise(account, start, credits)
  if (periodStart === null || periodStart < start) {
    const past = pastOf(period)
    return past.isBegun ? raise(goOn(account, start, past).account, start, credits) : begin(account, start, credits)
  }
  if (goesBack && periodStart > at) return goBack(account, start, pastOf(period))
  // A billing day that was moved back makes no second month of the one that was paid for.
  return { account, movements: [] }
}

const buyable = (
  { blockCredits, monthlyBudgetCredits }: NonNullable<SupplyTerms["topUp"]>,
  { toppedUp }: BillingAccountRow
): number =>
  monthlyBudgetCredits === null
    ? Number.POSITIVE_INFINITY
    : Math.max(0, Math.floor((monthlyBudgetCredits - toppedUp) / blockCredits)) * blockCredits

const topUp = (account: BillingAccountRow, { atLeast, topUp: terms, wanted }: SupplyTerms): Step => {
  const nothing = { account, movements: [] }
  const available = account.balance - account.held
  if (terms === null || account.periodStart === null) return nothing
  const missing = wanted - available
  const credits = Math.min(Math.ceil(missing / terms.blockCredits) * terms.blockCredits, buyable(terms, account))
  if (credits <= 0 || available + credits < atLeast) return nothing
  const toppedUp = account.toppedUp + credits
  return {
    account: {
      ...account,
      balance: account.balance + credits,
      lasting: lastingOf(account) + credits,
      supplied: account.supplied + credits,
      toppedUp
    },
    movements: moved("topup", `${iso(account.periodStart)}/${toppedUp}`, credits)
  }
}

/** What the terms make of an account. */
export const suppliedBy = (account: BillingAccountRow, terms: SupplyTerms, pastOf: PastOf): SuppliedRows => {
  const { at, organizationId, period, resumesAt } = terms
  if (period === null) return { account: { ...account, dueAt: resumesAt }, entries: [] }
  const refilled = refill(account, terms, period, pastOf)
  const bought = topUp(refilled.account, terms)
  return {
    account: { ...bought.account, dueAt: period.end },
    entries: [...refilled.movements, ...bought.movements].map(({ credits, id, kind }) => ({
      id: `ent_${organizationId}_${kind}_${id}`,
      organizationId,
      causeKind: kind,
      causeId: id,
      credits,
      at,
      reason: null
    }))
  }
}

/** Columns of an account, named as its row is. */
export const billingAccountColumns = `
  balance, held, lasting, supplied, refilled, topped_up as toppedUp, period_start as periodStart, due_at as dueAt`

/** The account of an organization with its months. */
export const billingAccountOf = (db: Connection, organizationId: string): BillingAccountRow =>
  db.get<BillingAccountRow>(
    `select ${billingAccountColumns} from accounts where organization_id = ?`,
    organizationId
  ) ?? empty

const ownOf = `
  select count(*) filter (where cause_kind <> 'topup') as count,
    ifnull(max(iif(cause_id = ?1, credits, cast(substr(cause_id, ?4) as integer)))
      filter (where cause_kind = 'refill'), 0) as refilled,
    ifnull(max(cast(substr(cause_id, ?4) as integer)) filter (where cause_kind = 'topup'), 0) as toppedUp
  from ledger_entries
  where cause_id >= ?1 and cause_id < ?2 and cause_kind in ('refill', 'expiry', 'topup') and organization_id = ?3`

const usedIn = `
  select ifnull(-sum(credits), 0) as used from ledger_entries
  where organization_id = ? and cause_kind in ('run', 'request', 'batch', 'refund') and at >= ? and at < ?`

/** What the entries of an account say of a period that it comes to. What was not begun has no entries to sum. */
const pastIn = (db: Connection, organizationId: string, { end, start }: Period): PeriodPast => {
  const id = iso(start)
  // Behind its slash a name says what the entries of its kind had come to, and "0" is what follows a slash.
  const found = db.get<{ readonly count: number; readonly refilled: number; readonly toppedUp: number }>(
    ownOf,
    id,
    `${id}0`,
    organizationId,
    id.length + 2
  )!
  if (found.count === 0 && found.toppedUp === 0) return noPast
  const { used } = db.get<{ readonly used: number }>(usedIn, organizationId, start, end)!
  return { isBegun: true, refilled: found.refilled, toppedUp: found.toppedUp, used }
}

const write = (db: Connection, organizationId: string, account: BillingAccountRow): void => {
  db.run(
    `insert into accounts (organization_id, balance, held, lasting, supplied, refilled, topped_up, period_start, due_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (organization_id) do update set balance = excluded.balance, held = excluded.held,
      lasting = excluded.lasting, supplied = excluded.supplied, refilled = excluded.refilled,
      topped_up = excluded.topped_up, period_start = excluded.period_start, due_at = excluded.due_at`,
    organizationId,
    account.balance,
    account.held,
    account.lasting,
    account.supplied,
    account.refilled,
    account.toppedUp,
    account.periodStart,
    account.dueAt
  )
}

const isRevision = (db: Connection, { organizationId, revision }: SupplyTerms): boolean =>
  (db.get<{ readonly revision: number }>("select revision from organizations where id = ?", organizationId)?.revision ??
    null) === revision

/** Gives the account what is due by these terms; null when the organization has other ones by now. */
export const supplyNow = (db: Connection, terms: SupplyTerms): SuppliedRows | null => {
  if (!isRevision(db, terms)) return null
  const supplied = suppliedBy(billingAccountOf(db, terms.organizationId), terms, (period) =>
    pastIn(db, terms.organizationId, period)
  )
  write(db, terms.organizationId, supplied.account)
  for (const entry of supplied.entries) {
    if (!postEntry(db, entry)) throw new Error(`${entry.id} was posted before the account had it`)
  }
  return supplied
}
