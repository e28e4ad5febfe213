/** Steps on accounts that every statement takes the same way. */
import { mostReleased } from "@kittiwake/core/credits/CreditLedger"
import type { Entry } from "@kittiwake/core/credits/domain/Ledger"
import { type DateTime, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Finds the entry of a cause. */
export const isPosted = (
  sql: SqlClient.SqlClient,
  { cause, organizationId }: Pick<Entry, "organizationId" | "cause">
) => sql`
    select 1 from ledger_entries where organization_id = ${organizationId}
      and cause_kind = ${cause.kind} and cause_id = ${cause.id}`

/**
 * Changes the account of an entry, if it may. Credits gained open an account, and `lasting` of them never expire; spent ones
 * need what is available. What it does to the credits that last, and to what was supplied, is `afterEntry` of
 * `core/credits/domain/Supply.ts`.
 */
export const changedAccount = (
  sql: SqlClient.SqlClient,
  entry: Entry,
  { lasting = entry.credits, supplied }: { readonly supplied: number; readonly lasting?: number }
): Statement.Fragment =>
  entry.credits >= 0
    ? sql`
        insert into accounts as a (organization_id, balance, held, lasting, supplied)
        select ${entry.organizationId}::text, ${entry.credits}::bigint, 0, ${lasting}::bigint, ${supplied}::bigint
        where not exists (${isPosted(sql, entry)})
        on conflict (organization_id) do update set balance = a.balance + excluded.balance,
          lasting = case when excluded.balance = 0 then a.lasting else least(a.lasting, a.balance) + excluded.lasting end,
          supplied = a.supplied + excluded.supplied
        returning a.organization_id, a.balance, a.held, a.lasting`
    : sql`
        update accounts a set balance = a.balance + ${entry.credits}, supplied = a.supplied + ${supplied}
        where a.organization_id = ${entry.organizationId} and a.balance - a.held + ${entry.credits} >= 0
          and not exists (${isPosted(sql, entry)})
        returning a.organization_id, a.balance, a.held, a.lasting`

/** A part of a `with` that locks an account; what needs the lock asks for its one row. */
export const lockedAccount = (sql: SqlClient.SqlClient, organizationId: Statement.Fragment): Statement.Fragment => sql`
    locked as materialized (
      select organization_id from accounts where organization_id = ${organizationId} for update
    )`

/**
 * Gives back what an organization's expired holds keep from it; tells whether there were any. It stands by itself: beside
 * `supplyOne` it would lock the account before the organization.
 */
export const endExpiredOf = (sql: SqlClient.SqlClient, organizationId: string, at: DateTime.Utc) =>
  Effect.map(
    sql`
        with ${lockedAccount(sql, sql`${organizationId}`)},
        ended as (
          delete from holds where id in (
            select id from holds where organization_id = (select organization_id from locked) and expires_at <= ${at}
            order by expires_at, id limit ${mostReleased} for update skip locked
          )
          returning credits
        )
        update accounts set held = held - (select sum(credits) from ended)::bigint
        where organization_id = ${organizationId} and exists (select 1 from ended)
        returning held`,
    (changed) => changed.length > 0
  )
