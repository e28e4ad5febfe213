/** Words that find brands, and spellings of how they begin, as rows. */
import {
  beginningsOf,
  type IndexedWord,
  indexedWords,
  type Spelling,
  spellingsOf,
  wordKey
} from "@kittiwake/core/internal/brands/domain/indexedWords"
import type { BrandFacts } from "@kittiwake/core/internal/brands/domain/mergeBrands"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"

const wordTypes = {
  field: "text",
  tier: "smallint",
  word: "text",
  domain: "text",
  rank: "integer",
  country: "text",
  language: "text"
}

/** Each by its key: joined as a whole, the planner reads through every word while there are few hundred thousand. */
const dropWords = (sql: SqlClient.SqlClient, words: ReadonlyArray<IndexedWord>) => sql`
  delete from brand_words where ctid = any (array(
    select w.ctid from unnest(
      ${words.map(({ field }) => field)}::text[], ${words.map(({ tier }) => tier)}::smallint[],
      ${words.map(({ word }) => word)}::text[], ${words.map(({ domain }) => domain)}::text[]
    ) as x(field, tier, word, domain)
    cross join lateral (
      select ctid from brand_words
      where field = x.field and tier = x.tier and word = x.word and domain = x.domain offset 0
    ) w
  ))`

const addWords = (sql: SqlClient.SqlClient, words: ReadonlyArray<IndexedWord>) => sql`
  ${insertArrays(
    sql,
    "brand_words",
    wordTypes,
    words.map(({ country, domain, field, language, rank, tier, word }) => [
      ...[field, tier, word, domain, rank, country, language]
    ])
  )}
  on conflict (field, tier, word, domain) do update
    set rank = excluded.rank, country = excluded.country, language = excluded.language`

const addSpellings = (sql: SqlClient.SqlClient, spellings: ReadonlyArray<Spelling>) => sql<{
  readonly tier: number
  readonly start: string
}>`
  ${insertArrays(
    sql,
    "brand_spellings",
    { tier: "smallint", deletion: "text", start: "text" },
    spellings.map(({ deletion, start, tier }) => [tier, deletion, start])
  )}
  on conflict do nothing returning tier, start`

/** Writes the words of entries, in place of those that were known of them, and how words begin. */
export const putWords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  known: ReadonlyArray<BrandFacts>,
  next: ReadonlyArray<BrandFacts>
) {
  const words = next.flatMap(indexedWords)
  const kept = new Set(words.map(wordKey))
  const gone = known.flatMap(indexedWords).filter((word) => !kept.has(wordKey(word)))
  if (gone.length > 0) yield* dropWords(sql, gone)
  if (words.length === 0) return
  yield* addWords(sql, words)
  // That which has nothing left out stands for the others.
  const own = beginningsOf(words).map(({ start, tier }) => ({ tier, start, deletion: start }))
  if (own.length === 0) return
  const further = (yield* addSpellings(sql, own)).flatMap(spellingsOf)
  if (further.length > 0) yield* addSpellings(sql, further)
})
