/**
 * What an organization is given by itself: the month's credits, and blocks bought when credits run short.
 *
 * **Model**
 *
 * Of a balance, at most `lasting` credits never expire: what was granted, bought or given back by hand. The rest is what is left
 * of monthly credits. Work takes the monthly ones first, so neither claims nor charges need to know of the difference:
 * spending lowers the balance alone, and reaches what lasts only when nothing else is left.
 *
 * **Invariants**
 *
 * - A period is refilled once; a later look in the same period gives no more than what a larger plan adds to it.
 * - What expires is neither held nor lasting.
 * - What is bought in a period stays within the budget.
 * - Going back to a period, from one that a clock ahead had begun, moves no credits; coming to that one when its time comes goes on
 *   with what it was given.
 */
import { DateTime } from "effect"
import { monthlyCredits, type Organization } from "../../organizations/domain/Organization.ts"
import { type BillingPeriod, billingPeriod } from "./BillingPeriod.ts"
import { billingState } from "./BillingState.ts"
import type { Account, CauseKind, Entry } from "./Ledger.ts"

/** An account with what months and purchases need to know of it. */
export interface BillingAccount extends Account {
  /** Most credits of the balance that never expire. */
  readonly lasting: number
  /** The balance at the start of the period, and what was added by hand or bought since. */
  readonly supplied: number
  /** What the period's refills have given. */
  readonly refilled: number
  /** Credits bought by themselves in the period. */
  readonly toppedUp: number
  /** Start of the period that was refilled last; null before the first one. */
  readonly periodStart: DateTime.Utc | null
  /** When to look again whether something is due; null when nothing ever is. */
  readonly dueAt: DateTime.Utc | null
}

/** An account that nothing has happened to. */
export const emptyAccount: BillingAccount = {
  balance: 0,
  held: 0,
  available: 0,
  lasting: 0,
  supplied: 0,
  refilled: 0,
  toppedUp: 0,
  periodStart: null,
  dueAt: null
}

/** How many credits automatic top-up keeps available: more than any one run of a monitor costs. */
export const topUpReserve = 100

/** Credits of the balance that go at the next refill unless they are spent before. @internal */
export const monthlyLeft = ({ balance, lasting }: BillingAccount): number => Math.max(0, balance - lasting)

/** Credits that work has cost since the period began. @internal */
export const usedInPeriod = ({ balance, supplied }: BillingAccount): number => Math.max(0, supplied - balance)

/** Credits of the balance that never expire. @internal */
export const lastingLeft = ({ balance, lasting }: Pick<BillingAccount, "balance" | "lasting">): number =>
  Math.min(lasting, balance)

/** How many of the credits that were spent never expire, where spending left so many; monthly ones go first. @internal */
export const lastingSpent = ({
  left,
  lasting,
  spent
}: {
  readonly left: number
  readonly lasting: number
  readonly spent: number
}): number => lastingLeft({ lasting, balance: left + spent }) - lastingLeft({ lasting, balance: left })

/** An entry as it meets an account. */
interface Booking {
  readonly credits: number
  readonly isUse: boolean
  /** Of credits gained, those that never expire; all of them unless told. */
  readonly lasting?: number
}

/** The account after an entry. Refunds raise the balance alone, so that they lower what was used. @internal */
export const afterEntry = (
  account: BillingAccount,
  { credits, isUse, lasting = credits }: Booking
): BillingAccount => ({
  ...account,
  balance: account.balance + credits,
  available: account.available + credits,
  // What had been spent of the lasting credits is gone for good, so a gain counts from what is there now.
  lasting: credits > 0 ? lastingLeft(account) + lasting : account.lasting,
  supplied: isUse ? account.supplied : account.supplied + credits
})

interface Movement {
  readonly kind: CauseKind
  readonly id: string
  readonly credits: number
}

interface Step {
  readonly account: BillingAccount
  readonly movements: ReadonlyArray<Movement>
}

const moved = (kind: CauseKind, id: string, credits: number): ReadonlyArray<Movement> =>
  credits === 0 ? [] : [{ kind, id, credits }]

const begin = (account: BillingAccount, start: DateTime.Utc, credits: number): Step => {
  const id = DateTime.formatIso(start)
  const expired = Math.min(monthlyLeft(account), account.available)
  const balance = account.balance - expired + credits
  return {
    account: {
      ...account,
      balance,
      available: balance - account.held,
      lasting: lastingLeft(account),
      supplied: balance,
      refilled: credits,
      toppedUp: 0,
      periodStart: start
    },
    movements: [...moved("expiry", id, expired === 0 ? 0 : -expired), ...moved("refill", id, credits)]
  }
}

/** Gives what a larger plan adds to the period. */
const raise = (account: BillingAccount, start: DateTime.Utc, credits: number): Step => {
  const added = Math.max(0, credits - account.refilled)
  return {
    account: {
      ...account,
      balance: account.balance + added,
      available: account.available + added,
      lasting: lastingLeft(account),
      supplied: account.supplied + added,
      refilled: account.refilled + added
    },
    movements: moved("refill", `${DateTime.formatIso(start)}/${credits}`, added)
  }
}

/** What the entries of an account say of one of its periods. */
export interface PeriodPast {
  /** Whether it was begun: it has an entry of its own. */
  readonly isBegun: boolean
  /** What its refills came to, and what was bought in it, as its entries are named by that. */
  readonly refilled: number
  readonly toppedUp: number
  /** What work cost that was done in it. */
  readonly used: number
}

/** Of a period that was not begun. @internal */
export const noPast: PeriodPast = { isBegun: false, refilled: 0, toppedUp: 0, used: 0 }

/** What an entry says that those of its kind had come to, of names that `raise` and `topUp` give; somebody else's says nothing. */
const reached = (id: string): number => (/^[0-9]{1,15}$/.test(id) ? Number(id) : 0)

/** What entries of a period say, by how they are named here; `used` is what work cost meanwhile. @internal */
export const pastOfEntries = (start: DateTime.Utc, entries: ReadonlyArray<Entry>, used: number): PeriodPast => {
  const id = DateTime.formatIso(start)
  const past = { isBegun: false, refilled: 0, toppedUp: 0 }
  for (const { cause, credits } of entries) {
    const isFirst = cause.id === id
    if (!isFirst && !cause.id.startsWith(`${id}/`)) continue
    const told = reached(cause.id.slice(id.length + 1))
    if (cause.kind === "refill") past.refilled = Math.max(past.refilled, isFirst ? credits : told)
    if (cause.kind === "topup") past.toppedUp = Math.max(past.toppedUp, told)
    past.isBegun ||= cause.kind === "refill" || cause.kind === "expiry" || past.toppedUp > 0
  }
  return { ...past, used }
}

/** Looks for what the entries say of a period. */
type PastOf = (period: BillingPeriod) => PeriodPast

/** Goes on with a period as it was left. No credits move: what it gives it has given, and what expired in it has expired. */
const goOn = (account: BillingAccount, start: DateTime.Utc, { refilled, toppedUp, used }: PeriodPast): Step => ({
  account: { ...account, refilled, toppedUp, supplied: account.balance + used, periodStart: start },
  movements: []
})

/**
 * Goes back to a period. What the one ahead was given, and what was bought in it, counts in this one too: a clock that is wrong once
 * more gives nothing, and buys nothing beyond the budget.
 */
const goBack = (account: BillingAccount, start: DateTime.Utc, past: PeriodPast): Step =>
  goOn(account, start, {
    ...past,
    refilled: Math.max(past.refilled, account.refilled),
    toppedUp: past.toppedUp + account.toppedUp
  })

/** Where an account stands to the period of a moment. */
const standingOf = (
  { periodStart }: BillingAccount,
  { start }: BillingPeriod,
  { at, goesBack = false }: Moment
): "before" | "in" | "ahead" | "beyond" => {
  const known = periodStart?.epochMilliseconds ?? Number.NEGATIVE_INFINITY
  if (known < start.epochMilliseconds) return "before"
  if (known === start.epochMilliseconds) return "in"
  return goesBack && known > at.epochMilliseconds ? "ahead" : "beyond"
}

const refill = (
  account: BillingAccount,
  period: BillingPeriod,
  credits: number,
  moment: Moment,
  pastOf: PastOf
): Step => {
  const { start } = period
  switch (standingOf(account, period, moment)) {
    case "in":
      return raise(account, start, credits)
    case "ahead":
      return goBack(account, start, pastOf(period))
    // A billing day that was moved back makes no second month of the one that was paid for.
    case "beyond":
      return { account, movements: [] }
    case "before": {
      const past = pastOf(period)
      return past.isBegun ? raise(goOn(account, start, past).account, start, credits) : begin(account, start, credits)
    }
  }
}

/** Credits that may still be bought in the account's period, in whole blocks. */
const buyable = ({ autoTopup, disabled }: Organization, { toppedUp }: BillingAccount): number => {
  const { blockCredits, enabled, monthlyBudgetCredits } = autoTopup
  if (!enabled || disabled) return 0
  if (monthlyBudgetCredits === null) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.floor((monthlyBudgetCredits - toppedUp) / blockCredits)) * blockCredits
}

const topUp = (organization: Organization, account: BillingAccount, { atLeast, wanted }: Want): Step => {
  const { blockCredits } = organization.autoTopup
  const missing = wanted - account.available
  const credits = Math.min(Math.ceil(missing / blockCredits) * blockCredits, buyable(organization, account))
  const isEnough = account.available + credits >= (atLeast ?? wanted)
  if (credits <= 0 || !isEnough || account.periodStart === null) return { account, movements: [] }
  const toppedUp = account.toppedUp + credits
  return {
    account: { ...afterEntry(account, { credits, isUse: false }), toppedUp },
    movements: moved("topup", `${DateTime.formatIso(account.periodStart)}/${toppedUp}`, credits)
  }
}

/** How many credits are to be available. */
export interface Want {
  readonly wanted: number
  /** What serves too, where the budget does not reach for all; the same as `wanted` when not given. */
  readonly atLeast?: number
}

/** When an account is supplied. */
export interface Moment {
  readonly at: DateTime.Utc
  /**
   * Whether a period that begins after `at` is left for that of `at`: the clock that began it was ahead, and the one of now is right.
   * Without it, it is the clock of now that is behind.
   */
  readonly goesBack?: boolean
}

/** What is written together. */
export interface Supplied {
  readonly account: BillingAccount
  readonly entries: ReadonlyArray<Entry>
}

/**
 * Gives the organization all that is due at `at`, and buys what is missing to `wanted` available credits where it tops
 * up by itself. A budget that does not allow the whole of it buys what it allows if that reaches `atLeast`, and else
 * nothing. Months that were missed are not made up for. `pastOf` is asked for a period that the account was not in before.
 */
export const supply = (
  organization: Organization,
  account: BillingAccount,
  { at, goesBack = false, ...want }: Want & Moment,
  pastOf: PastOf = () => noPast
): Supplied => {
  const state = billingState(organization, at)
  if (state._tag === "None") return { account: { ...account, dueAt: null }, entries: [] }
  if (state._tag === "Paused") return { account: { ...account, dueAt: state.resumesAt }, entries: [] }
  const refilled = refill(account, state.period, monthlyCredits(organization), { at, goesBack }, pastOf)
  const bought = topUp(organization, refilled.account, want)
  const entryOf = ({ credits, id, kind }: Movement): Entry => ({
    // Made from its cause, which is unique: two that decide the same write the same.
    id: `ent_${organization.id}_${kind}_${id}`,
    organizationId: organization.id,
    cause: { kind, id },
    credits,
    at
  })
  return {
    account: { ...bought.account, dueAt: state.period.end },
    entries: [...refilled.movements, ...bought.movements].map(entryOf)
  }
}

/** The period that an account comes to at a moment, whose past `supply` asks for; null where it stays in the one it is in. @internal */
export const periodEntered = (
  organization: Organization,
  account: BillingAccount,
  moment: Moment
): BillingPeriod | null => {
  const state = billingState(organization, moment.at)
  if (state._tag !== "Active") return null
  const standing = standingOf(account, state.period, moment)
  return standing === "before" || standing === "ahead" ? state.period : null
}

/** When the next refill comes, at a moment and beyond the period that the account is in; null where none is scheduled. @internal */
export const nextRefillAt = (
  organization: Organization,
  { periodStart }: Pick<BillingAccount, "periodStart">,
  at: DateTime.Utc
): DateTime.Utc | null => {
  const state = billingState(organization, at)
  if (state._tag === "None") return null
  if (state._tag === "Paused") return state.resumesAt
  const from = periodStart === null || DateTime.isLessThan(periodStart, at) ? at : periodStart
  return billingPeriod(state.anchorAt, DateTime.max(from, state.anchorAt)).end
}

/**
 * Most credits that could be had at once: what is held given back, what is due brought, and as much bought as the budget allows.
 *
 * @internal
 */
export const mostAvailable = (organization: Organization, account: BillingAccount, at: DateTime.Utc): number => {
  const state = billingState(organization, at)
  const free = { ...account, held: 0, available: account.balance }
  if (state._tag !== "Active") return free.available
  const refilled = refill(free, state.period, monthlyCredits(organization), { at }, () => noPast).account
  return refilled.available + buyable(organization, refilled)
}

/** Whether there is something to supply: a look is due, or credits run short and a block may be bought. @internal */
export const isSupplyDue = (organization: Organization, account: BillingAccount, at: DateTime.Utc): boolean =>
  (account.dueAt !== null && account.dueAt.epochMilliseconds <= at.epochMilliseconds) ||
  (billingState(organization, at)._tag === "Active" &&
    topUp(organization, account, { wanted: topUpReserve }).movements.length > 0)
