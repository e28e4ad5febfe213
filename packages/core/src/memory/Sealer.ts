import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js"
import { Effect, Layer, Option, Random } from "effect"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { headLength, Sealer } from "../security/Sealer.ts"
import { Database } from "./Database.ts"

/** The installation's secret. */
const name = "sealing"

const tagLength = 16
const codeLength = 32
const encoder = new TextEncoder()

/** There is one key. */
const head = new Uint8Array(headLength)

/** Bytes drawn from Effect's `Random`. */
const drawn = Effect.map(
  Effect.all(Array.from({ length: tagLength }, () => Random.nextIntBetween(0, 256, { halfOpen: true }))),
  (numbers) => Uint8Array.from(numbers)
)

const codeOf = (key: Uint8Array, purpose: string, tagged: Uint8Array) =>
  hmac(sha256, hmac(sha256, key, encoder.encode(purpose)), tagged)

/**
 * `Sealer` in memory: a head of zeros, a random tag, the bytes as they are, and a code over both under a key of the purpose.
 *
 * **Gotchas**
 *
 * Nothing is secret: whoever has the sealed bytes can read them. It keeps the port's promises in tests and simulations,
 * with the same bytes on every run of a seed; installations that keep anything use the adapter over node:crypto.
 */
export const layer: Layer.Layer<Sealer, never, Database> = Layer.effect(
  Sealer,
  Effect.gen(function* () {
    const { secrets } = yield* Database

    const key = Effect.map(drawn, (candidate) => {
      const kept = secrets.get(name) ?? bytesToHex(candidate)
      secrets.set(name, kept)
      return encoder.encode(kept)
    })

    return Sealer.of({
      seal: (purpose, plain) =>
        Effect.map(Effect.all([key, drawn]), ([installation, tag]) => {
          const tagged = concatBytes(tag, plain)
          return concatBytes(head, tagged, codeOf(installation, purpose, tagged))
        }),

      head: Effect.succeed(head),

      open: (purpose, sealed) =>
        Effect.map(key, (installation) => {
          if (sealed.length < headLength + tagLength + codeLength) return Option.none()
          if (sealed.subarray(0, headLength).some((byte) => byte !== 0)) return Option.none()
          const tagged = sealed.slice(headLength, -codeLength)
          const code = codeOf(installation, purpose, tagged)
          return constantTimeEqual(bytesToHex(code), bytesToHex(sealed.slice(-codeLength)))
            ? Option.some(tagged.slice(tagLength))
            : Option.none()
        })
    })
  })
)
