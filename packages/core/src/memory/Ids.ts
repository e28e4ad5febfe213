import { Clock, Effect, Layer, Random } from "effect"
import { Ids } from "../security/Ids.ts"

const alphabets = { hex: "0123456789abcdef", base62: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" }

const hexDigits = (value: number, length: number) => value.toString(16).padStart(length, "0")

const token = (random: Random.Random, alphabet: string, length: number) => {
  let text = ""
  for (let index = 0; index < length; index++) text += alphabet[Math.floor(random.nextDoubleUnsafe() * alphabet.length)]
  return text
}

const withRandom = <A>(draw: (random: Random.Random, nowMillis: number) => A): Effect.Effect<A> =>
  Clock.clockWith((clock) =>
    Effect.withFiberSucceed((fiber) => draw(fiber.getRef(Random.Random), clock.currentTimeMillisUnsafe()))
  )

/**
 * `Ids` over Effect's `Random` and `Clock`, so that a seed gives the same ids on every run.
 *
 * **Gotchas**
 *
 * `Random` is no cryptographic source unless it is replaced by one: the tokens made here are for tests and simulations.
 */
export const layer: Layer.Layer<Ids> = Layer.sync(Ids, () => {
  let lastMillis = 0
  let made = 0

  // Millis, then a count, then chance: ids rise within a process and differ between processes.
  const mint = (prefix: string, random: Random.Random, nowMillis: number) => {
    lastMillis = Math.max(lastMillis, nowMillis)
    made += 1
    const chance = Math.floor(random.nextDoubleUnsafe() * 2 ** 48)
    return `${prefix}_${hexDigits(lastMillis, 12)}${hexDigits(made, 8)}${hexDigits(chance, 12)}`
  }

  return Ids.of({
    next: (prefix) => withRandom((random, nowMillis) => mint(prefix, random, nowMillis)),
    many: (prefix, count) =>
      withRandom((random, nowMillis) => Array.from({ length: count }, () => mint(prefix, random, nowMillis))),
    token: (alphabet, length) => withRandom((random) => token(random, alphabets[alphabet], length)),
    uuid: withRandom((random) => {
      const hex = token(random, alphabets.hex, 30)
      const variant = "89ab"[Math.floor(random.nextDoubleUnsafe() * 4)]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18)}`
    })
  })
})
