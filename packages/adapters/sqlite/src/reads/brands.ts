/** Words of the index of brands, and the entries they lead to. */

import type { BrandSearch } from "@kittiwake/core/brands/domain/BrandSearch"
import {
  exactRange,
  fewestLetters,
  lookedFor,
  nearRanges,
  nearTo,
  type WordRange
} from "@kittiwake/core/internal/brands/domain/typos"
import {
  brandSearchSteps,
  type LedTo,
  type Looked,
  type NearWords,
  nothingRead
} from "@kittiwake/storage/brandSearchSteps"
import type { Connection } from "../Connection.ts"

interface WordRow extends LedTo {
  readonly word: string
}

// Without statistics SQLite would take the key of the table, and read all words that begin so for a few of one country.
const indexed = (country: boolean, language: boolean) =>
  country ? "indexed by brand_words_of_country" : language ? "indexed by brand_words_of_language" : ""

// All ranges of a tier in one statement: there may be hundreds, of a word or two each.
const text = (country: boolean, language: boolean) => `
  select w.domain, w.rank, w.word from json_each(?3) r cross join brand_words w ${indexed(country, language)}
  where w.field = ?1 and w.tier = ?2 and w.word between r.value ->> 0 and r.value ->> 1
    ${country ? "and w.country = ?4" : ""} ${language ? `and w.language = ?${country ? 5 : 4}` : ""}`

const texts = [true, false].map((country) => [true, false].map((language) => text(country, language)))

const textOf = ({ country, language }: NearWords): string =>
  texts[country === null ? 1 : 0]![language === null ? 1 : 0]!

/** Spellings that one search looks at of a tier. */
const mostSpellings = 5_000

const spelled = `
  select distinct start from brand_spellings where tier = ?1 and deletion in (select value from json_each(?2)) and length(start) >= ?3
  limit ${mostSpellings}`

/** Where words that are wanted may stand in a tier, as JSON. */
const rangesOf = (db: Connection, { isPrefix, typos, word }: NearWords, tier: number): string => {
  const inJson = (ranges: ReadonlyArray<WordRange>) => JSON.stringify(ranges.map(({ from, to }) => [from, to]))
  if (typos === 0) return inJson([exactRange(word, isPrefix)])
  const looked = JSON.stringify(lookedFor(word, typos))
  const found = db.all<{ readonly start: string }>(spelled, tier, looked, fewestLetters(word, typos))
  const rangesOf = nearRanges(word, typos, isPrefix)
  return inJson(found.flatMap(({ start }) => rangesOf(start)))
}

/** Ranges that are kept for the next question, which is mostly that of the same search for the other field. */
const mostKept = 64

/** What a connection was asked of a version of the database: another one writes a new version. */
const kept = new WeakMap<Connection, { readonly version: number; readonly ranges: Map<string, string> }>()

const keptOf = (db: Connection): Map<string, string> => {
  const { data_version: version } = db.get<{ readonly data_version: number }>("pragma data_version")!
  const known = kept.get(db)
  if (known?.version === version) return known.ranges
  const ranges = new Map<string, string>()
  kept.set(db, { version, ranges })
  return ranges
}

const keptRangesOf = (db: Connection, wanted: NearWords): ((tier: number) => string) => {
  if (wanted.typos === 0) return (tier) => rangesOf(db, wanted, tier)
  const all = keptOf(db)
  return (tier) => {
    const key = `${wanted.typos} ${wanted.isPrefix} ${tier} ${wanted.word}`
    const ranges = all.get(key) ?? rangesOf(db, wanted, tier)
    for (const oldest of all.keys()) {
      if (all.size < mostKept) break
      all.delete(oldest)
    }
    all.set(key, ranges)
    return ranges
  }
}

/** Brands with words like the one that is wanted. */
export const nearBrands = (db: Connection, wanted: NearWords): ReadonlyArray<LedTo> => {
  const { country, field, isPrefix, language, limit, tiers, typos, word } = wanted
  const filter = [country, language].filter((one) => one !== null)
  const isNear = nearTo(word, typos, isPrefix)
  const rangesAt = keptRangesOf(db, wanted)
  const found: Array<LedTo> = []
  for (const tier of tiers) {
    // Brands of one word stand behind each other.
    let last = { word: "", isNear: false }
    for (const row of db.iterate<WordRow>(textOf(wanted), field, tier, rangesAt(tier), ...filter)) {
      if (row.word !== last.word) last = { word: row.word, isNear: isNear(row.word) }
      if (last.isNear) found.push({ domain: row.domain, rank: row.rank })
      if (found.length >= limit) return found
    }
  }
  return found
}

interface LookedRow extends Omit<Looked, "aliases"> {
  readonly aliases: string
}

const look = "select domain, name, aliases, country, language, rank from brands where domain = ?"

const lookedAt = (db: Connection, domains: ReadonlyArray<string>): ReadonlyArray<Looked> =>
  domains.flatMap((domain) => {
    const row = db.get<LookedRow>(look, domain)
    return row === undefined ? [] : [{ ...row, aliases: row.aliases === "[]" ? [] : JSON.parse(row.aliases) }]
  })

/** The domains of what a search finds, best first. */
export const foundBrands = (db: Connection, search: BrandSearch): ReadonlyArray<string> => {
  const steps = brandSearchSteps(search)
  let step = steps.next(nothingRead)
  while (step.done !== true) {
    const wanted = step.value
    step = steps.next({
      led: wanted._tag === "Near" ? nearBrands(db, wanted.wanted) : [],
      looked: wanted._tag === "Look" ? lookedAt(db, wanted.domains) : []
    })
  }
  return step.value
}

export const brandReads = {
  "BrandStore.search": foundBrands
}
