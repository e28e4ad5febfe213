/** Made-up brands whose names are made as real ones are: of syllables, of which some are met far oftener than others. */

/** The oftenest first: a syllable stands about half as often as the one three places before. */
const openings = "ma co in de re pro sun ta lo ca al mi be ne so pa vi ro gra bri sta tri ko lu fe zy qu".split(" ")
const middles = "ra ne ti lo ma da co li ve ri so na to mi le ba no per ton gi lan dor wi ex ul pho zi".split(" ")
const closings = "x a o s le ly fy ta ra no co via tex ify ware soft lab hub net ix on um ex ia os yn que".split(" ")
const kinds = "Bank Group Foods Labs Energy Media Health Systems Motors Travel Insurance Design Games Studio".split(" ")
const ends = ["com", "com", "com", "com", "net", "org", "io", "de", "co.uk", "fr"]
const places = [null, null, "US", "US", "DE", "GB", "FR", "JP", "BR", "SE"] as const

/** Numbers that look like chance and are alike on every run. */
export const mixed = (n: number, salt: number): number => {
  let state = Math.imul(n + 1, 2_654_435_761) ^ Math.imul(salt + 1, 40_503)
  state ^= state >>> 15
  state = Math.imul(state, 2_246_822_519)
  state ^= state >>> 13
  return (state >>> 0) / 4_294_967_296
}

const oneOf = <A>(all: ReadonlyArray<A>, chance: number, evenness: number): A =>
  all[Math.min(all.length - 1, Math.floor(chance ** evenness * all.length))]!

const wordOf = (n: number, salt: number): string => {
  const count = Math.floor(mixed(n, salt) * 3)
  const inner = Array.from({ length: count }, (_, at) => oneOf(middles, mixed(n, salt + at + 1), 1.6))
  return [oneOf(openings, mixed(n, salt + 7), 1.8), ...inner, oneOf(closings, mixed(n, salt + 8), 1.6)].join("")
}

const titled = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

export interface MadeBrand {
  readonly domain: string
  readonly name: string | null
  readonly country: string | null
  readonly rank: number | null
}

/** The brand of a number. One of five has no name, and of three two a rank. */
export const madeBrand = (n: number): MadeBrand => {
  const first = wordOf(n, 10)
  const second = mixed(n, 1) < 0.25 ? wordOf(n, 30) : null
  const kind = mixed(n, 2) < 0.3 ? oneOf(kinds, mixed(n, 3), 1) : null
  const label = [first, ...(second === null ? [] : [second]), n.toString(36)].join(mixed(n, 4) < 0.1 ? "-" : "")
  const words = [titled(first), ...(second === null ? [] : [titled(second)]), ...(kind === null ? [] : [kind])]
  return {
    domain: `${label}.${oneOf(ends, mixed(n, 5), 1)}`,
    name: mixed(n, 6) < 0.2 ? null : words.join(" "),
    country: oneOf(places, mixed(n, 9), 1),
    rank: n % 3 === 0 ? null : n + 1
  }
}

/** A word with a typo: a letter left out, or two swapped. */
const mistyped = (word: string, n: number): string => {
  const at = 1 + Math.floor(mixed(n, 50) * (word.length - 2))
  return n % 2 === 0
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2)
}

/** What somebody types who looks for one of so many brands. */
export const typed = (count: number, asked: number) =>
  Array.from({ length: asked }, (_, n) => {
    const { domain, name } = madeBrand(Math.floor(mixed(n, 77) ** 2 * count))
    const word = (name ?? domain).toLowerCase()
    return {
      prefix: word.slice(0, 1 + (n % 8)),
      // Long enough for two.
      twoTypos: mistyped(mistyped(word.slice(0, 12).padEnd(6, "a"), n), n + 1),
      words: word
    }
  })
