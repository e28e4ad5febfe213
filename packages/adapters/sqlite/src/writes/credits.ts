/** The ledger: holds, entries and what is supplied. */
import type { Connection } from "../Connection.ts"
import {
  type AccountRow,
  accountOf,
  availableOf,
  changeAccount,
  collectionPauseOf,
  type EntryRow,
  endHold,
  type HoldRow,
  isPosted,
  openHold,
  type PauseRow,
  postEntry
} from "./accounts.ts"
import { type SupplyTerms, supplyNow } from "./supply.ts"
import { type ChargedUsage, chargeOf, countCharges } from "./tallies.ts"

/** An account after a method. */
export interface Moved {
  readonly _tag: "Moved"
  readonly account: AccountRow
}

/** The entry would overdraw; nothing was written. */
export interface Overdrawn {
  readonly _tag: "OutOfCredits"
  readonly available: number
}

/** There is no such hold; nothing was written. */
export interface Gone {
  readonly _tag: "HoldGone"
}

/** How a hold ended up, or why it was not opened. */
export type Held =
  | { readonly _tag: "Held"; readonly hold: HoldRow }
  | { readonly _tag: "Paused"; readonly pause: PauseRow }
  | Overdrawn

export interface Wanted {
  readonly hold: HoldRow
  /** What serves too, where there are no more. */
  readonly atLeast: number
  readonly at: number
  /** Expired holds of the organization that are given back at most, when credits are short. */
  readonly mostReleased: number
}

const moved = (db: Connection, organizationId: string): Moved => ({
  _tag: "Moved",
  account: accountOf(db, organizationId)
})

const openHoldOf = (db: Connection, { causeId, causeKind, organizationId }: HoldRow) =>
  db.get<HoldRow>(
    `select id, organization_id as organizationId, cause_kind as causeKind, cause_id as causeId, credits,
      expires_at as expiresAt
    from holds where organization_id = ? and cause_kind = ? and cause_id = ?`,
    organizationId,
    causeKind,
    causeId
  )

/** Which holds are given back: those of an organization that have expired, up to so many. */
export interface Expired extends Pick<Wanted, "at" | "mostReleased"> {
  readonly organizationId: string
}

/** Gives back what an organization's expired holds keep from it. */
export const endExpiredOf = (db: Connection, { at, mostReleased, organizationId }: Expired): void => {
  const ended = db.all<{ readonly credits: number }>(
    `delete from holds where id in (
      select id from holds where organization_id = ? and expires_at <= ? order by expires_at, id limit ?
    ) returning credits`,
    organizationId,
    at,
    mostReleased
  )
  const credits = ended.reduce((sum, one) => sum + one.credits, 0)
  changeAccount(db, organizationId, { balance: 0, held: -credits })
}

const hold = (db: Connection, options: Wanted): Held => {
  const { at, atLeast, hold: wanted } = options
  const open = openHoldOf(db, wanted)
  if (open !== undefined) return { _tag: "Held", hold: open }
  // Its credits are spent: the hold given back has ended before it began.
  if (isPosted(db, wanted)) return { _tag: "Held", hold: wanted }
  const pause = collectionPauseOf(db, wanted.organizationId, at)
  if (pause !== null) return { _tag: "Paused", pause }
  if (availableOf(db, wanted.organizationId) < wanted.credits)
    endExpiredOf(db, { ...options, organizationId: wanted.organizationId })
  const available = availableOf(db, wanted.organizationId)
  if (available < atLeast) return { _tag: "OutOfCredits", available }
  const opened = { ...wanted, credits: Math.min(wanted.credits, available) }
  openHold(db, opened)
  return { _tag: "Held", hold: opened }
}

/**
 * Moves the account of an entry. Credits gained open one; `lasting` of them never expire. What it does to the credits that
 * last, and to what was supplied, is `afterEntry` of `core/credits/domain/Supply.ts`.
 */
export const moveBy = (
  db: Connection,
  { credits, organizationId }: EntryRow,
  { lasting = credits, supplied }: { readonly supplied: number; readonly lasting?: number }
): void => {
  if (credits < 0) {
    db.run(
      "update accounts set balance = balance + ?, supplied = supplied + ? where organization_id = ?",
      credits,
      supplied,
      organizationId
    )
    return
  }
  db.run(
    `insert into accounts (organization_id, balance, held, lasting, supplied) values (?1, ?2, 0, ?4, ?3)
    on conflict (organization_id) do update set balance = balance + excluded.balance,
      lasting = iif(excluded.balance = 0, lasting, min(lasting, balance) + excluded.lasting),
      supplied = supplied + excluded.supplied`,
    organizationId,
    credits,
    supplied,
    lasting
  )
}

const post = (
  db: Connection,
  { entry, supplied }: { readonly entry: EntryRow; readonly supplied: number }
): Moved | Overdrawn => {
  const { balance, held } = accountOf(db, entry.organizationId)
  if (!isPosted(db, entry)) {
    if (balance - held + entry.credits < 0) return { _tag: "OutOfCredits", available: balance - held }
    moveBy(db, entry, { supplied })
    postEntry(db, entry)
  }
  return moved(db, entry.organizationId)
}

const settle = (
  db: Connection,
  { entry, holdId, usage }: { readonly holdId: string; readonly entry: EntryRow; readonly usage: ChargedUsage }
): Moved | Gone => {
  const { credits, organizationId } = entry
  const held = endHold(db, holdId, organizationId)
  if (held === null) return { _tag: "HoldGone" }
  if (credits > 0 || -credits > held) {
    throw new Error(`a hold of ${held} credits cannot be settled with ${credits}`)
  }
  const isNew = postEntry(db, entry)
  changeAccount(db, organizationId, { balance: isNew ? credits : 0, held: -held })
  if (isNew && credits !== 0) countCharges(db, [chargeOf(entry, usage)])
  return moved(db, organizationId)
}

interface Ended {
  readonly organizationId: string
  readonly credits: number
}

const release = (db: Connection, holdId: string): Moved | Gone => {
  const ended = db.get<Ended>(
    "delete from holds where id = ? returning organization_id as organizationId, credits",
    holdId
  )
  if (ended === undefined) return { _tag: "HoldGone" }
  changeAccount(db, ended.organizationId, { balance: 0, held: -ended.credits })
  return moved(db, ended.organizationId)
}

const expire = (db: Connection, { limit, now }: { readonly now: number; readonly limit: number }): number => {
  const ended = db.all<Ended>(
    `delete from holds where id in (select id from holds where expires_at <= ? order by expires_at, id limit ?)
    returning organization_id as organizationId, credits`,
    now,
    limit
  )
  const sums = new Map<string, number>()
  for (const { credits, organizationId } of ended) sums.set(organizationId, (sums.get(organizationId) ?? 0) + credits)
  for (const [organizationId, credits] of sums) changeAccount(db, organizationId, { balance: 0, held: -credits })
  return ended.length
}

export const creditWrites = {
  /** Opens a hold, or finds what stands in its place. */
  "CreditLedger.hold": hold,

  /** Opens a hold once what is due is supplied; null when the organization has other terms by now. */
  "CreditLedger.supplyAndHold": (
    db: Connection,
    { terms, ...wanted }: Wanted & { readonly terms: SupplyTerms }
  ): Held | null => (supplyNow(db, terms) === null ? null : hold(db, wanted)),

  /** Adds an entry unless its cause has one. `supplied` is what it adds to the credits that are not work's. */
  "CreditLedger.post": post,

  /** Ends a hold with an entry of at most what it holds, and counts it. */
  "CreditLedger.settle": settle,

  /** Ends a hold without an entry. */
  "CreditLedger.release": release,

  /** Gives back up to `limit` holds that have expired; tells how many. */
  "CreditLedger.expire": expire,

  /** Supplies what is due; null when the organization has other terms by now. */
  "BillingLedger.supply": supplyNow
}
