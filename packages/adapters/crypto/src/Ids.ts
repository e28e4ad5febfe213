/** Identifiers and tokens over node:crypto. */
import { randomBytes, randomFillSync } from "node:crypto"
import { Ids } from "@kittiwake/core/security/Ids"
import { Clock, Effect, Layer } from "effect"

/** Random bytes are drawn for this many ids at once; a call for each id would be most of its cost. */
const pooledIds = 512

/** The variant and the random bits after it. */
const idEndBytes = 8

/** Two bytes for the place where a sequence begins, and the end of the id. */
const randomBytesPerId = 2 + idEndBytes

/** Highest number that the 12 bits after the version hold. */
const maxSequence = 0xfff

/**
 * Makes the 32 digits of a UUID version 7 (RFC 9562 §6.2, method 1): 48 bits of milliseconds, the version, a 12-bit
 * sequence, the variant, 62 random bits.
 *
 * **Details**
 *
 * The sequence begins at a random place in its lower half when the millisecond is new, and rises by one within it. When
 * it is used up the next millisecond is borrowed, and when the clock goes back the last one is kept, so ids never fall.
 */
const makeNextDigits = () => {
  const pool = Buffer.alloc(pooledIds * randomBytesPerId)
  let poolDigits = ""
  let used = pool.length
  let lastMillis = -1
  let millisDigits = ""
  let sequence = 0

  return (nowMillis: number): string => {
    if (used === pool.length) {
      randomFillSync(pool)
      for (let end = randomBytesPerId - idEndBytes; end < pool.length; end += randomBytesPerId) {
        pool[end] = 0x80 | (pool[end]! & 0x3f)
      }
      // Digits too are made for all ids at once: a call for each would be much of its cost.
      poolDigits = pool.toString("hex")
      used = 0
    }
    const isNew = nowMillis > lastMillis
    sequence = isNew ? pool.readUInt16BE(used) & 0x7ff : sequence + 1
    if (isNew || sequence > maxSequence) {
      lastMillis = isNew ? nowMillis : lastMillis + 1
      millisDigits = lastMillis.toString(16).padStart(12, "0")
      sequence = isNew ? sequence : 0
    }
    used += randomBytesPerId
    return `${millisDigits}7${(0x1000 | sequence).toString(16).slice(1)}${poolDigits.slice((used - idEndBytes) * 2, used * 2)}`
  }
}

const hyphenated = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Bytes from here on would make the first characters likelier than the last, so they are drawn again. */
const unevenFrom = 256 - (256 % base62.length)

const base62Token = (length: number): string => {
  let token = ""
  while (token.length < length) {
    for (const byte of randomBytes(Math.min(4_096, (length - token.length) * 2))) {
      if (byte < unevenFrom && token.length < length) token += base62[byte % base62.length]
    }
  }
  return token
}

const hexToken = (length: number): string =>
  randomBytes(Math.ceil(length / 2))
    .toString("hex")
    .slice(0, length)

/** Ids and tokens from the system's cryptographic source and Effect's clock. */
export const layer: Layer.Layer<Ids> = Layer.sync(Ids, () => {
  const nextDigits = makeNextDigits()

  return Ids.of({
    next: (prefix) =>
      Clock.clockWith((clock) => Effect.succeed(`${prefix}_${nextDigits(clock.currentTimeMillisUnsafe())}`)),
    many: (prefix, count) =>
      Clock.clockWith((clock) => {
        const nowMillis = clock.currentTimeMillisUnsafe()
        return Effect.succeed(Array.from({ length: count }, () => `${prefix}_${nextDigits(nowMillis)}`))
      }),
    token: (alphabet, length) => Effect.sync(() => (alphabet === "hex" ? hexToken(length) : base62Token(length))),
    uuid: Clock.clockWith((clock) => Effect.succeed(hyphenated(nextDigits(clock.currentTimeMillisUnsafe()))))
  })
})
