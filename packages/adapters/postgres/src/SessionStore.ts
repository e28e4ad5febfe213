import { latestEnd } from "@kittiwake/core/internal/leaseHorizon"
import { Session, type SessionLink, sessionTimes } from "@kittiwake/core/sessions/domain/Session"
import { type SessionOwner, SessionStore } from "@kittiwake/core/sessions/SessionStore"
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { newestFirst } from "./slices.ts"
import { orUnavailable } from "./storeFailure.ts"

/** The columns of a session, as `Session` has them. */
const columns = `digest, id, nullif(owner, '') as "organizationId", key_id as "keyId", token_mark as "tokenMark",
  created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", user_agent as "userAgent", address`

/** When what works for so long ends at the latest, unless a clock that was ahead gave it out. */
const latestOf = (now: DateTime.Utc, lifetime: Duration.Duration) =>
  DateTime.makeUnsafe(latestEnd(now.epochMilliseconds, Duration.toMillis(lifetime)))

const toSession = Schema.decodeUnknownSync(Schema.toCodecJson(Session))

/** `SessionStore` on Postgres. */
export const layer: Layer.Layer<SessionStore, never, SqlClient.SqlClient> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const asSession = sql.literal(columns)

    const open = Effect.fnUntraced(function* (session: Session, most: number) {
      const owner = session.organizationId ?? ""
      // Who opens sessions of one key does so in turn, so that none is counted twice.
      yield* sql`select pg_advisory_xact_lock(hashtextextended(${`session of ${owner} ${session.keyId ?? ""}`}, 0))`
      yield* sql`
        insert into dashboard_sessions
          (digest, id, owner, key_id, token_mark, created_at, last_used_at, expires_at, user_agent, address)
        values (${session.digest}, ${session.id}, ${owner}, ${session.keyId}, ${session.tokenMark},
          ${session.createdAt}, ${session.lastUsedAt}, ${session.expiresAt}, ${session.userAgent}, ${session.address})`
      yield* sql`
        delete from dashboard_sessions where digest in (
          select digest from dashboard_sessions
          where owner = ${owner} and key_id is not distinct from ${session.keyId}::text and digest <> ${session.digest}
          order by last_used_at desc, id desc offset ${Math.max(0, most - 1)}::integer)`
    })

    const openWithLink = Effect.fnUntraced(function* (link: string, session: Session, most: number) {
      const used = yield* sql`
        delete from dashboard_links where digest = ${link} and expires_at > ${session.createdAt}::timestamptz returning 1`
      if (used.length === 0) return false
      yield* open(session, most)
      return true
    })

    const isOf = ({ keyId, organizationId }: SessionOwner) => [
      sql`owner = ${organizationId ?? ""}`,
      ...(keyId === null ? [] : [sql`key_id = ${keyId}`])
    ]

    const putLink = Effect.fnUntraced(function* ({ digest, expiresAt }: SessionLink, most: number) {
      yield* sql`select pg_advisory_xact_lock(hashtextextended('links of the operator', 0))`
      yield* sql`insert into dashboard_links (digest, expires_at) values (${digest}, ${expiresAt})`
      yield* sql`
        delete from dashboard_links where digest in (
          select digest from dashboard_links where digest <> ${digest}
          order by expires_at desc offset ${Math.max(0, most - 1)}::integer)`
    })

    const drop = (table: "dashboard_sessions" | "dashboard_links", now: DateTime.Utc, limit: number) =>
      sql`
        delete from ${sql(table)} where digest in (
          select digest from ${sql(table)} where expires_at <= ${now}::timestamptz limit ${limit}
          for update skip locked
        ) returning 1`

    /** Those of a table that a clock which was ahead dated. */
    const ahead = (table: "dashboard_sessions" | "dashboard_links", latest: DateTime.Utc, limit: number) =>
      sql`digest in (select digest from ${sql(table)} where expires_at > ${latest} limit ${limit} for update skip locked)`

    const dateAnew = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
      const { idle, link, longest } = sessionTimes
      const sessions = yield* sql`
        update dashboard_sessions set created_at = least(created_at, ${now}::timestamptz),
          last_used_at = least(last_used_at, ${now}::timestamptz),
          expires_at = least(${DateTime.addDuration(now, idle)}::timestamptz,
            least(created_at, ${now}::timestamptz) + ${Duration.toMillis(longest)}::float8 * interval '1 millisecond')
        where ${ahead("dashboard_sessions", latestOf(now, idle), limit)} returning 1`
      const links = yield* sql`
        update dashboard_links set expires_at = ${DateTime.addDuration(now, link)}
        where ${ahead("dashboard_links", latestOf(now, link), limit)} returning 1`
      return sessions.length + links.length
    })

    const sweep = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
      const sessions = yield* drop("dashboard_sessions", now, limit)
      const links = yield* drop("dashboard_links", now, limit)
      return sessions.length + links.length + (yield* dateAnew(now, limit))
    })

    return SessionStore.of({
      open: (session, most) =>
        sql
          .withTransaction(open(session, most))
          .pipe(Effect.withSpan("SessionStore.open"), orUnavailable("SessionStore.open")),

      openWithLink: (link, session, most) =>
        sql
          .withTransaction(openWithLink(link, session, most))
          .pipe(Effect.withSpan("SessionStore.openWithLink"), orUnavailable("SessionStore.openWithLink")),

      find: (digest) =>
        sql`select ${asSession} from dashboard_sessions where digest = ${digest}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toSession(row)))),
          orUnavailable("SessionStore.find")
        ),

      note: (digest, usedAt, expiresAt) =>
        sql`
          update dashboard_sessions set last_used_at = greatest(last_used_at, ${usedAt}::timestamptz),
            expires_at = greatest(expires_at, ${expiresAt}::timestamptz)
          where digest = ${digest}`.pipe(Effect.asVoid, orUnavailable("SessionStore.note")),

      end: (owner, id) =>
        sql`delete from dashboard_sessions where ${sql.and([sql`id = ${id}`, ...isOf(owner)])} returning ${asSession}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toSession(row)))),
          orUnavailable("SessionStore.end")
        ),

      list: (owner, slice, now) =>
        sql`
          select ${asSession} from dashboard_sessions
          ${newestFirst(sql, "created_at", "id", slice, [...isOf(owner), sql`expires_at > ${now}::timestamptz`])}`.pipe(
          Effect.map((rows) => rows.map((row) => toSession(row))),
          orUnavailable("SessionStore.list")
        ),

      putLink: (link, most) =>
        sql
          .withTransaction(putLink(link, most))
          .pipe(Effect.withSpan("SessionStore.putLink"), orUnavailable("SessionStore.putLink")),

      sweep: (now, limit) =>
        sweep(now, limit).pipe(Effect.withSpan("SessionStore.sweep"), orUnavailable("SessionStore.sweep"))
    })
  })
)
