import { dayOf, Grant, GrantToken, lifetimes } from "@kittiwake/core/grants/domain/Grant"
import { GrantStore } from "@kittiwake/core/grants/GrantStore"
import { latestEnd } from "@kittiwake/core/internal/leaseHorizon"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { newestFirst } from "./slices.ts"
import { orUnavailable } from "./storeFailure.ts"

const grantCodec = Schema.toCodecJson(Grant)
const decodeGrant = Schema.decodeUnknownSync(grantCodec)
const encodeGrant = Schema.encodeSync(grantCodec)
const decodeToken = Schema.decodeUnknownSync(Schema.toCodecJson(GrantToken))

/** A grant as it was signed, with what has become of it since. */
const grantJson = `g.signed || jsonb_build_object('createdAt', g.created_at, 'lastUsedAt', g.last_used_at, 'endsAt', g.ends_at, 'revokedAt', g.revoked_at)`

const tokenColumns = `t.digest, t.grant_id as "grantId", t.kind, t.scopes, t.challenge, t.expires_at as "expiresAt",
  t.spent_at as "spentAt"`

const iso = (text: unknown) => (typeof text === "string" ? new Date(text).toISOString() : text)

/** The moments of a record that the database wrote are in its own words. */
const toGrant = (row: unknown): Grant => {
  const record = Object(row)
  return decodeGrant({
    ...record,
    createdAt: iso(record.createdAt),
    lastUsedAt: iso(record.lastUsedAt),
    endsAt: iso(record.endsAt),
    revokedAt: iso(record.revokedAt)
  })
}

/** Gives back what was taken of a day and not spent; less than nothing is spent on it. */
export const giveBackCredits = (
  sql: SqlClient.SqlClient,
  { credits, day, grantId }: { readonly grantId: string; readonly day: number; readonly credits: number }
) => sql`
  insert into oauth_spending as s (grant_id, day, credits) values (${grantId}, ${day}, greatest(0, -${credits}::bigint))
  on conflict (grant_id, day) do update set credits = greatest(0, s.credits - ${credits}::bigint)`

/** `GrantStore` on Postgres. */
export const layer: Layer.Layer<GrantStore, never, SqlClient.SqlClient> = Layer.effect(
  GrantStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const asGrant = sql.literal(grantJson)

    const insertToken = ({ challenge, digest, expiresAt, grantId, kind, scopes }: GrantToken) => sql`
      insert into oauth_tokens (digest, grant_id, kind, scopes, challenge, expires_at)
      values (${digest}, ${grantId}, ${kind}, ${storableJson(scopes)}::jsonb, ${challenge}, ${expiresAt})`

    const sign = Effect.fnUntraced(function* (grant: Grant, code: GrantToken, most: number) {
      // Who signs for one organization does so in turn, so that none is counted twice.
      yield* sql`select pg_advisory_xact_lock(hashtextextended(${`grants of ${grant.organizationId}`}, 0))`
      const known = yield* sql`select 1 from oauth_grants where id = ${grant.id}`
      if (known.length > 0) return "known" as const
      const [found] = yield* sql<{ readonly open: number }>`
        select count(*)::integer as open from oauth_grants
        where organization_id = ${grant.organizationId} and revoked_at is null and ends_at > ${grant.createdAt}::timestamptz`
      if (found!.open >= most) return "full" as const
      const { createdAt, endsAt, lastUsedAt, revokedAt, ...record } = Object(encodeGrant(grant)) as Record<
        string,
        unknown
      >
      const signed = yield* sql`
        insert into oauth_grants (id, organization_id, client_id, signed, created_at, last_used_at, ends_at, revoked_at)
        values (${grant.id}, ${grant.organizationId}, ${grant.clientId}, ${storableJson(record)}::jsonb,
          ${grant.createdAt}, ${grant.lastUsedAt}, ${grant.endsAt}, ${grant.revokedAt})
        on conflict do nothing returning 1`
      if (signed.length === 0) return "known" as const
      yield* insertToken(code)
      return "signed" as const
    })

    const exchange = Effect.fnUntraced(function* (digest: string, at: DateTime.Utc, next: ReadonlyArray<GrantToken>) {
      // The grant's row first: who exchanges and who revokes follow each other.
      const [grant] = yield* sql<{ readonly id: string }>`
        select g.id from oauth_grants g
        where g.id = (select grant_id from oauth_tokens where digest = ${digest}) and g.revoked_at is null for update`
      if (grant === undefined) return false
      const spent = yield* sql`
        update oauth_tokens set spent_at = ${at}
        where digest = ${digest} and spent_at is null and expires_at > ${at}::timestamptz returning 1`
      if (spent.length === 0) return false
      yield* Effect.forEach(next, insertToken, { discard: true })
      yield* sql`
        update oauth_grants set last_used_at = ${at}::timestamptz, ends_at = greatest(ends_at,
          (select max(expires_at) from oauth_tokens where grant_id = ${grant.id}))
        where id = ${grant.id}`
      return true
    })

    const dateAnew = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
      const latest = DateTime.makeUnsafe(latestEnd(now.epochMilliseconds, Duration.toMillis(lifetimes.refresh)))
      const endOf = (kind: GrantToken["kind"]) => sql`${DateTime.addDuration(now, lifetimes[kind])}::timestamptz`
      const grants = yield* sql`
        update oauth_grants set ends_at = ${endOf("refresh")},
          revoked_at = case when revoked_at > ${now}::timestamptz then ${now}::timestamptz else revoked_at end
        where id in (
          select id from oauth_grants where least(ends_at, revoked_at) > ${latest}::timestamptz limit ${limit}
          for update skip locked
        ) returning 1`
      const tokens = yield* sql`
        update oauth_tokens set expires_at =
          case kind when 'code' then ${endOf("code")} when 'access' then ${endOf("access")} else ${endOf("refresh")} end
        where digest in (
          select digest from oauth_tokens where spent_at is null and expires_at > ${latest}::timestamptz limit ${limit}
          for update skip locked
        ) returning 1`
      return grants.length + tokens.length
    })

    const sweep = Effect.fnUntraced(function* (now: DateTime.Utc, since: DateTime.Utc, limit: number) {
      const grants = yield* sql`
        with gone as (
          delete from oauth_grants where id in (
            select id from oauth_grants where least(ends_at, revoked_at) <= ${since}::timestamptz limit ${limit}
            for update skip locked
          ) returning id
        ), tokens as (delete from oauth_tokens where grant_id in (select id from gone))
        select 1 from gone`
      const tokens = yield* sql`
        delete from oauth_tokens where digest in (
          select digest from oauth_tokens where spent_at is null and expires_at <= ${now}::timestamptz limit ${limit}
          for update skip locked
        ) returning 1`
      const days = yield* sql`
        delete from oauth_spending where (grant_id, day) in (
          select grant_id, day from oauth_spending where day < ${dayOf(since)} limit ${limit} for update skip locked
        ) returning 1`
      return grants.length + tokens.length + days.length + (yield* dateAnew(now, limit))
    })

    return GrantStore.of({
      sign: (grant, code, most) =>
        sql
          .withTransaction(sign(grant, code, most))
          .pipe(Effect.withSpan("GrantStore.sign"), orUnavailable("GrantStore.sign")),

      find: (digest) =>
        sql<{ readonly grant: unknown }>`
          select ${sql.literal(tokenColumns)}, ${asGrant} as grant
          from oauth_tokens t join oauth_grants g on g.id = t.grant_id where t.digest = ${digest}`.pipe(
          Effect.map(([row]) =>
            row === undefined ? Option.none() : Option.some({ token: decodeToken(row), grant: toGrant(row.grant) })
          ),
          orUnavailable("GrantStore.find")
        ),

      exchange: (digest, at, next) =>
        sql
          .withTransaction(exchange(digest, at, next))
          .pipe(Effect.withSpan("GrantStore.exchange"), orUnavailable("GrantStore.exchange")),

      revoke: Effect.fn("GrantStore.revoke")(function* (organizationId, grantId, at) {
        const [row] = yield* sql<{ readonly grant: unknown }>`
          update oauth_grants g set revoked_at = coalesce(g.revoked_at, ${at}::timestamptz)
          where g.id = ${grantId} and g.organization_id = ${organizationId} returning ${asGrant} as grant`
        return row === undefined ? Option.none() : Option.some(toGrant(row.grant))
      }, orUnavailable("GrantStore.revoke")),

      list: (organizationId, slice) =>
        sql<{ readonly grant: unknown }>`
          select ${asGrant} as grant from oauth_grants g
          ${newestFirst(sql, "created_at", "id", slice, [sql`organization_id = ${organizationId}`])}`.pipe(
          Effect.map((rows) => rows.map((row) => toGrant(row.grant))),
          orUnavailable("GrantStore.list")
        ),

      takeCredits: ({ atLeast, credits, day, grantId, most }) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`
                insert into oauth_spending (grant_id, day, credits) values (${grantId}, ${day}, 0) on conflict do nothing`
              const [row] = yield* sql<{ readonly spent: string }>`
                select credits::text as spent from oauth_spending where grant_id = ${grantId} and day = ${day} for update`
              const left = Math.max(0, most - Number(row!.spent))
              const taken = Math.min(credits, left)
              if (taken < atLeast) return { taken: null, left }
              yield* sql`
                update oauth_spending set credits = credits + ${taken}::bigint where grant_id = ${grantId} and day = ${day}`
              return { taken, left }
            })
          )
          .pipe(Effect.withSpan("GrantStore.takeCredits"), orUnavailable("GrantStore.takeCredits")),

      giveBackCredits: (unspent) =>
        giveBackCredits(sql, unspent).pipe(Effect.asVoid, orUnavailable("GrantStore.giveBackCredits")),

      sweep: (now, keptSince, limit) =>
        sweep(now, keptSince, limit).pipe(Effect.withSpan("GrantStore.sweep"), orUnavailable("GrantStore.sweep"))
    })
  })
)
