import type { ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type Session, SessionId, sessionTimes } from "@kittiwake/core/sessions/domain/Session"
import { SessionStore } from "@kittiwake/core/sessions/SessionStore"
import { Duration, Effect, Layer, Option } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { Sqlite } from "./Sqlite.ts"
import { type SessionRow, sessionColumns } from "./writes/sessions.ts"

const sessionRow = ({ createdAt, expiresAt, lastUsedAt, organizationId, ...session }: Session): SessionRow => ({
  ...session,
  owner: organizationId ?? "",
  createdAt: millisOf(createdAt),
  lastUsedAt: millisOf(lastUsedAt),
  expiresAt: millisOf(expiresAt)
})

const toSession = ({ createdAt, expiresAt, id, keyId, lastUsedAt, owner, ...row }: SessionRow): Session => ({
  ...row,
  id: SessionId.make(id),
  organizationId: owner === "" ? null : (owner as OrganizationId),
  keyId: keyId as ApiKeyId | null,
  createdAt: momentOf(createdAt),
  lastUsedAt: momentOf(lastUsedAt),
  expiresAt: momentOf(expiresAt)
})

const times = {
  idleMillis: Duration.toMillis(sessionTimes.idle),
  longestMillis: Duration.toMillis(sessionTimes.longest),
  linkMillis: Duration.toMillis(sessionTimes.link)
}

const find = `select ${sessionColumns} from dashboard_sessions where digest = ?`

const listed = ["owner = ?", "(?2 is null or key_id = ?2)", "expires_at > ?"]

const list = `select ${sessionColumns} from dashboard_sessions ${newestFirst("created_at", "id", listed)}`

/** `SessionStore` on SQLite. */
export const layer: Layer.Layer<SessionStore, never, Sqlite> = Layer.effect(
  SessionStore,
  Effect.map(Sqlite, ({ read, write }) =>
    SessionStore.of({
      open: (session, most) => Effect.asVoid(write("SessionStore.open", { session: sessionRow(session), most })),

      openWithLink: (link, session, most) =>
        write("SessionStore.openWithLink", { link, session: sessionRow(session), most }),

      find: (digest) =>
        read("SessionStore.find", (db) =>
          Option.map(Option.fromNullishOr(db.get<SessionRow>(find, digest)), toSession)
        ),

      note: (digest, usedAt, expiresAt) =>
        Effect.asVoid(write("SessionStore.note", { digest, usedAt: millisOf(usedAt), expiresAt: millisOf(expiresAt) })),

      end: ({ keyId, organizationId }, id) =>
        Effect.map(write("SessionStore.end", { id, owner: organizationId ?? "", keyId }), (row) =>
          Option.map(Option.fromNullishOr(row), toSession)
        ),

      list: ({ keyId, organizationId }, slice, now) =>
        read("SessionStore.list", (db) =>
          db
            .all<SessionRow>(list, organizationId ?? "", keyId, millisOf(now), ...sliceValues(sliceRow(slice)))
            .map(toSession)
        ),

      putLink: ({ digest, expiresAt }, most) =>
        Effect.asVoid(write("SessionStore.putLink", { digest, expiresAt: millisOf(expiresAt), most })),

      sweep: (now, limit) => write("SessionStore.sweep", { now: millisOf(now), limit, ...times })
    })
  )
)
