import { DateTime, Effect, Layer, Option } from "effect"
import { datedAnew, isOver, linkDatedAnew, type Session } from "../sessions/domain/Session.ts"
import { type SessionOwner, SessionStore } from "../sessions/SessionStore.ts"
import { Database, type Tables } from "./Database.ts"
import { dateAnew } from "./dateAnew.ts"
import { sliceOf } from "./sliceOf.ts"

const isOf = (session: Session, { keyId, organizationId }: SessionOwner): boolean =>
  session.organizationId === organizationId && (keyId === null || session.keyId === keyId)

/** The one that makes room first: used longest ago, then the oldest. */
const byUse = (a: Session, b: Session): number =>
  a.lastUsedAt.epochMilliseconds - b.lastUsedAt.epochMilliseconds || (a.id < b.id ? -1 : 1)

const open = ({ sessions }: Tables, session: Session, most: number): void => {
  sessions.set(session.digest, session)
  const ofOne = [...sessions.values()].filter(
    ({ digest, keyId, organizationId }) =>
      digest !== session.digest && organizationId === session.organizationId && keyId === session.keyId
  )
  const tooMany = Math.max(0, ofOne.length + 1 - most)
  for (const { digest } of ofOne.toSorted(byUse).slice(0, tooMany)) sessions.delete(digest)
}

const drop = <V extends { readonly expiresAt: DateTime.Utc }>(
  rows: Map<string, V>,
  now: DateTime.Utc,
  limit: number
): number => {
  const gone = [...rows].filter(([, row]) => isOver(row, now)).slice(0, limit)
  for (const [key] of gone) rows.delete(key)
  return gone.length
}

/** `SessionStore` in memory. */
export const layer: Layer.Layer<SessionStore, never, Database> = Layer.effect(
  SessionStore,
  Effect.map(Database, (tables) => {
    const { sessionLinks, sessions } = tables
    return SessionStore.of({
      open: (session, most) => Effect.sync(() => open(tables, session, most)),

      openWithLink: (linkDigest, session, most) =>
        Effect.sync(() => {
          const link = sessionLinks.get(linkDigest)
          if (link === undefined || isOver(link, session.createdAt)) return false
          sessionLinks.delete(linkDigest)
          open(tables, session, most)
          return true
        }),

      find: (digest) => Effect.sync(() => Option.fromUndefinedOr(sessions.get(digest))),

      note: (digest, usedAt, expiresAt) =>
        Effect.sync(() => {
          const session = sessions.get(digest)
          if (session === undefined) return
          sessions.set(digest, {
            ...session,
            lastUsedAt: DateTime.max(session.lastUsedAt, usedAt),
            expiresAt: DateTime.max(session.expiresAt, expiresAt)
          })
        }),

      end: (owner, id) =>
        Effect.sync(() => {
          const session = [...sessions.values()].find((one) => one.id === id && isOf(one, owner))
          if (session !== undefined) sessions.delete(session.digest)
          return Option.fromUndefinedOr(session)
        }),

      list: (owner, slice, now) =>
        Effect.sync(() =>
          sliceOf(sessions.values(), slice, {
            shown: (session) => isOf(session, owner) && !isOver(session, now),
            position: ({ createdAt, id }) => ({ at: createdAt, id })
          })
        ),

      putLink: (link, most) =>
        Effect.sync(() => {
          sessionLinks.set(link.digest, link)
          const others = [...sessionLinks.values()].filter(({ digest }) => digest !== link.digest)
          const first = others.toSorted((a, b) => a.expiresAt.epochMilliseconds - b.expiresAt.epochMilliseconds)
          for (const { digest } of first.slice(0, Math.max(0, others.length + 1 - most))) sessionLinks.delete(digest)
        }),

      sweep: (now, limit) =>
        Effect.sync(
          () =>
            drop(sessions, now, limit) +
            drop(sessionLinks, now, limit) +
            dateAnew(sessions, limit, (session) => datedAnew(session, now)) +
            dateAnew(sessionLinks, limit, (link) => linkDatedAnew(link, now))
        )
    })
  })
)
