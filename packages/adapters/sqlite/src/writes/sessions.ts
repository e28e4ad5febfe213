/** Sessions of browsers, and the links that open one. */
import { latestEnd } from "@kittiwake/core/internal/leaseHorizon"
import type { Connection } from "../Connection.ts"

/** A session as a row; moments in milliseconds. */
export interface SessionRow {
  readonly digest: string
  readonly id: string
  /** Empty for the operator. */
  readonly owner: string
  readonly keyId: string | null
  readonly tokenMark: string | null
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly userAgent: string | null
  readonly address: string | null
}

/** The columns of a session, as `SessionRow` has them. */
export const sessionColumns = `digest, id, owner, key_id as keyId, token_mark as tokenMark, created_at as createdAt,
  last_used_at as lastUsedAt, expires_at as expiresAt, user_agent as userAgent, address`

/** A session to be stored, and how many there may be. */
export interface Opened {
  readonly session: SessionRow
  readonly most: number
}

const open = (db: Connection, { most, session }: Opened): void => {
  db.run(
    `insert into dashboard_sessions
      (digest, id, owner, key_id, token_mark, created_at, last_used_at, expires_at, user_agent, address)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[session.digest, session.id, session.owner, session.keyId, session.tokenMark],
    ...[session.createdAt, session.lastUsedAt, session.expiresAt, session.userAgent, session.address]
  )
  db.run(
    `delete from dashboard_sessions where digest in (
      select digest from dashboard_sessions where owner = ?1 and key_id is ?2 and digest <> ?3
      order by last_used_at desc, id desc limit -1 offset ?4)`,
    ...[session.owner, session.keyId, session.digest, Math.max(0, most - 1)]
  )
}

/** Now, how much may be swept of each kind, and how long what is given out works. */
export type Swept = Readonly<Record<"idleMillis" | "limit" | "linkMillis" | "longestMillis" | "now", number>>

const dateAnew = (db: Connection, { idleMillis, limit, linkMillis, longestMillis, now }: Swept): number => {
  const sessions = db.run(
    `update dashboard_sessions set created_at = min(created_at, ?1), last_used_at = min(last_used_at, ?1),
      expires_at = min(?1 + ?2, min(created_at, ?1) + ?3)
    where digest in (select digest from dashboard_sessions where expires_at > ?4 limit ?5)`,
    ...[now, idleMillis, longestMillis, latestEnd(now, idleMillis), limit]
  )
  const links = db.run(
    `update dashboard_links set expires_at = ?
    where digest in (select digest from dashboard_links where expires_at > ? limit ?)`,
    ...[now + linkMillis, latestEnd(now, linkMillis), limit]
  )
  return sessions + links
}

export const sessionWrites = {
  "SessionStore.open": (db: Connection, opened: Opened): null => {
    open(db, opened)
    return null
  },

  "SessionStore.openWithLink": (db: Connection, { link, ...opened }: Opened & { readonly link: string }): boolean => {
    const used = db.run(
      "delete from dashboard_links where digest = ? and expires_at > ?",
      ...[link, opened.session.createdAt]
    )
    if (used > 0) open(db, opened)
    return used > 0
  },

  "SessionStore.note": (
    db: Connection,
    { digest, expiresAt, usedAt }: { readonly digest: string; readonly usedAt: number; readonly expiresAt: number }
  ): null => {
    db.run(
      `update dashboard_sessions set last_used_at = max(last_used_at, ?), expires_at = max(expires_at, ?)
      where digest = ?`,
      ...[usedAt, expiresAt, digest]
    )
    return null
  },

  "SessionStore.end": (
    db: Connection,
    { id, keyId, owner }: { readonly id: string; readonly owner: string; readonly keyId: string | null }
  ): SessionRow | null =>
    db.get<SessionRow>(
      `delete from dashboard_sessions where id = ?1 and owner = ?2 and (?3 is null or key_id = ?3)
      returning ${sessionColumns}`,
      ...[id, owner, keyId]
    ) ?? null,

  "SessionStore.putLink": (
    db: Connection,
    { digest, expiresAt, most }: { readonly digest: string; readonly expiresAt: number; readonly most: number }
  ): null => {
    db.run("insert into dashboard_links (digest, expires_at) values (?, ?)", digest, expiresAt)
    db.run(
      `delete from dashboard_links where digest in (
        select digest from dashboard_links where digest <> ? order by expires_at desc limit -1 offset ?)`,
      ...[digest, Math.max(0, most - 1)]
    )
    return null
  },

  "SessionStore.sweep": (db: Connection, swept: Swept): number => {
    const { limit, now } = swept
    const sweep = (table: "dashboard_sessions" | "dashboard_links") =>
      db.run(
        `delete from ${table} where digest in (select digest from ${table} where expires_at <= ? limit ?)`,
        ...[now, limit]
      )
    return sweep("dashboard_sessions") + sweep("dashboard_links") + dateAnew(db, swept)
  }
}
