/** What a person let a client do in the name of an organization. */
import { DateTime, Duration, Schema } from "effect"
import { latestEnd } from "../../leaseHorizon.ts"
import { ApiKeyId } from "../../organizations/domain/ApiKey.ts"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { GrantScope } from "./GrantScope.ts"

export const GrantId = Schema.String.pipe(Schema.brand("GrantId"))
export type GrantId = typeof GrantId.Type

export const Grant = Schema.Struct({
  id: GrantId,
  organizationId: OrganizationId,
  /** The key that signed it, beyond whose scopes it never goes and with which it ends; null when the operator signed. */
  keyId: Schema.NullOr(ApiKeyId),
  clientId: Schema.String,
  clientName: Schema.String,
  /** The host that vouches for the client; null when none does. */
  clientHost: Schema.NullOr(Schema.String),
  /** Where its codes are sent. */
  redirectUri: Schema.String,
  scopes: Schema.Array(GrantScope),
  /** The address that its tokens are for. */
  resource: Schema.String,
  /** Most credits that it may spend in a day of UTC; null is as many as the organization has. */
  dailyCredits: Schema.NullOr(Schema.Int),
  createdAt: Schema.DateTimeUtc,
  /** When a token was given last for it; null before the first. */
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** When nothing is left with which it can be used. */
  endsAt: Schema.DateTimeUtc,
  revokedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Grant = typeof Grant.Type

/** Whether it can still be used. The key that signed it may have ended all the same. */
export const isOpen = (grant: Grant, now: DateTime.Utc): boolean =>
  grant.revokedAt === null && DateTime.isGreaterThan(grant.endsAt, now)

/** Most grants of an organization that can be used: each is a row that is looked for with every call of its program. */
export const maxOpenGrants = 1_000

/** How long what is given out works (contract/mcp-oauth.md §4). */
export const lifetimes = {
  code: Duration.seconds(60),
  access: Duration.hours(1),
  refresh: Duration.days(30),
  /** From signing in to consenting. */
  signIn: Duration.minutes(10),
  /** How long a grant that ended is still listed. */
  kept: Duration.days(30)
} as const

/** What a daily budget may be. */
export const dailyCreditLimits = { minimum: 1, maximum: 1_000_000_000, suggested: 1_000 } as const

/** What is given out for a grant: a code once, then pairs of tokens. */
export const GrantToken = Schema.Struct({
  kind: Schema.Literals(["code", "access", "refresh"]),
  /** SHA-256 of the token; the token itself is never kept. */
  digest: Schema.String,
  grantId: GrantId,
  scopes: Schema.Array(GrantScope),
  /** What the client must know the origin of to use the code; null for tokens. */
  challenge: Schema.NullOr(Schema.String),
  expiresAt: Schema.DateTimeUtc,
  /** When it was used up; null while it was not, and always for access tokens. */
  spentAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type GrantToken = typeof GrantToken.Type

/** What tokens begin with, so that scanners for secrets find them, and nobody takes one kind for another. */
export const tokenPrefixes = { code: "kwc_", access: "kwa_", refresh: "kwr_" } as const

/** Characters after the prefix: 256 bits. */
export const tokenRandomLength = 43

const latestOf = (now: DateTime.Utc, lifetime: Duration.Duration): number =>
  latestEnd(now.epochMilliseconds, Duration.toMillis(lifetime))

/**
 * Whether it works no more by now. A code or an access token that would work for longer than one does was given out by a clock that was ahead,
 * and whoever has it gets another; a refresh token is dated anew when it is swept.
 */
export const isTokenOver = ({ expiresAt, kind }: GrantToken, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(expiresAt, now) ||
  (kind !== "refresh" && expiresAt.epochMilliseconds > latestOf(now, lifetimes[kind]))

/** What ends later than that was given out by a clock that was ahead. */
const latestOfAll = (now: DateTime.Utc): number => latestOf(now, lifetimes.refresh)

/** A token as if it was given out now, where a clock that was ahead dated it beyond all; null else, and of what was used. @internal */
export const tokenDatedAnew = (token: GrantToken, now: DateTime.Utc): GrantToken | null =>
  token.spentAt === null && token.expiresAt.epochMilliseconds > latestOfAll(now)
    ? { ...token, expiresAt: DateTime.addDuration(now, lifetimes[token.kind]) }
    : null

/** A grant as if it was used now, likewise. @internal */
export const grantDatedAnew = (grant: Grant, now: DateTime.Utc): Grant | null => {
  const { endsAt, revokedAt } = grant
  if (DateTime.min(endsAt, revokedAt ?? endsAt).epochMilliseconds <= latestOfAll(now)) return null
  return {
    ...grant,
    endsAt: DateTime.addDuration(now, lifetimes.refresh),
    revokedAt: revokedAt === null ? null : DateTime.min(revokedAt, now)
  }
}

/** A number for the day of UTC. */
export const dayOf = (at: DateTime.Utc): number => Math.floor(at.epochMilliseconds / 86_400_000)

const challengeForm = /^[A-Za-z0-9_-]{43}$/
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether a challenge is one of SHA-256 (RFC 7636 §4.2). */
export const isChallenge = (text: string | null | undefined): text is string => challengeForm.test(text ?? "")

/** Whether a verifier has the form that one must have (RFC 7636 §4.1). */
export const isVerifier = (text: string | null | undefined): text is string => verifierForm.test(text ?? "")
