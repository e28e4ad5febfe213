/** Which way round a flag is told: `in stock` and `out of stock` are one question, asked from two sides. */
import { nameWords, stemmed } from "./nameWords.ts"
import { readStock } from "./readStatus.ts"
import { areRelatives } from "./relatives.ts"

const negators = new Set(
  stemmed(
    "not no non none never without lacks isnt cannot cant nicht kein keine keinen ohne pas sin senza sem nao geen niet zonder bez nie ej utan ikke"
  )
)

/** Words by the set of such as exclude each other, and by their side in it. */
const sided = (sets: ReadonlyArray<ReadonlyArray<string>>): ReadonlyMap<string, readonly [number, number]> =>
  new Map(
    sets.flatMap((sides, set) =>
      sides.flatMap((words, side) => stemmed(words).map((word) => [word, [set, side] as const] as const))
    )
  )

/** Of each pair just one is true. */
const opposites = sided([
  ["included inclusive including inkl incl inklusive", "excluded exclusive excluding exkl excl exklusive"],
  ["enabled", "disabled"],
  ["required mandatory obligatory", "optional"],
  ["allowed permitted", "prohibited forbidden banned"]
])

/** Of each set one is true at most, and perhaps none: what is not indoors need not be outdoors. */
const rivals = sided([
  ["indoor indoors", "outdoor outdoors"],
  ["remote homeoffice", "hybrid", "onsite"],
  ["full", "part"],
  ["open", "closed"],
  ["public", "private"],
  ["new", "used"],
  ["online", "offline"],
  ["free", "paid"]
])

/** Prefixes that turn a word round, each before words of so many letters at least: `unpaid`, but no `inch`. */
const prefixes: ReadonlyArray<readonly [string, number]> = [
  ["non", 4],
  ["un", 4],
  ["in", 5],
  ["im", 5],
  ["il", 5],
  ["ir", 5],
  ["dis", 5]
]

/** Whether of two words one is the other turned round. @internal */
export const areOpposed = (one: string, other: string): boolean => {
  if (one === other) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (long.endsWith(short)) return prefixes.some(([prefix, least]) => short.length >= least && long === prefix + short)
  return exclude(opposites, one, other)
}

const exclude = (sides: ReturnType<typeof sided>, one: string, other: string): boolean => {
  const [mine, theirs] = [sides.get(one), sides.get(other)]
  return mine !== undefined && theirs !== undefined && mine[0] === theirs[0] && mine[1] !== theirs[1]
}

/** Whether two words name different things of which one alone can be so. @internal */
export const areRivals = (one: string, other: string): boolean => exclude(rivals, one, other)

/** Whether a word turns round what it stands before. At the end of a name `no` is a number. @internal */
export const isNegator = (word: string, place: number, words: ReadonlyArray<string>): boolean =>
  negators.has(word) && (word !== "no" || place < words.length - 1)

const spaced = (name: string): string => name.replaceAll(/[_-]+/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")

/** Whether a name asks whether something is gone: `sold out`. @internal */
export const asksWhetherGone = (name: string): boolean => readStock(spaced(name)) === false

interface Side {
  readonly isTurned: boolean
  readonly words: ReadonlyArray<string>
}

const sideOf = (name: string): Side => {
  // The whole of it, such as `not available`, and not its words one by one.
  if (asksWhetherGone(name)) return { isTurned: true, words: [] }
  const words = nameWords(name)
  const turns = words.filter(isNegator)
  return { isTurned: turns.length % 2 === 1, words: words.filter((word) => !turns.includes(word)) }
}

const speaksOfAll = (words: ReadonlyArray<string>, among: ReadonlyArray<string>): boolean =>
  words.every((word) => among.some((one) => one === word || areRelatives(one, word) || areOpposed(one, word)))

/**
 * Whether yes to what a page calls so is no to what is asked by the other name; null where one says no of something else, as `trial
 * without a card` does of a `trial`.
 *
 * @internal
 */
export const areTurned = (asked: string, said: string): boolean | null => {
  const [one, other] = [sideOf(asked), sideOf(said)]
  if (one.isTurned !== other.isTurned) {
    const [turned, plain] = one.isTurned ? [one, other] : [other, one]
    if (!speaksOfAll(turned.words, plain.words)) return null
  }
  const opposed = one.words.filter((word) => other.words.some((own) => areOpposed(word, own))).length
  return (one.isTurned !== other.isTurned) !== (opposed % 2 === 1)
}
