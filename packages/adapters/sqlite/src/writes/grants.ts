/** Clients, grants, their codes and tokens, and what they took of their days. */
import { latestEnd } from "@kittiwake/core/internal/leaseHorizon"
import type { Connection } from "../Connection.ts"

export interface ClientPut {
  readonly id: string
  /** JSON. */
  readonly client: string
  readonly at: number
  readonly most: number
}

/** A grant as a row: what was signed as JSON, moments in milliseconds. */
export interface GrantRow {
  readonly id: string
  readonly organizationId: string
  readonly clientId: string
  readonly signed: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly endsAt: number
  readonly revokedAt: number | null
}

/** A code or token as a row. */
export interface TokenRow {
  readonly digest: string
  readonly grantId: string
  readonly kind: string
  /** JSON. */
  readonly scopes: string
  readonly challenge: string | null
  readonly expiresAt: number
  readonly spentAt: number | null
}

export interface TakenCredits {
  readonly grantId: string
  readonly day: number
  readonly credits: number
  readonly atLeast: number
  readonly most: number
}

/** The columns of a grant, as `GrantRow` has them. */
export const grantColumns = `id, organization_id as organizationId, client_id as clientId, signed, created_at as createdAt,
  last_used_at as lastUsedAt, ends_at as endsAt, revoked_at as revokedAt`

const makeRoom = (db: Connection, id: string, most: number): boolean => {
  if (db.get("select 1 from oauth_clients where id = ?", id) !== undefined) return true
  const { n } = db.get<{ readonly n: number }>("select count(*) as n from oauth_clients")!
  if (n < most) return true
  const dropped = db.run(
    `delete from oauth_clients where id = (
      select c.id from oauth_clients c where not exists (select 1 from oauth_grants g where g.client_id = c.id)
      order by c.put_at, c.id limit 1
    )`
  )
  return dropped > 0
}

const insertToken = (db: Connection, token: TokenRow): void =>
  void db.run(
    `insert into oauth_tokens (digest, grant_id, kind, scopes, challenge, expires_at, spent_at)
    values (?, ?, ?, ?, ?, ?, ?)`,
    ...[token.digest, token.grantId, token.kind, token.scopes, token.challenge, token.expiresAt, token.spentAt]
  )

const exchange = (
  db: Connection,
  { at, digest, next }: { readonly digest: string; readonly at: number; readonly next: ReadonlyArray<TokenRow> }
): boolean => {
  const spent = db.get<{ readonly grantId: string }>(
    `update oauth_tokens set spent_at = ?1 where digest = ?2 and spent_at is null and expires_at > ?1
      and exists (select 1 from oauth_grants g where g.id = grant_id and g.revoked_at is null)
    returning grant_id as grantId`,
    ...[at, digest]
  )
  if (spent === undefined) return false
  for (const token of next) insertToken(db, token)
  db.run(
    `update oauth_grants set last_used_at = ?1, ends_at = max(ends_at,
      (select max(expires_at) from oauth_tokens where grant_id = ?2)) where id = ?2`,
    ...[at, spent.grantId]
  )
  return true
}

/** What is swept, and how long what is given out works. */
export interface SweptGrants extends Readonly<Record<"day" | "limit" | "now" | "since", number>> {
  readonly lifetimes: Readonly<Record<"access" | "code" | "refresh", number>>
}

const dateAnew = (db: Connection, { lifetimes, limit, now }: SweptGrants): number => {
  const latest = latestEnd(now, lifetimes.refresh)
  const grants = db.run(
    `update oauth_grants set ends_at = ?1, revoked_at = min(revoked_at, ?2)
    where id in (select id from oauth_grants where min(ends_at, coalesce(revoked_at, ends_at)) > ?3 limit ?4)`,
    ...[now + lifetimes.refresh, now, latest, limit]
  )
  const tokens = db.run(
    `update oauth_tokens set expires_at = case kind when 'code' then ? when 'access' then ? else ? end
    where digest in (select digest from oauth_tokens where spent_at is null and expires_at > ? limit ?)`,
    ...[now + lifetimes.code, now + lifetimes.access, now + lifetimes.refresh, latest, limit]
  )
  return grants + tokens
}

const sweep = (db: Connection, swept: SweptGrants): number => {
  const { day, limit, now, since } = swept
  const gone = db.all<{ readonly id: string }>(
    "select id from oauth_grants where min(ends_at, coalesce(revoked_at, ends_at)) <= ? limit ?",
    ...[since, limit]
  )
  for (const { id } of gone) {
    db.run("delete from oauth_tokens where grant_id = ?", id)
    db.run("delete from oauth_grants where id = ?", id)
  }
  const tokens = db.run(
    `delete from oauth_tokens where digest in (
      select digest from oauth_tokens where spent_at is null and expires_at <= ? limit ?)`,
    ...[now, limit]
  )
  const days = db.run(
    `delete from oauth_spending where (grant_id, day) in (
      select grant_id, day from oauth_spending where day < ? limit ?)`,
    ...[day, limit]
  )
  return gone.length + tokens + days + dateAnew(db, swept)
}

const spentOf = (db: Connection, grantId: string, day: number): number =>
  db.get<{ readonly credits: number }>(
    "select credits from oauth_spending where grant_id = ? and day = ?",
    ...[grantId, day]
  )?.credits ?? 0

export type UnspentCredits = Pick<TakenCredits, "credits" | "day" | "grantId">

/** Gives back what was taken of a day and not spent; less than nothing is spent on it. */
export const giveBackCredits = (db: Connection, { credits, day, grantId }: UnspentCredits): null => {
  db.run(
    `insert into oauth_spending as s (grant_id, day, credits) values (?1, ?2, max(0, 0 - ?3))
    on conflict do update set credits = max(0, s.credits - ?3)`,
    ...[grantId, day, credits]
  )
  return null
}

export const grantWrites = {
  "ClientStore.put": (db: Connection, { at, client, id, most }: ClientPut): boolean => {
    if (!makeRoom(db, id, most)) return false
    db.run(
      `insert into oauth_clients (id, client, put_at) values (?, ?, ?)
      on conflict do update set client = excluded.client, put_at = excluded.put_at`,
      ...[id, client, at]
    )
    return true
  },

  "ClientStore.sweep": (db: Connection, { limit, since }: { readonly since: number; readonly limit: number }): number =>
    db.run(
      `delete from oauth_clients where id in (
        select c.id from oauth_clients c
        where c.put_at < ? and not exists (select 1 from oauth_grants g where g.client_id = c.id)
        order by c.put_at, c.id limit ?
      )`,
      ...[since, limit]
    ),

  "GrantStore.sign": (
    db: Connection,
    { code, grant, most }: { readonly grant: GrantRow; readonly code: TokenRow; readonly most: number }
  ): "full" | "known" | "signed" => {
    if (db.get("select 1 from oauth_grants where id = ?", grant.id) !== undefined) return "known"
    const { open } = db.get<{ readonly open: number }>(
      `select count(*) as open from oauth_grants
      where organization_id = ? and revoked_at is null and ends_at > ?`,
      ...[grant.organizationId, grant.createdAt]
    )!
    if (open >= most) return "full"
    db.run(
      `insert into oauth_grants
        (id, organization_id, client_id, signed, created_at, last_used_at, ends_at, revoked_at)
      values (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[grant.id, grant.organizationId, grant.clientId, grant.signed],
      ...[grant.createdAt, grant.lastUsedAt, grant.endsAt, grant.revokedAt]
    )
    insertToken(db, code)
    return "signed"
  },

  "GrantStore.exchange": exchange,

  "GrantStore.revoke": (
    db: Connection,
    { at, grantId, organizationId }: { readonly organizationId: string; readonly grantId: string; readonly at: number }
  ): GrantRow | null =>
    db.get<GrantRow>(
      `update oauth_grants set revoked_at = coalesce(revoked_at, ?) where id = ? and organization_id = ?
      returning ${grantColumns}`,
      ...[at, grantId, organizationId]
    ) ?? null,

  "GrantStore.takeCredits": (db: Connection, { atLeast, credits, day, grantId, most }: TakenCredits) => {
    const left = Math.max(0, most - spentOf(db, grantId, day))
    const taken = Math.min(credits, left)
    if (taken < atLeast) return { taken: null, left }
    db.run(
      `insert into oauth_spending as s (grant_id, day, credits) values (?, ?, ?)
      on conflict do update set credits = s.credits + excluded.credits`,
      ...[grantId, day, taken]
    )
    return { taken, left }
  },

  "GrantStore.giveBackCredits": giveBackCredits,

  "GrantStore.sweep": sweep
}
