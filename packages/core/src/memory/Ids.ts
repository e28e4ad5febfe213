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
  const parts = (random: Random.Random, nowMillis: number) => {
    lastMillis = Math.max(lastMillis, nowMillis)
    made += 1
    const chance = hexDigits(Math.floor(random.nextDoubleUnsafe() * 2 ** 48), 12)
    return { chance, count: made, millis: hexDigits(lastMillis, 12) }
  }

  const mint = (prefix: string, random: Random.Random, nowMillis: number) => {
    const { chance, count, millis } = parts(random, nowMillis)
    return `${prefix}_${millis}${hexDigits(count, 8)}${chance}`
  }

  return Ids.of({
    next: (prefix) => withRandom((random, nowMillis) => mint(prefix, random, nowMillis)),
    many: (prefix, count) =>
      withRandom((random, nowMillis) => Array.from({ length: count }, () => mint(prefix, random, nowMillis))),
    token: (alphabet, length) => withRandom((random) => token(random, alphabets[alphabet], length)),
    uuid: withRandom((random, nowMillis) => {
      const { chance, count, millis } = parts(random, nowMillis)
      // The count's 26 bits stand where version 7 has its sequence: twelve after the version, the others after the variant.
      const [high, low] = [hexDigits((count >>> 14) & 0xfff, 3), hexDigits(0x8000 | (count & 0x3fff), 4)]
      return `${millis.slice(0, 8)}-${millis.slice(8)}-7${high}-${low}-${chance}`
    })
  })
})
