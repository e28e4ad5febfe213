/**
 * How brands are searched for in tables: what the stores on SQLite and on Postgres have in common.
 *
 * **Model.** The tables have words, each with the field it stands in, the tier of its brand's popularity and the brand's domain.
 * A search reads the words that are like one of those it asks for, tier by tier, and looks at the brands they belong to, the most
 * popular first: a brand counts when all that was asked for is in it, as `findsBy` says. It ends when enough are found, so that a
 * short beginning that thousands share is answered by the first tier, and a long one has few words in all of them.
 *
 * **Details.** Of several words the one drives that stands least often; the others are looked for in the brands that it leads to,
 * as are all of them together as one word.
 */
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import {
  type BrandSearch,
  findsBy,
  isWithin,
  mostResults,
  type ReadSearch,
  readSearch
} from "@kittiwake/core/brands/domain/BrandSearch"
import { allTiers, byPopularity, stages } from "@kittiwake/core/internal/brands/domain/popularity"
import { joinedName, namesOf, type SearchField, termsOf } from "@kittiwake/core/internal/brands/domain/searchTerms"
import { typosAllowed } from "@kittiwake/core/internal/brands/domain/typos"
import { Array as Arr, Effect } from "effect"

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

/** The tables. */
export interface BrandRows<E> {
  /** Brands with words like the one that is wanted, in no order; a brand may come twice. */
  readonly near: (wanted: NearWords) => Effect.Effect<ReadonlyArray<LedTo>, E>
  /** Entries of these domains, in no order. */
  readonly entries: (domains: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<BrandEntry>, E>
}

/** Words that a search reads of some tiers, and brands that it looks at, at most. */
const most = { words: 2_000, brands: 1_000 } as const

/** Words that may drive a search, and how often a word stands when it is not counted on. */
const driving = { words: 4, counted: 300 } as const

/** Brands that are read at once, from the most popular on. */
const readTogether = { first: 20, more: 200 } as const

/** The word of several that stands least often; only the longest are looked at. */
const rarestOf = Effect.fnUntraced(function* <E>(rows: BrandRows<E>, search: ReadSearch) {
  const { country, isPrefix, language } = search
  const [longest = "", ...others] = [...new Set(search.asked.words)].sort((a, b) => b.length - a.length)
  let rarest = { word: longest, count: Infinity }
  if (others.length === 0) return longest
  for (const word of [longest, ...others.slice(0, driving.words - 1)]) {
    const typos = typosAllowed(word, search.typos)
    const wanted = { field: "name", tiers: allTiers, word, typos, isPrefix, country, language } as const
    const { length: count } = yield* rows.near({ ...wanted, limit: driving.counted })
    if (count < rarest.count) rarest = { word, count }
  }
  return rarest.word
})

/** The words that lead to all brands that a search finds by a field. */
const driversOf = Effect.fnUntraced(function* <E>(rows: BrandRows<E>, search: ReadSearch, field: SearchField) {
  const { domain, joined, words } = search.asked
  const drivers = field === "domain" ? [domain] : words.length < 2 ? words : [yield* rarestOf(rows, search), joined]
  return [...new Set(drivers)].filter((word) => word !== "")
})

const ledTo = Effect.fnUntraced(function* <E>(
  rows: BrandRows<E>,
  drivers: ReadonlyArray<string>,
  { country, isPrefix, language, typos }: ReadSearch,
  of: Pick<NearWords, "field" | "tiers">
) {
  const found = yield* Effect.forEach(drivers, (word) =>
    rows.near({
      ...{ ...of, word, typos: typosAllowed(word, typos), isPrefix, country, language, limit: most.words }
    })
  )
  return [...new Map(found.flat().map((one) => [one.domain, one])).values()].sort(byPopularity)
})

/** Brands that are found by a field and not by one before, up to `wanted`. */
const foundBy = Effect.fnUntraced(function* <E>(
  rows: BrandRows<E>,
  search: ReadSearch,
  field: SearchField,
  before: ReadonlyArray<SearchField>,
  wanted: number
) {
  const found: Array<BrandEntry> = []
  const seen = new Set<string>()
  const take = (entry: BrandEntry) => {
    const terms = termsOf(entry)
    const isFound = isWithin(search, entry) && findsBy(field, search, terms)
    if (isFound && !before.some((other) => findsBy(other, search, terms))) found.push(entry)
  }
  const drivers = yield* driversOf(rows, search, field)
  for (const tiers of drivers.length === 0 ? [] : stages) {
    let left = (yield* ledTo(rows, drivers, search, { field, tiers })).filter(({ domain }) => !seen.has(domain))
    for (let size: number = readTogether.first; left.length > 0 && found.length < wanted; size = readTogether.more) {
      if (seen.size >= most.brands) return found.slice(0, wanted)
      const some = left.slice(0, size).map(({ domain }) => domain)
      left = left.slice(size)
      for (const domain of some) seen.add(domain)
      for (const entry of (yield* rows.entries(some)).toSorted(byPopularity)) take(entry)
    }
    if (found.length >= wanted) break
  }
  return found.slice(0, wanted)
})

/** Searches the tables. */
export const searchBrands = Effect.fnUntraced(function* <E>(rows: BrandRows<E>, given: BrandSearch) {
  const search = readSearch(given)
  const fields = (["name", "domain"] as const).filter((field) => search.fields.includes(field))
  const found: Array<BrandEntry> = []
  for (const [index, field] of fields.entries()) {
    if (found.length >= mostResults) break
    found.push(...(yield* foundBy(rows, search, field, fields.slice(0, index), mostResults - found.length)))
  }
  return found
})

/** Brands of a name, however it is written. */
export const brandsNamed = Effect.fnUntraced(function* <E>(rows: BrandRows<E>, name: string) {
  const word = joinedName(name)
  if (word === "") return []
  const wanted = { field: "name", word, typos: 0, isPrefix: false, country: null, language: null } as const
  const led = yield* rows.near({ ...wanted, tiers: allTiers, limit: most.brands })
  const entries = yield* Effect.forEach(
    Arr.chunksOf([...new Set(led.map(({ domain }) => domain))], readTogether.more),
    rows.entries
  )
  const isNamed = (entry: BrandEntry) => namesOf(entry).some((one) => joinedName(one) === word)
  return entries.flat().filter(isNamed).toSorted(byPopularity).slice(0, mostResults)
})
