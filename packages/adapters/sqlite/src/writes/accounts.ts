/**
 * Steps on accounts, holds and entries that every write takes the same way.
 *
 * Each is synchronous and sees what the ones before it wrote, so a caller decides and then writes. `endHold` and
 * `postEntry` write their own row only: the account moves by `changeAccount`, once for all that one call moves.
 */
import type { Connection } from "../Connection.ts"

/** What an organization has. */
export interface AccountRow {
  readonly balance: number
  readonly held: number
}

/** A hold as a row of `holds`. */
export interface HoldRow {
  readonly id: string
  readonly organizationId: string
  readonly causeKind: string
  readonly causeId: string
  readonly credits: number
  readonly expiresAt: number
}

/** An entry as a row of `ledger_entries`. */
export interface EntryRow {
  readonly id: string
  readonly organizationId: string
  readonly causeKind: string
  readonly causeId: string
  /** Gained when positive, spent when negative. */
  readonly credits: number
  readonly at: number
  readonly reason: string | null
}

const noCredits: AccountRow = { balance: 0, held: 0 }

/** What the organization has; zeros for one that never had credits. */
export const accountOf = (db: Connection, organizationId: string): AccountRow =>
  db.get<AccountRow>("select balance, held from accounts where organization_id = ?", organizationId) ?? noCredits

/** What new work of the organization may hold or spend. */
export const availableOf = (db: Connection, organizationId: string): number => {
  const { balance, held } = accountOf(db, organizationId)
  return balance - held
}

/** Moves what the organization has; it must have an account, and the table refuses to overdraw it. */
export const changeAccount = (db: Connection, organizationId: string, { balance, held }: AccountRow): void => {
  if (balance === 0 && held === 0) return
  const changed = db.run(
    "update accounts set balance = balance + ?, held = held + ? where organization_id = ?",
    balance,
    held,
    organizationId
  )
  if (changed === 0) throw new Error(`organization ${organizationId} has no account`)
}

/** A pause of an organization's collection: when it ends by itself, or null. */
export interface PauseRow {
  readonly resumesAt: number | null
}

/**
 * The pause of the organization's collection at a moment: `core/credits/domain/CollectionPause.ts`, on what is stored.
 * Moments in its JSON are ISO strings of one length, which sort as the moments do.
 */
export const collectionPauseOf = (db: Connection, organizationId: string, at: number): PauseRow | null => {
  const found = db.get<{ readonly disabled: number; readonly resumesAt: string | null }>(
    `select disabled, billing ->> 'resumesAt' as resumesAt from organizations
    where id = ? and (disabled = 1 or (billing ->> 'pausedAt' is not null
      and (billing ->> 'resumesAt' is null or billing ->> 'resumesAt' > ?)))`,
    organizationId,
    new Date(at).toISOString()
  )
  if (found === undefined) return null
  return { resumesAt: found.disabled === 1 || found.resumesAt === null ? null : Date.parse(found.resumesAt) }
}

/** Whether the collection of the organization rests at a moment. */
export const isCollectionPaused = (db: Connection, organizationId: string, at: number): boolean =>
  collectionPauseOf(db, organizationId, at) !== null

/** Whether the cause has an entry. */
export const isPosted = (
  db: Connection,
  { causeId, causeKind, organizationId }: Pick<EntryRow, "organizationId" | "causeKind" | "causeId">
): boolean =>
  db.get(
    "select 1 from ledger_entries where organization_id = ? and cause_kind = ? and cause_id = ?",
    organizationId,
    causeKind,
    causeId
  ) !== undefined

/** Writes an entry unless its cause has one; tells whether it did. The account is the caller's to change. */
export const postEntry = (db: Connection, entry: EntryRow): boolean =>
  db.run(
    `insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at, reason)
    values (?, ?, ?, ?, ?, ?, ?) on conflict (organization_id, cause_kind, cause_id) do nothing`,
    entry.id,
    entry.organizationId,
    entry.causeKind,
    entry.causeId,
    entry.credits,
    entry.at,
    entry.reason
  ) > 0

/** Opens a hold and sets its credits aside, which must be available. */
export const openHold = (db: Connection, hold: HoldRow): void => {
  db.run(
    "insert into holds (id, organization_id, cause_kind, cause_id, credits, expires_at) values (?, ?, ?, ?, ?, ?)",
    hold.id,
    hold.organizationId,
    hold.causeKind,
    hold.causeId,
    hold.credits,
    hold.expiresAt
  )
  changeAccount(db, hold.organizationId, { balance: 0, held: hold.credits })
}

/** Removes an open hold of the organization; tells its credits, or null when it is gone. The account is the caller's to change. */
export const endHold = (db: Connection, holdId: string, organizationId: string): number | null =>
  db.get<{ readonly credits: number }>(
    "delete from holds where id = ? and organization_id = ? returning credits",
    holdId,
    organizationId
  )?.credits ?? null
