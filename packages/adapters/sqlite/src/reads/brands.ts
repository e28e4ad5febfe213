/** Words of the index of brands, and the entries they lead to. */
import { exactRange, isNear, lookedFor, nearRange, type WordRange } from "@kittiwake/core/internal/brands/domain/typos"
import type { LedTo, NearWords } from "@kittiwake/storage/searchBrands"
import type { Connection } from "../Connection.ts"

interface WordRow extends LedTo {
  readonly word: string
}

// Without statistics SQLite would take the key of the table, and read all words that begin so for a few of one country.
const indexed = (country: boolean, language: boolean) =>
  country ? "indexed by brand_words_of_country" : language ? "indexed by brand_words_of_language" : ""

const text = (country: boolean, language: boolean) => `
  select domain, rank, word from brand_words ${indexed(country, language)}
  where field = ?1 and tier = ?2 and word between ?3 and ?4
    ${country ? "and country = ?6" : ""} ${language ? "and language = ?7" : ""}
  order by word limit ?5`

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
  return db.all<{ readonly start: string }>(spelled, tier, looked).flatMap(({ start }) => {
    const range = nearRange(word, start, typos)
    return range === null ? [] : [range]
  })
}

/** Brands with words like the one that is wanted. */
export const nearBrands = (db: Connection, wanted: NearWords): ReadonlyArray<LedTo> => {
  const { country, field, isPrefix, language, limit, tiers, typos, word } = wanted
  const found: Array<LedTo> = []
  const filter = [...(country === null && language === null ? [] : [country]), ...(language === null ? [] : [language])]
  for (const tier of tiers) {
    for (const { from, to } of rangesOf(db, wanted, tier)) {
      const left = limit - found.length
      if (left <= 0) return found
      const rows = db.all<WordRow>(textOf(wanted), field, tier, from, to, left, ...filter)
      for (const row of rows) {
        if (isNear(word, row.word, typos, isPrefix)) found.push({ domain: row.domain, rank: row.rank })
      }
    }
  }
  return found
}

export const brandReads = {
  "BrandStore.near": nearBrands
}
