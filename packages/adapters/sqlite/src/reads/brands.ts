/** Words of the index of brands, and the entries they lead to. */
import { exactRange, lookedFor, nearRanges, nearTo, type WordRange } from "@kittiwake/core/internal/brands/domain/typos"
import type { LedTo, NearWords } from "@kittiwake/storage/searchBrands"
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
  select distinct start from brand_spellings where tier = ?1 and deletion in (select value from json_each(?2))
  limit ${mostSpellings}`

/** Where words that are wanted may stand in a tier. */
const rangesOf = (db: Connection, { isPrefix, typos, word }: NearWords, tier: number): ReadonlyArray<WordRange> => {
  if (typos === 0) return [exactRange(word, isPrefix)]
  const looked = JSON.stringify(lookedFor(word, typos))
  const rangeOf = nearRanges(word, typos)
  return db.all<{ readonly start: string }>(spelled, tier, looked).flatMap(({ start }) => {
    const range = rangeOf(start)
    return range === null ? [] : [range]
  })
}

/** Brands with words like the one that is wanted. */
export const nearBrands = (db: Connection, wanted: NearWords): ReadonlyArray<LedTo> => {
  const { country, field, isPrefix, language, limit, tiers, typos, word } = wanted
  const filter = [country, language].filter((one) => one !== null)
  const isNear = nearTo(word, typos, isPrefix)
  const found: Array<LedTo> = []
  for (const tier of tiers) {
    const ranges = rangesOf(db, wanted, tier).map(({ from, to }) => [from, to])
    // Brands of one word stand behind each other.
    let last = { word: "", isNear: false }
    for (const row of db.iterate<WordRow>(textOf(wanted), field, tier, JSON.stringify(ranges), ...filter)) {
      if (row.word !== last.word) last = { word: row.word, isNear: isNear(row.word) }
      if (last.isNear) found.push({ domain: row.domain, rank: row.rank })
      if (found.length >= limit) return found
    }
  }
  return found
}

export const brandReads = {
  "BrandStore.near": nearBrands
}
