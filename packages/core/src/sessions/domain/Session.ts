/** What a browser is signed in with. */
import { DateTime, Duration, Schema } from "effect"
import { latestEnd } from "../../leaseHorizon.ts"
import { ApiKeyId } from "../../organizations/domain/ApiKey.ts"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

export const SessionId = Schema.String.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const Session = Schema.Struct({
  id: SessionId,
  /** SHA-256 of the secret, which the browser alone has. */
  digest: Schema.String,
  /** The organization of the key; null for the operator, who has none. */
  organizationId: Schema.NullOr(OrganizationId),
  /** The key that signed in, with which the session ends; null for the operator. */
  keyId: Schema.NullOr(ApiKeyId),
  /** What the operator's token made of this session, so that it ends with that token; null where none signed in. */
  tokenMark: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  /** Noted at most once in `sessionTimes.noted`. */
  lastUsedAt: Schema.DateTimeUtc,
  /** When it ends unless it is used before, and at the latest. */
  expiresAt: Schema.DateTimeUtc,
  /** What the browser calls itself, and from where it signed in, as far as that was told. */
  userAgent: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String)
})
export type Session = typeof Session.Type

/** A link with which the operator signs in, once. */
export interface SessionLink {
  /** SHA-256 of its secret. */
  readonly digest: string
  readonly expiresAt: DateTime.Utc
}

/** How long what is given out works. */
export const sessionTimes = {
  /** From the last use. */
  idle: Duration.hours(12),
  /** From signing in. */
  longest: Duration.days(7),
  /** Between two notes of a use. */
  noted: Duration.minutes(1),
  link: Duration.minutes(15)
} as const

/** Of how much how much is kept. */
export const sessionLimits = {
  /** Sessions of one key, and of the operator; the ones used longest ago go. */
  ofOne: 50,
  /** Links that were not used yet; the oldest go. */
  links: 20,
  userAgentLength: 200,
  addressLength: 64
} as const

/** What secrets begin with, so that scanners for secrets find them, and nobody takes one kind for another. */
export const sessionPrefixes = { session: "kws_", link: "kwl_" } as const

/** Characters after the prefix: 256 bits. @internal */
export const sessionSecretLength = 43

/** When a session that was made then and is used now ends, unless it is used again. */
export const endOf = (createdAt: DateTime.Utc, usedAt: DateTime.Utc): DateTime.Utc =>
  DateTime.min(DateTime.addDuration(usedAt, sessionTimes.idle), DateTime.addDuration(createdAt, sessionTimes.longest))

/** Whether it can be used no more. Its key may have ended all the same. */
export const isOver = ({ expiresAt }: Pick<Session, "expiresAt">, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(expiresAt, now)

/** Whether it was used last, or given out, by a clock that was ahead: it would work for longer than it may. */
const isAhead = ({ expiresAt }: Pick<Session, "expiresAt">, now: DateTime.Utc, lifetime: Duration.Duration): boolean =>
  expiresAt.epochMilliseconds > latestEnd(now.epochMilliseconds, Duration.toMillis(lifetime))

/** As if it was used now, where a clock that was ahead noted that; null where none did. @internal */
export const datedAnew = (session: Session, now: DateTime.Utc): Session | null => {
  if (!isAhead(session, now, sessionTimes.idle)) return null
  const createdAt = DateTime.min(session.createdAt, now)
  return { ...session, createdAt, lastUsedAt: DateTime.min(session.lastUsedAt, now), expiresAt: endOf(createdAt, now) }
}

/** As if it was given out now, likewise. @internal */
export const linkDatedAnew = (link: SessionLink, now: DateTime.Utc): SessionLink | null =>
  isAhead(link, now, sessionTimes.link) ? { ...link, expiresAt: DateTime.addDuration(now, sessionTimes.link) } : null

/** Whether a use now is worth a note. @internal */
export const isWorthNoting = ({ lastUsedAt }: Session, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(DateTime.addDuration(lastUsedAt, sessionTimes.noted), now)

/** A line of a stranger, on one line and bounded; null when nothing is left of it. @internal */
export const plainLine = (text: string | null | undefined, maxLength: number): string | null => {
  const line = (text ?? "")
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\uFFFD]+/gu, " ")
    .trim()
  const kept = [...line].slice(0, maxLength).join("")
  return kept === "" ? null : kept
}
