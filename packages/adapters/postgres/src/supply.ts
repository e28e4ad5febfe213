/**
 * Gives an organization what is due to it, as `core/credits/domain/Supply.ts` decides.
 *
 * The organization's row is locked before its account, as by whoever changes the organization: what is decided is
 * decided on settings that hold, and nobody else changes the account meanwhile.
 */

import type { Entry } from "@kittiwake/core/credits/domain/Ledger"
import {
  type BillingAccount,
  emptyAccount,
  type Moment,
  noPast,
  type PeriodPast,
  periodEntered,
  type Supplied,
  supply,
  type Want
} from "@kittiwake/core/credits/domain/Supply"
import type { BillingPeriod } from "@kittiwake/core/internal/credits/domain/BillingPeriod"
import { DateTime, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { organizationColumns, toOrganization } from "./organizationRows.ts"

const AccountRow = Schema.Struct({
  balance: Schema.Int,
  held: Schema.Int,
  lasting: Schema.Int,
  supplied: Schema.Int,
  refilled: Schema.Int,
  toppedUp: Schema.Int,
  periodStart: Schema.NullOr(Schema.DateTimeUtcFromString),
  dueAt: Schema.NullOr(Schema.DateTimeUtcFromString)
})

const decodeAccount = Schema.decodeUnknownSync(AccountRow)

const accountColumns = `balance, held, lasting, supplied, refilled, topped_up as "toppedUp",
  period_start as "periodStart", due_at as "dueAt"`

const toAccount = (row: unknown): BillingAccount => {
  if (row === undefined) return emptyAccount
  const account = decodeAccount(row)
  return { ...account, available: account.balance - account.held }
}

/** Reads an account with its months. */
export const findBillingAccount = (sql: SqlClient.SqlClient, organizationId: string) =>
  Effect.map(
    sql`select ${sql.literal(accountColumns)} from accounts where organization_id = ${organizationId}`,
    ([row]) => toAccount(row)
  )

const insertEntry = (sql: SqlClient.SqlClient, { at, cause, credits, id, organizationId }: Entry) => sql`
  insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
  values (${id}, ${organizationId}, ${cause.kind}, ${cause.id}, ${credits}, ${at})`

const isSameMoment = (a: DateTime.Utc | null, b: DateTime.Utc | null) => a?.epochMilliseconds === b?.epochMilliseconds

/** What the entries of an account say of a period that it comes to. What was not begun has no entries to sum. */
const pastIn = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: string,
  { end, start }: BillingPeriod
) {
  const id = DateTime.formatIso(start)
  // Behind its slash a name says what the entries of its kind had come to, and "0" is what follows a slash.
  const [found] = yield* sql<Omit<PeriodPast, "used">>`
    select count(*) filter (where cause_kind <> 'topup' or told > 0) > 0 as "isBegun",
      coalesce(max(coalesce(told, credits)) filter (where cause_kind = 'refill'), 0)::float8 as refilled,
      coalesce(max(told) filter (where cause_kind = 'topup'), 0)::float8 as "toppedUp"
    from ledger_entries, lateral (select substring(cause_id from '/([0-9]{1,15})$')::bigint as told) as named
    where organization_id = ${organizationId} and cause_kind in ('refill', 'expiry', 'topup')
      and cause_id >= ${id} and cause_id < ${`${id}0`}`
  if (!found!.isBegun) return noPast
  const [use] = yield* sql<{ readonly used: number }>`
    select coalesce(-sum(credits), 0)::float8 as used from ledger_entries
    where organization_id = ${organizationId} and cause_kind in ('run', 'request', 'batch', 'refund')
      and at >= ${start}::timestamptz and at < ${end}::timestamptz`
  return { ...found!, used: use!.used } satisfies PeriodPast
})

/** Supplies one organization, in a transaction of the caller or one of its own. */
export const supplyOne = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  options: Want & Moment
): Effect.Effect<Supplied, SqlError.SqlError> =>
  sql.withTransaction(
    Effect.gen(function* () {
      const [found] = yield* sql`
        select ${sql.literal(organizationColumns)} from organizations o where o.id = ${organizationId} for share`
      if (found === undefined) return { account: yield* findBillingAccount(sql, organizationId), entries: [] }
      yield* sql`
        insert into accounts (organization_id, balance, held) values (${organizationId}, 0, 0) on conflict do nothing`
      const [row] = yield* sql`
        select ${sql.literal(accountColumns)} from accounts where organization_id = ${organizationId} for update`
      const before = toAccount(row)
      const organization = toOrganization(found)
      const entered = periodEntered(organization, before, options)
      const past = entered === null ? noPast : yield* pastIn(sql, organizationId, entered)
      const supplied = supply(organization, before, options, () => past)
      const { account, entries } = supplied
      if (entries.length === 0 && isSameMoment(account.dueAt, before.dueAt)) {
        if (isSameMoment(account.periodStart, before.periodStart)) return supplied
      }
      yield* sql`
        update accounts set balance = ${account.balance}, lasting = ${account.lasting}, supplied = ${account.supplied},
          refilled = ${account.refilled}, topped_up = ${account.toppedUp}, period_start = ${account.periodStart},
          due_at = ${account.dueAt}
        where organization_id = ${organizationId}`
      yield* Effect.forEach(entries, (entry) => insertEntry(sql, entry), { discard: true })
      return supplied
    })
  )
