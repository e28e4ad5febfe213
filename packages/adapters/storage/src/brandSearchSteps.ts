/**
 * How brands are searched for in tables: what the stores on SQLite and on Postgres have in common. A search is a generator that yields
 * what it wants to read and is handed it, so that it runs in a thread that reads at once, and beside a server that answers later.
 *
 * **Model.** The tables have words, each with the field it stands in, the tier of its brand's popularity and the brand's domain.
 * A search reads the words that are like one of those it asks for, tier by tier, and looks at the brands they belong to, the most
 * popular first: a brand counts when all that was asked for is in it, as `findsBy` says. It ends when enough are found, so that a
 * short beginning that thousands share is answered by the first tier, and a long one has few words in all of them.
 *
 * **Details.** Of several words the one drives that stands least often, and the next of them leaves out those that lack it; the others
 * are looked for in the brands that are left, as are all of them together as one word. Of one word in names every brand counts that it
 * leads to, and none is looked at.
 *
 * Threads without `effect` use this.
 */
import {
  type BrandSearch,
  findsBy,
  isWithin,
  mostResults,
  type ReadSearch,
  readSearch
} from "@kittiwake/core/brands/domain/BrandSearch"
import { byPopularity, stagesOf } from "@kittiwake/core/internal/brands/domain/popularity"
import { type Named, type SearchField, termsOf } from "@kittiwake/core/internal/brands/domain/searchTerms"
import { typosAllowed } from "@kittiwake/core/internal/brands/domain/typos"

/** Words that are wanted. */
export interface NearWords {
  readonly field: SearchField
  readonly tiers: ReadonlyArray<number>
  readonly word: string
  /** Typos that it may have. */
  readonly typos: number
  readonly isPrefix: boolean
  readonly country: string | null
  readonly language: string | null
  /** Most words, of the first tiers first. */
  readonly limit: number
}

/** A brand that a word leads to. */
export interface LedTo {
  readonly domain: string
  /** `unranked` where nobody told. */
  readonly rank: number
}

/** What tells whether a search finds a brand. */
export interface Looked extends Named {
  readonly country: string | null
  readonly language: string | null
  readonly rank: number | null
}

/** What a search wants to read. */
export type BrandStep =
  /** Brands with words like the one that is wanted, in no order; a brand may come twice. */
  | { readonly _tag: "Near"; readonly wanted: NearWords }
  /** Brands of these domains, in no order. */
  | { readonly _tag: "Look"; readonly domains: ReadonlyArray<string> }

/** What was read: of what was not wanted, nothing. */
export interface BrandAnswer {
  readonly led: ReadonlyArray<LedTo>
  readonly looked: ReadonlyArray<Looked>
}

/** What a search is begun with. */
export const nothingRead: BrandAnswer = { led: [], looked: [] }

type Searching<A> = Generator<BrandStep, A, BrandAnswer>

/**
 * Words that a search reads of some tiers, brands that it looks at, and brands of some tiers that are looked at before those without
 * another word are left out, at most.
 */
const most = { words: 2_000, brands: 1_000, looked: 60 } as const

/** Words that may drive a search, and how often a word stands when it is not counted on. */
const driving = { words: 4, counted: 300 } as const

/** Brands that are looked at together, from the most popular on. */
const lookedTogether = { first: 20, more: 200 } as const

/** What a search has read of names, each as a whole: the same is asked for again by what was counted. */
type Read = Map<string, ReadonlyArray<LedTo>>

function* near(
  read: Read,
  word: string,
  { country, isPrefix, language, typos }: ReadSearch,
  { field, limit, tiers }: Pick<NearWords, "field" | "limit" | "tiers">
): Searching<ReadonlyArray<LedTo>> {
  const key = `${field} ${tiers.join()} ${word}`
  const known = read.get(key)
  if (known !== undefined) return known
  const wanted = { field, tiers, word, typos: typosAllowed(word, typos), isPrefix, country, language, limit }
  const { led } = yield { _tag: "Near", wanted }
  if (led.length < limit) read.set(key, led)
  return led
}

/** Whether words were counted far enough to tell which stands least often. */
const isTold = (fewest: number, mostOften: number): boolean =>
  mostOften >= driving.counted || mostOften > 20 + 10 * fewest

/** Words of several, the one that stands least often first; only the longest are looked at. They are counted from the most popular tier on. */
function* rarestOf(read: Read, search: ReadSearch): Searching<ReadonlyArray<string>> {
  const words = [...new Set(search.asked.words)].sort((a, b) => b.length - a.length).slice(0, driving.words)
  const counted = words.map((word) => ({ word, count: 0 }))
  for (const tiers of words.length < 2 ? [] : stagesOf(search.typos)) {
    for (const one of counted) {
      one.count += (yield* near(read, one.word, search, { field: "name", tiers, limit: driving.counted })).length
    }
    counted.sort((a, b) => a.count - b.count)
    if (isTold(counted[0]!.count, counted.at(-1)!.count)) break
  }
  return counted.map(({ word }) => word)
}

/** What leads to all brands that a search finds by a field. */
interface Drivers {
  /** A word that each of them has, unless it has the whole. */
  readonly word: string
  /** Another that each of them has then. */
  readonly beside: string | null
  /** All that was asked for, as one word. */
  readonly whole: string
}

function* driversOf(read: Read, search: ReadSearch, field: SearchField): Searching<Drivers> {
  const { domain, joined, words } = search.asked
  if (field === "domain") return { word: domain, beside: null, whole: domain }
  const [word = "", beside = null] = yield* rarestOf(read, search)
  return { word, beside, whole: words.length < 2 ? word : joined }
}

/** Brands that some words lead to, most popular first. */
function* ledTo(
  read: Read,
  { beside, whole, word }: Drivers,
  search: ReadSearch,
  of: Pick<NearWords, "field" | "tiers">
): Searching<ReadonlyArray<LedTo>> {
  const wanted = { ...of, limit: most.words }
  let led = yield* near(read, word, search, wanted)
  if (beside !== null && led.length > most.looked) {
    const others = yield* near(read, beside, search, wanted)
    const domains = new Set(others.map(({ domain }) => domain))
    // What is not read to its end tells of nobody that they lack the word.
    if (others.length < wanted.limit) led = led.filter(({ domain }) => domains.has(domain))
  }
  const wholes = whole === word ? [] : yield* near(read, whole, search, wanted)
  return [...new Map([...led, ...wholes].map((one) => [one.domain, one])).values()].sort(byPopularity)
}

/** Those of `led` that count, from the most popular on, up to `wanted`; `seen` are those that were looked at. */
function* counting(
  led: ReadonlyArray<LedTo>,
  counts: (one: Looked) => boolean,
  wanted: number,
  seen: Set<string>
): Searching<ReadonlyArray<string>> {
  const found: Array<string> = []
  let left = led
  let size: number = lookedTogether.first
  while (left.length > 0 && found.length < wanted && seen.size < most.brands) {
    const domains = left.slice(0, size).map(({ domain }) => domain)
    left = left.slice(size)
    size = lookedTogether.more
    for (const domain of domains) seen.add(domain)
    const { looked } = yield { _tag: "Look", domains }
    found.push(
      ...looked
        .filter(counts)
        .sort(byPopularity)
        .map(({ domain }) => domain)
    )
  }
  return found
}

/** Brands that are found by a field and not by one before, up to `wanted`. */
function* foundBy(
  read: Read,
  search: ReadSearch,
  field: SearchField,
  before: ReadonlyArray<SearchField>,
  wanted: number
): Searching<ReadonlyArray<string>> {
  const found: Array<string> = []
  const seen = new Set<string>()
  const counts = (one: Looked) => {
    const terms = termsOf(one)
    return (
      isWithin(search, one) && findsBy(field, search, terms) && !before.some((other) => findsBy(other, search, terms))
    )
  }
  const isLed = before.length === 0 && (field === "domain" || search.asked.words.length < 2)
  const drivers = yield* driversOf(read, search, field)
  for (const tiers of drivers.word === "" ? [] : stagesOf(search.typos)) {
    const led = (yield* ledTo(read, drivers, search, { field, tiers })).filter(({ domain }) => !seen.has(domain))
    const missing = wanted - found.length
    found.push(
      ...(isLed ? led.slice(0, missing).map(({ domain }) => domain) : yield* counting(led, counts, missing, seen))
    )
    if (found.length >= wanted || seen.size >= most.brands) break
  }
  return found.slice(0, wanted)
}

/** The domains of what a search finds, best first. */
export function* brandSearchSteps(given: BrandSearch): Searching<ReadonlyArray<string>> {
  const search = readSearch(given)
  const read: Read = new Map()
  const fields = (["name", "domain"] as const).filter((field) => search.fields.includes(field))
  const found: Array<string> = []
  for (const [index, field] of fields.entries()) {
    if (found.length >= mostResults) break
    found.push(...(yield* foundBy(read, search, field, fields.slice(0, index), mostResults - found.length)))
  }
  return found
}
