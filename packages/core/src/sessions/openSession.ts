/** Signs a browser in. */
import { DateTime, Effect, Option, Redacted } from "effect"
import { OperatorToken } from "../administration/OperatorToken.ts"
import { ApiKeyId } from "../organizations/domain/ApiKey.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import {
  endOf,
  plainLine,
  type Session,
  SessionId,
  sessionLimits,
  sessionPrefixes,
  sessionSecretLength,
  sessionTimes
} from "./domain/Session.ts"
import { LinkUnusable } from "./errors.ts"
import { SessionStore } from "./SessionStore.ts"
import { type SessionSigner, whoSigns } from "./whoSigns.ts"

/** What a request says of the browser that signs in. */
export interface SignsInFrom {
  readonly userAgent: string | null
  readonly address: string | null
}

/** A session that was opened, with the secret that its browser keeps. */
export interface OpenedSession {
  readonly session: Session
  readonly secret: Redacted.Redacted
  /** The key that signed in; null for the operator. */
  readonly signer: SessionSigner
}

/**
 * What the operator's token makes of one session: the session ends with the token, and none of two sessions shows that they
 * have the same.
 */
export const tokenMarkOf = Effect.fnUntraced(function* (sessionDigest: string) {
  const token = yield* OperatorToken
  if (Option.isNone(token)) return null
  return yield* (yield* Signer).digest(`session of the operator\n${sessionDigest}\n${Redacted.value(token.value)}`)
})

const mintSecret = Effect.fnUntraced(function* (kind: keyof typeof sessionPrefixes) {
  const secret = `${sessionPrefixes[kind]}${yield* (yield* Ids).token("base62", sessionSecretLength)}`
  return { secret, digest: yield* (yield* Signer).digest(secret) }
})

const made = Effect.fnUntraced(function* (signer: SessionSigner, from: SignsInFrom, byToken: boolean) {
  const now = yield* DateTime.now
  const { digest, secret } = yield* mintSecret("session")
  const session: Session = {
    id: SessionId.make(yield* (yield* Ids).next("ses")),
    digest,
    organizationId: signer?.organization.id ?? null,
    keyId: signer === null ? null : ApiKeyId.make(signer.id),
    tokenMark: byToken ? yield* tokenMarkOf(digest) : null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: endOf(now, now),
    userAgent: plainLine(from.userAgent, sessionLimits.userAgentLength),
    address: plainLine(from.address, sessionLimits.addressLength)
  }
  return { session, secret: Redacted.make(secret), signer } satisfies OpenedSession as OpenedSession
})

/** Opens a session for who has the key, or the operator's token. */
export const signIn = Effect.fn("Sessions.signIn")(function* (secret: string, from: SignsInFrom) {
  const signer = yield* whoSigns(secret)
  const opened = yield* made(signer, from, signer === null)
  yield* (yield* SessionStore).open(opened.session, sessionLimits.ofOne)
  return opened
})

/** Opens a session of the operator for who has a link, once. */
export const enter = Effect.fn("Sessions.enter")(function* (link: string, from: SignsInFrom) {
  if (!link.startsWith(sessionPrefixes.link) || link.length > 100) return yield* new LinkUnusable()
  const digest = yield* (yield* Signer).digest(link)
  const opened = yield* made(null, from, false)
  const isOpen = yield* (yield* SessionStore).openWithLink(digest, opened.session, sessionLimits.ofOne)
  return isOpen ? opened : yield* new LinkUnusable()
})

/** A new link with which the operator signs in, once, and until when. */
export const newLink = Effect.gen(function* () {
  const { digest, secret } = yield* mintSecret("link")
  const expiresAt = DateTime.addDuration(yield* DateTime.now, sessionTimes.link)
  yield* (yield* SessionStore).putLink({ digest, expiresAt }, sessionLimits.links)
  return { secret: Redacted.make(secret), expiresAt }
}).pipe(Effect.withSpan("Sessions.newLink"))
