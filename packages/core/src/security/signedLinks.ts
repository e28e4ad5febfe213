/**
 * Tokens of links under which something is read without a key, for an hour unless their maker says otherwise.
 *
 * **Model.** A token holds what it leads to and until when, with a code over both under a secret that all processes of the
 * installation share: it works on every one of them and after a restart, and nobody can make or prolong one.
 */
import { Clock, DateTime, Duration, Effect, Option, Result, Schema } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { latestEnd } from "../leaseHorizon.ts"
import { constantTimeEqual } from "./constantTimeEqual.ts"
import { Ids } from "./Ids.ts"
import { InstanceSecretStore } from "./InstanceSecretStore.ts"
import { Signer } from "./Signer.ts"

/** How long a link works. */
export const linkLifetime = Duration.hours(1)

/** Longest token that is looked at. */
export const linkMaxLength = 500

/** Characters of the code: half of an HMAC-SHA-256. */
const codeLength = 32

/** Tokens, all of which end at one moment. */
export interface SignedLinks {
  readonly tokens: ReadonlyArray<string>
  readonly expiresAt: DateTime.Utc
}

/** What a token says: where it leads to, that its time is over, or nothing, since it was not made here. */
export type OpenedLink<Fields> =
  | { readonly is: "working" | "over"; readonly link: Fields; readonly until: DateTime.Utc }
  | { readonly is: "unknown" }

const unknown = { is: "unknown" } as const

/** How long tokens work at most, and how long they may be. */
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

  const read = Effect.fnUntraced(function* (token: string) {
    const text = token.length > maxLength ? Result.fail(null) : Base64Url.decodeString(token)
    // A token has one spelling: what limits, logs and caches go by.
    if (Result.isFailure(text) || Base64Url.encode(text.success) !== token) return unknown
    const body = text.success.slice(codeLength)
    if (!constantTimeEqual(text.success.slice(0, codeLength), yield* codeOf(body))) return unknown
    const [link, end] = Option.getOrThrow(decodeBody(body))
    const now = yield* Clock.currentTimeMillis
    // What works for longer than any was given out by a clock that was ahead.
    const works = end > now && end <= latestEnd(now, Duration.toMillis(lifetime))
    return { is: works ? ("working" as const) : ("over" as const), link, until: DateTime.makeUnsafe(end) }
  })

  return {
    /** Tokens that work until then; without a moment, for the lifetime of all tokens of this purpose. */
    sign: Effect.fnUntraced(function* (links: ReadonlyArray<Fields>, until?: DateTime.Utc) {
      const expiresAt = until ?? DateTime.addDuration(yield* DateTime.now, lifetime)
      const tokens = yield* Effect.forEach(links, (link) => {
        const body = encodeBody([link, expiresAt.epochMilliseconds])
        return Effect.map(codeOf(body), (code) => Base64Url.encode(code + body))
      })
      return { tokens, expiresAt } satisfies SignedLinks
    }),

    /** What a token leads to; none when it was not made here, or its time is over. */
    open: (token: string) =>
      Effect.map(read(token), (opened) => (opened.is === "working" ? Option.some(opened.link) : Option.none<Fields>())),

    /** The same, with the two told apart. */
    read: (token: string): Effect.Effect<OpenedLink<Fields>> => read(token)
  }
})
