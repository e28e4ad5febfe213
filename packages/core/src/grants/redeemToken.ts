/** Exchanges a code, or a refresh token, for tokens. */
import { DateTime, type Duration, Effect, Option, Redacted, Result } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { ClientDocuments } from "./ClientDocuments.ts"
import { type Client, isDocumentAddress } from "./domain/Client.ts"
import {
  type GrantToken,
  isTokenOver,
  isVerifier,
  lifetimes,
  tokenPrefixes,
  tokenRandomLength
} from "./domain/Grant.ts"
import { type GrantScope, readGrantScopes } from "./domain/GrantScope.ts"
import { ClientRefused } from "./errors.ts"
import { GrantStore, type TokenAndGrant } from "./GrantStore.ts"
import { signerStanding } from "./signerStanding.ts"

/** What a client sends for tokens. */
export interface TokenRequest {
  readonly client: Client
  /** The code or the refresh token. */
  readonly token: string
  readonly redirectUri?: string | undefined
  readonly verifier?: string | undefined
  readonly scope?: string | undefined
  readonly resources: ReadonlyArray<string>
}

/** What a client gets. */
export interface GivenTokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
  readonly expiresIn: Duration.Duration
  readonly scopes: ReadonlyArray<GrantScope>
}

const invalidGrant = (message: string) => new ClientRefused({ reason: "invalid_grant", message })

/** A secret of this kind, and what is kept of it. */
export const mintToken = Effect.fnUntraced(function* (
  given: Pick<GrantToken, "kind" | "grantId" | "scopes" | "challenge">,
  now: DateTime.Utc
) {
  const secret = `${tokenPrefixes[given.kind]}${yield* (yield* Ids).token("base62", tokenRandomLength)}`
  const token: GrantToken = {
    ...given,
    digest: yield* (yield* Signer).digest(secret),
    expiresAt: DateTime.addDuration(now, lifetimes[given.kind]),
    spentAt: null
  }
  return { secret: Redacted.make(secret), token }
})

/** Whether the verifier is what the challenge was made of. */
const isProved = Effect.fnUntraced(function* (verifier: string, challenge: string) {
  const digest = yield* (yield* Signer).digest(verifier)
  return constantTimeEqual(Base64Url.encode(Result.getOrThrow(Hex.decode(digest))), challenge)
})

const checkCode = Effect.fnUntraced(function* (
  { grant, token }: TokenAndGrant,
  { redirectUri, verifier }: TokenRequest
) {
  // It may be left out: OAuth 2.1 no longer asks for it, and the proof stands for more.
  if (redirectUri !== undefined && redirectUri !== grant.redirectUri) {
    return yield* invalidGrant("redirect_uri is not the one that the code was sent to.")
  }
  if (!isVerifier(verifier)) {
    return yield* new ClientRefused({
      reason: "invalid_request",
      message: "code_verifier must have 43 to 128 characters."
    })
  }
  if (!(yield* isProved(verifier, token.challenge ?? ""))) {
    return yield* invalidGrant("code_verifier does not fit the code_challenge.")
  }
})

const scopesOf = ({ token }: TokenAndGrant, { scope }: TokenRequest) => {
  if (scope === undefined || scope === "") return token.scopes
  const wanted = readGrantScopes(scope)
  return wanted?.every((one) => token.scopes.includes(one)) === true ? wanted : null
}

/**
 * Gives tokens for a code or a refresh token of `kind`.
 *
 * **Details.** What was used before ends its grant, whoever uses it again: either it was stolen, or the client does not know
 * what it has. A code with a wrong proof is not used up, so that who has stolen it alone cannot take it away. Whoever has withdrawn the
 * document by which a client is known lets it refresh no more; the grant waits for the document to be back. Only for a token
 * that works is it looked for, so nobody makes us call a server with tokens that they made up.
 */
export const redeemToken = Effect.fn("redeemToken")(function* (kind: "code" | "refresh", request: TokenRequest) {
  const store = yield* GrantStore
  const { client, resources } = request
  const now = yield* DateTime.now
  const digest = yield* (yield* Signer).digest(request.token)
  const found = yield* store.find(digest)
  const word = kind === "code" ? "code" : "refresh_token"
  const gone = invalidGrant(`The ${word} is unknown, used, revoked or over. Begin anew: ask for access again.`)
  if (Option.isNone(found) || found.value.token.kind !== kind || found.value.grant.clientId !== client.id)
    return yield* gone
  const { grant, token } = found.value
  const endGrant = store
    .revoke(grant.organizationId, grant.id, now)
    .pipe(
      Effect.andThen(Effect.logWarning("a code or token was used twice, so its grant was ended")),
      Effect.annotateLogs({ grantId: grant.id, organizationId: grant.organizationId })
    )
  if (token.spentAt !== null) {
    if (grant.revokedAt === null) yield* endGrant
    return yield* gone
  }
  if (grant.revokedAt !== null || isTokenOver(token, now) || !(yield* signerStanding(grant)).stands) return yield* gone
  if (kind === "code") yield* checkCode(found.value, request)
  else if (
    isDocumentAddress(client.id) &&
    (yield* (yield* ClientDocuments).isWithdrawn(client.id, { owner: grant.organizationId, isStranger: false }))
  ) {
    return yield* new ClientRefused({
      reason: "invalid_client",
      message: "The document by which this client is known was withdrawn."
    })
  }
  if (resources.some((resource) => resource !== grant.resource)) {
    return yield* new ClientRefused({ reason: "invalid_target", message: `The grant is for ${grant.resource} alone.` })
  }
  const scopes = scopesOf(found.value, request)
  if (scopes === null) {
    return yield* new ClientRefused({ reason: "invalid_scope", message: "scope is more than was granted." })
  }
  const [access, refresh] = [
    yield* mintToken({ kind: "access", grantId: grant.id, scopes, challenge: null }, now),
    // Narrower tokens do not narrow the grant (RFC 6749 §6).
    yield* mintToken({ kind: "refresh", grantId: grant.id, scopes: token.scopes, challenge: null }, now)
  ]
  if (!(yield* store.exchange(digest, now, [access.token, refresh.token]))) {
    const again = yield* store.find(digest)
    if (Option.isSome(again) && again.value.token.spentAt !== null) yield* endGrant
    return yield* gone
  }
  const given: GivenTokens = {
    accessToken: access.secret,
    refreshToken: refresh.secret,
    expiresIn: lifetimes.access,
    scopes
  }
  return given
})
