/**
 * Tokens of links under which files are fetched without a key, for an hour.
 *
 * **Model.** A token holds what it leads to and until when, with a code over both under a secret that all processes of the
 * installation share: it works on every one of them and after a restart, and nobody can make or prolong one.
 */
import { Clock, DateTime, Duration, Effect, Option, Result, Schema } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { constantTimeEqual } from "./constantTimeEqual.ts"
import { Ids } from "./Ids.ts"
import { InstanceSecretStore } from "./InstanceSecretStore.ts"
import { Signer } from "./Signer.ts"

/** How long a link works. */
export const linkLifetime = Duration.hours(1)

/** Longest token that is looked at. */
const linkMaxLength = 500

/** Characters of the code: half of an HMAC-SHA-256. */
const codeLength = 32

/** Tokens, all of which end at one moment. */
export interface SignedLinks {
  readonly tokens: ReadonlyArray<string>
  readonly expiresAt: DateTime.Utc
}

/** How long tokens work, and how long they may be. */
export interface SignedLinkBounds {
  readonly lifetime: Duration.Duration
  readonly maxLength: number
}

/** Makes and opens tokens for one purpose: those of another are none here. What a link leads to is given as `fields`. */
export const makeSignedLinks = Effect.fnUntraced(function* <Fields extends ReadonlyArray<unknown>>(
  purpose: string,
  fields: Schema.Codec<Fields, ReadonlyArray<string | number | null>>,
  { lifetime, maxLength }: SignedLinkBounds = { lifetime: linkLifetime, maxLength: linkMaxLength }
) {
  const signer = yield* Signer
  const secret = yield* (yield* InstanceSecretStore).getOrKeep(purpose, yield* (yield* Ids).token("hex", 64))
  const key = new TextEncoder().encode(secret)
  const Body = Schema.fromJsonString(Schema.Tuple([fields, Schema.Int]))
  const decodeBody = Schema.decodeUnknownOption(Body)
  const encodeBody = Schema.encodeSync(Body)
  const codeOf = (body: string) =>
    Effect.map(signer.mac(key, `${purpose}:${body}`), (code) => Hex.encode(code).slice(0, codeLength))

  return {
    sign: Effect.fnUntraced(function* (links: ReadonlyArray<Fields>) {
      const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
      const tokens = yield* Effect.forEach(links, (link) => {
        const body = encodeBody([link, expiresAt.epochMilliseconds])
        return Effect.map(codeOf(body), (code) => Base64Url.encode(code + body))
      })
      return { tokens, expiresAt } satisfies SignedLinks
    }),

    open: Effect.fnUntraced(function* (token: string) {
      const text = token.length > maxLength ? Result.fail(null) : Base64Url.decodeString(token)
      // A token has one spelling: what limits, logs and caches go by.
      if (Result.isFailure(text) || Base64Url.encode(text.success) !== token) return Option.none<Fields>()
      const body = text.success.slice(codeLength)
      if (!constantTimeEqual(text.success.slice(0, codeLength), yield* codeOf(body))) return Option.none<Fields>()
      const [link, until] = Option.getOrThrow(decodeBody(body))
      return until > (yield* Clock.currentTimeMillis) ? Option.some(link) : Option.none<Fields>()
    })
  }
})
