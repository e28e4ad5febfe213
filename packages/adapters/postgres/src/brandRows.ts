/** The index of brands as rows: reading what a search wants, and writing entries with their words. */
import { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import {
  beginningsOf,
  type IndexedWord,
  indexedWords,
  type Spelling,
  spellingsOf,
  wordKey
} from "@kittiwake/core/internal/brands/domain/indexedWords"
import { type BrandFacts, mergeBrands, withTellers } from "@kittiwake/core/internal/brands/domain/mergeBrands"
import { exactRange, isNear, lookedFor, nearRange } from "@kittiwake/core/internal/brands/domain/typos"
import type { LedTo, NearWords } from "@kittiwake/storage/searchBrands"
import { storableJson } from "@kittiwake/storage/storable"
import { type DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"

export const brandColumns = `domain, name, aliases, description, country, language, logo, rank, symbols, ids, told,
  source, updated_at as "updatedAt"`

export const toBrand = Schema.decodeUnknownSync(Schema.toCodecJson(BrandEntry))

/** Spellings that one search looks at of some tiers. */
const mostSpellings = 10_000

const rangesOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { isPrefix, tiers, typos, word }: Omit<NearWords, "field">
) {
  if (typos === 0) return tiers.map((tier) => ({ tier, ...exactRange(word, isPrefix) }))
  const spelled = yield* sql<{ readonly tier: number; readonly start: string }>`
    select distinct tier, start from brand_spellings
    where tier = any (${tiers}::smallint[]) and deletion = any (${lookedFor(word, typos)}::text[])
    order by tier limit ${mostSpellings}`
  return spelled.flatMap(({ start, tier }) => {
    const range = nearRange(word, start, typos)
    return range === null ? [] : [{ tier, ...range }]
  })
})

/** Brands with words like the one that is wanted. */
export const nearBrands = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, wanted: NearWords) {
  const { country, field, isPrefix, language, limit, typos, word } = wanted
  const ranges = yield* rangesOf(sql, wanted)
  if (ranges.length === 0) return []
  const within = sql.and([
    sql`field = ${field}`,
    ...(country === null ? [] : [sql`country = ${country}`]),
    ...(language === null ? [] : [sql`language = ${language}`])
  ])
  // The ranges are in the order of their tiers, so that what is beyond the limit is the least popular.
  const rows = yield* sql<LedTo & { readonly word: string }>`
    select w.domain, w.rank, w.word
    from unnest(
      ${ranges.map(({ tier }) => tier)}::smallint[], ${ranges.map(({ from }) => from)}::text[],
      ${ranges.map(({ to }) => to)}::text[]
    ) with ordinality as r(tier, first, last, n)
    cross join lateral (
      select domain, rank, word from brand_words
      where ${within} and tier = r.tier and word between r.first and r.last
      order by word limit ${limit}
    ) w
    order by r.n limit ${limit}`
  return rows.filter((row) => isNear(word, row.word, typos, isPrefix))
})

/** Whoever puts holds this lock of the database until it has ended; the number means nothing else. */
export const onlyOne = (sql: SqlClient.SqlClient) => sql`select pg_advisory_xact_lock(75193627)`

const wordTypes = {
  field: "text",
  tier: "smallint",
  word: "text",
  domain: "text",
  rank: "integer",
  country: "text",
  language: "text"
}

const dropWords = (sql: SqlClient.SqlClient, words: ReadonlyArray<IndexedWord>) => sql`
  delete from brand_words w using unnest(
    ${words.map(({ field }) => field)}::text[], ${words.map(({ tier }) => tier)}::smallint[],
    ${words.map(({ word }) => word)}::text[], ${words.map(({ domain }) => domain)}::text[]
  ) as x(field, tier, word, domain)
  where w.field = x.field and w.tier = x.tier and w.word = x.word and w.domain = x.domain`

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

const putWords = Effect.fnUntraced(function* (
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

const putSymbols = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, next: ReadonlyArray<BrandFacts>) {
  yield* sql`delete from brand_symbols where domain = any (${next.map(({ domain }) => domain)}::text[])`
  const symbols = next.flatMap(({ domain, symbols: own }) =>
    own.map(({ code, exchange, kind }) => [kind, code, exchange ?? "", domain])
  )
  if (symbols.length === 0) return
  const types = { kind: "text", code: "text", exchange: "text", domain: "text" }
  yield* sql`${insertArrays(sql, "brand_symbols", types, symbols)} on conflict do nothing`
})

const entryTypes = {
  domain: "text",
  name: "text",
  aliases: "jsonb",
  description: "text",
  country: "text",
  language: "text",
  logo: "text",
  rank: "integer",
  symbols: "jsonb",
  ids: "jsonb",
  told: "jsonb",
  source: "text",
  updated_at: "timestamptz"
}

const putIds = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, next: ReadonlyArray<BrandFacts>) {
  const ids = next.flatMap(({ domain, ids: own }) => own.map(({ code, kind }) => [kind, code, domain]))
  if (ids.length === 0) return
  yield* sql`${insertArrays(sql, "brand_ids", { kind: "text", code: "text", domain: "text" }, ids)} on conflict do nothing`
})

/** What is known of the brands at these domains. */
export const brandsAt = (sql: SqlClient.SqlClient, domains: ReadonlyArray<string>) =>
  Effect.map(sql`select ${sql.literal(brandColumns)} from brands where domain = any (${domains}::text[])`, (rows) =>
    rows.map((row): BrandFacts => {
      const { updatedAt, ...facts } = toBrand(row)
      return withTellers(facts, updatedAt.epochMilliseconds)
    })
  )

/** Writes entries with their words and symbols, in place of what was known, in a transaction of the caller. */
export const writeBrands = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  known: ReadonlyArray<BrandFacts>,
  next: ReadonlyArray<readonly [BrandFacts, DateTime.Utc]>
) {
  yield* sql`
    ${insertArrays(
      sql,
      "brands",
      entryTypes,
      next.map(([one, updatedAt]) => [
        ...[one.domain, one.name, storableJson(one.aliases), one.description, one.country, one.language, one.logo],
        ...[one.rank, storableJson(one.symbols), storableJson(one.ids), storableJson(one.told), one.source, updatedAt]
      ])
    )}
    on conflict (domain) do update set name = excluded.name, aliases = excluded.aliases,
      description = excluded.description, country = excluded.country, language = excluded.language,
      logo = excluded.logo, rank = excluded.rank, symbols = excluded.symbols, ids = excluded.ids, told = excluded.told,
      source = excluded.source, updated_at = excluded.updated_at`
  const facts = next.map(([one]) => one)
  yield* putWords(sql, known, facts)
  yield* putSymbols(sql, facts)
  yield* putIds(sql, facts)
})

/** Adds entries or what is new of them, in a transaction of the caller. */
export const putBrands = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, entries: ReadonlyArray<BrandEntry>) {
  yield* onlyOne(sql)
  const known = yield* brandsAt(
    sql,
    entries.map(({ domain }) => domain)
  )
  const all = new Map(known.map((entry) => [entry.domain, entry]))
  const moments = new Map<string, DateTime.Utc>()
  for (const { updatedAt, ...entry } of entries) {
    const told = withTellers(entry, updatedAt.epochMilliseconds)
    const before = all.get(told.domain)
    all.set(told.domain, before === undefined ? told : mergeBrands(before, told))
    moments.set(told.domain, updatedAt)
  }
  yield* writeBrands(
    sql,
    known,
    [...moments].map(([domain, updatedAt]) => [all.get(domain)!, updatedAt] as const)
  )
})
