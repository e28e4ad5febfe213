/**
 * Every method is one statement, right at READ COMMITTED: an account changes by one conditional update of its row, and a
 * cause that two callers bring at once is told apart by a unique index. The caller that loses there wrote nothing; it
 * looks again and finds what the winner wrote.
 *
 * **Order of locks**, here and wherever credits move: accounts by their ids, then holds, then entries. Who writes a hold or an
 * entry waits for whoever ends one of the same cause, and must not have what that one still needs.
 */
import {
  CollectionPaused,
  CreditLedger,
  HoldGone,
  OutOfCredits,
  recentWithin
} from "@kittiwake/core/credits/CreditLedger"
import { type Account, Entry, Hold, isUse, type Origin } from "@kittiwake/core/credits/domain/Ledger"
import { chargeUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { changedAccount, endExpiredOf, isPosted, lockedAccount } from "./accountRows.ts"
import { findPause, isPaused } from "./collectionPause.ts"
import { postedCounted } from "./postedCounted.ts"
import { remembered } from "./remembered.ts"
import { newestFirst } from "./slices.ts"
import { orUnavailable } from "./storeFailure.ts"
import { supplyOne } from "./supply.ts"

const decodeEntry = Schema.decodeUnknownSync(Schema.toCodecJson(Entry))
const decodeHold = Schema.decodeUnknownSync(Schema.toCodecJson(Hold))

interface AccountRow {
  readonly balance: number
  readonly held: number
}

const accountOf = ({ balance, held }: AccountRow): Account => ({ balance, held, available: balance - held })

const entryOf = ({ reason, ...row }: Record<string, unknown>): Entry =>
  decodeEntry(reason === null ? row : { ...row, reason })

/** Looks again when another caller brought the same cause first. */
const againIfRaced = <A, E, R>(statements: Effect.Effect<A, E, R>) =>
  Effect.retry(statements, {
    times: 3,
    while: (error) => SqlError.isSqlError(error) && error.reason._tag === "UniqueViolation"
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const findAccount = (organizationId: string) =>
    Effect.map(sql<AccountRow>`select balance, held from accounts where organization_id = ${organizationId}`, ([row]) =>
      accountOf(row ?? { balance: 0, held: 0 })
    )

  const readAccounts = (organizationIds: ReadonlyArray<string>) =>
    sql<AccountRow & { readonly id: string }>`
      select organization_id as id, balance, held from accounts
      where organization_id = any(${organizationIds}::text[])`.pipe(
      Effect.map((rows) => {
        const found = new Map(rows.map((row) => [row.id, accountOf(row)]))
        return (id: string) => found.get(id) ?? accountOf({ balance: 0, held: 0 })
      }),
      orUnavailable("CreditLedger.account")
    )
  const account = yield* remembered({ table: "accounts", othersWithin: Duration.zero, read: readAccounts })
  const recentAccount = yield* remembered({ table: "accounts", othersWithin: recentWithin, read: readAccounts })

  const post = Effect.fn("CreditLedger.post")(
    function* (entry: Entry) {
      const [row] = yield* sql<AccountRow>`
      with account as (${changedAccount(sql, entry, { supplied: isUse(entry.cause) ? 0 : entry.credits })}),
      posted as (
        insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at, reason)
        select ${entry.id}::text, ${entry.organizationId}::text, ${entry.cause.kind}::text, ${entry.cause.id}::text,
          ${entry.credits}::bigint, ${entry.at}::timestamptz, ${entry.reason ?? null}::text
        from account
      )
      select balance, held from account`
      if (row !== undefined) return accountOf(row)
      const account = yield* findAccount(entry.organizationId)
      if ((yield* isPosted(sql, entry)).length > 0) return account
      return yield* new OutOfCredits({ available: account.available, needed: -entry.credits })
    },
    againIfRaced,
    orUnavailable("CreditLedger.post")
  )

  const openHold = ({ organizationId, cause }: Hold) => sql`
    select id, organization_id as "organizationId", json_build_object('kind', cause_kind, 'id', cause_id) as cause,
      credits, expires_at as "expiresAt"
    from holds where organization_id = ${organizationId} and cause_kind = ${cause.kind} and cause_id = ${cause.id}`

  /** Opens the hold, or finds what stands in its place; null when it may not be opened. */
  const tryHold = Effect.fnUntraced(function* (wanted: Hold, at: DateTime.Utc) {
    const { organizationId, cause, credits } = wanted
    const opened = yield* sql`
      with account as (
        update accounts set held = held + ${credits}
        where organization_id = ${organizationId} and balance - held >= ${credits}
          and not exists (${isPosted(sql, wanted)}) and not exists (${openHold(wanted)})
          and not exists (select 1 from organizations o where o.id = ${organizationId} and ${isPaused(sql, at)})
        returning organization_id
      )
      insert into holds (id, organization_id, cause_kind, cause_id, credits, expires_at)
      select ${wanted.id}::text, organization_id, ${cause.kind}::text, ${cause.id}::text, ${credits}::bigint,
        ${wanted.expiresAt}::timestamptz
      from account
      returning id`
    if (opened.length > 0) return wanted
    const [open] = yield* openHold(wanted)
    if (open !== undefined) return decodeHold(open)
    // Its credits are spent: the hold given back has ended before it began.
    return (yield* isPosted(sql, wanted)).length > 0 ? wanted : null
  })

  /** Brings what is due, and opens the hold before anybody else can take it: of fewer credits where no more are there. */
  const supplyAndHold = Effect.fnUntraced(function* (wanted: Hold, atLeast: number, at: DateTime.Utc) {
    const { account } = yield* supplyOne(sql, wanted.organizationId, { at, wanted: wanted.credits, atLeast })
    // The account stays locked to the end of the transaction, so what it has is what can be held.
    const credits = Math.max(atLeast, Math.min(wanted.credits, account.available))
    return (yield* tryHold({ ...wanted, credits }, at)) ?? account
  }, sql.withTransaction)

  const hold = Effect.fn("CreditLedger.hold")(
    function* (wanted: Hold, atLeast: number = wanted.credits) {
      const at = yield* DateTime.now
      const held = yield* tryHold(wanted, at)
      if (held !== null) return held
      const pause = yield* findPause(sql, wanted.organizationId, at)
      if (pause !== null) return yield* new CollectionPaused(pause)
      const again = (yield* endExpiredOf(sql, wanted.organizationId, at)) ? yield* tryHold(wanted, at) : null
      if (again !== null) return again
      const supplied = yield* supplyAndHold(wanted, atLeast, at)
      if ("expiresAt" in supplied) return supplied
      return yield* new OutOfCredits({ available: supplied.available, needed: atLeast })
    },
    againIfRaced,
    orUnavailable("CreditLedger.hold")
  )

  const settle = Effect.fn("CreditLedger.settle")(function* (holdId: string, entry: Entry, origin: Origin) {
    const { keyId, path, statusCode } = chargeUsage(entry, origin)
    const [row] = yield* sql<AccountRow>`
      with ${lockedAccount(sql, sql`${entry.organizationId}`)},
      ended as (
        delete from holds where id = ${holdId} and organization_id = (select organization_id from locked)
          and ${entry.credits} between -credits and 0
        returning organization_id, credits
      ),
      posted as (
        insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
        select ${entry.id}::text, organization_id, ${entry.cause.kind}::text, ${entry.cause.id}::text,
          ${entry.credits}::bigint, ${entry.at}::timestamptz
        from ended
        on conflict (organization_id, cause_kind, cause_id) do nothing
        returning organization_id, cause_id, credits, at
      ),
      ${postedCounted(sql, { keyId, path, statusCode })}
      update accounts a
      set held = a.held - ended.credits, balance = a.balance + coalesce((select credits from posted), 0)
      from ended where a.organization_id = ended.organization_id
      returning a.balance, a.held`
    if (row !== undefined) return accountOf(row)
    const [open] = yield* sql<{ credits: number }>`
      select credits from holds where id = ${holdId} and organization_id = ${entry.organizationId}`
    // One that would have taken the entry was opened after the statement had looked: then, it was not there.
    const isFitting = entry.credits <= 0 && open !== undefined && -entry.credits <= open.credits
    if (open === undefined || isFitting) return yield* new HoldGone({ holdId })
    return yield* Effect.die(new Error(`a hold of ${open.credits} credits cannot be settled with ${entry.credits}`))
  }, orUnavailable("CreditLedger.settle"))

  const release = Effect.fn("CreditLedger.release")(function* (holdId: string) {
    const [row] = yield* sql<AccountRow>`
      with ${lockedAccount(sql, sql`(select organization_id from holds where id = ${holdId})`)},
      ended as (
        delete from holds where id = ${holdId} and organization_id = (select organization_id from locked)
        returning organization_id, credits
      )
      update accounts a set held = a.held - ended.credits
      from ended where a.organization_id = ended.organization_id
      returning a.balance, a.held`
    return row === undefined ? yield* new HoldGone({ holdId }) : accountOf(row)
  }, orUnavailable("CreditLedger.release"))

  const expire = Effect.fn("CreditLedger.expire")(function* (now: Hold["expiresAt"], limit: number) {
    const [row] = yield* sql<{ expired: number }>`
      with due as materialized (
        select id, organization_id from holds where expires_at <= ${now} order by expires_at, id limit ${limit}
      ),
      locked as materialized (
        select organization_id from accounts where organization_id in (select organization_id from due)
        order by organization_id for update skip locked
      ),
      ended as (
        delete from holds where id = any (array(
          select id from holds where id = any (array(select id from due)) and expires_at <= ${now}
            and organization_id in (select organization_id from locked)
          for update skip locked
        ))
        returning organization_id, credits
      ),
      given_back as (
        update accounts a set held = a.held - sums.credits
        from (select organization_id, sum(credits)::bigint as credits from ended group by 1) sums
        where a.organization_id = sums.organization_id
      )
      select count(*) as expired from ended`
    return row!.expired
  }, orUnavailable("CreditLedger.expire"))

  return CreditLedger.of({
    account,
    recentAccount,
    post,
    hold,
    settle,
    release,
    expire,
    entries: (organizationId, slice, { cause, kind } = {}) => {
      const conditions = [
        sql`organization_id = ${organizationId}`,
        ...(kind === undefined ? [] : [sql`cause_kind = ${kind}`]),
        ...(cause === undefined ? [] : [sql`cause_kind = ${cause.kind} and cause_id = ${cause.id}`])
      ]
      return sql`
        select id, organization_id as "organizationId", json_build_object('kind', cause_kind, 'id', cause_id) as cause,
          credits, at, reason
        from ledger_entries ${newestFirst(sql, "at", "id", slice, conditions)}`.pipe(
        Effect.map((rows) => rows.map(entryOf)),
        orUnavailable("CreditLedger.entries")
      )
    }
  })
})

/** `CreditLedger` on Postgres. */
export const layer: Layer.Layer<CreditLedger, never, SqlClient.SqlClient> = Layer.effect(CreditLedger, make)
