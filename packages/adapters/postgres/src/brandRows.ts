/** The index of brands as rows: reading what a search wants, and writing entries with their words. */
import { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { type BrandFacts, mergeBrands, withTellers } from "@kittiwake/core/internal/brands/domain/mergeBrands"
import {
  exactRange,
  fewestLetters,
  lookedFor,
  nearRanges,
  nearTo,
  type WordRange
} from "@kittiwake/core/internal/brands/domain/typos"
import type { LedTo, Looked, NearWords } from "@kittiwake/storage/brandSearchSteps"
import type { BrandTables } from "@kittiwake/storage/searchBrands"
import { storableJson } from "@kittiwake/storage/storable"
import { type DateTime, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"
import { putIds, putSymbols } from "./brandKeyRows.ts"
import { putWords } from "./brandWordRows.ts"

export const brandColumns = `domain, name, aliases, description, country, language, logo, rank, symbols, ids, told,
  source, updated_at as "updatedAt"`

export const toBrand = Schema.decodeUnknownSync(Schema.toCodecJson(BrandEntry))

/** Spellings that one search looks at of some tiers. */
const mostSpellings = 10_000

/** Ranges of words by tier, for what is searched for. */
type Ranges = Map<string, ReadonlyArray<WordRange>>

const keyOf = ({ word }: NearWords, tier: number): string => `${tier} ${word}`

/** Reads the ranges of those tiers that are not known yet. */
const readRanges = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, wanted: NearWords, known: Ranges) {
  const { isPrefix, typos, word } = wanted
  const tiers = wanted.tiers.filter((tier) => !known.has(keyOf(wanted, tier)))
  if (tiers.length === 0) return
  const spelled = yield* sql<{ readonly tier: number; readonly start: string }>`
    select distinct tier, start from brand_spellings
    where tier = any (${tiers}::smallint[]) and deletion = any (${lookedFor(word, typos)}::text[])
      and length(start) >= ${fewestLetters(word, typos)}
    order by tier limit ${mostSpellings}`
  const rangesOf = nearRanges(word, typos, isPrefix)
  for (const tier of tiers) {
    known.set(
      keyOf(wanted, tier),
      spelled.filter((one) => one.tier === tier).flatMap(({ start }) => rangesOf(start))
    )
  }
})

const rangesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, wanted: NearWords, known: Ranges) {
  if (wanted.typos === 0) return wanted.tiers.map((tier) => ({ tier, ...exactRange(wanted.word, wanted.isPrefix) }))
  yield* readRanges(sql, wanted, known)
  return wanted.tiers.flatMap((tier) => (known.get(keyOf(wanted, tier)) ?? []).map((range) => ({ tier, ...range })))
})

/** Brands with words like the one that is wanted. What one search found of how words begin is `known` to it. */
const nearBrands = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, wanted: NearWords, known: Ranges) {
  const { country, field, isPrefix, language, limit, typos, word } = wanted
  const ranges = yield* rangesOf(sql, wanted, known)
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
  const isNear = nearTo(word, typos, isPrefix)
  return rows.filter((row) => isNear(row.word))
})

const look = (sql: SqlClient.SqlClient, domains: ReadonlyArray<string>) => sql<Looked>`
  select domain, name, aliases, country, language, rank from brands where domain = any (${domains}::text[])`

/** The tables to one search. */
export const brandTables = (sql: SqlClient.SqlClient): BrandTables<SqlError.SqlError> => {
  const known: Ranges = new Map()
  return { near: (wanted) => nearBrands(sql, wanted, known), look: (domains) => look(sql, domains) }
}

/** Whoever puts holds this lock of the database until it has ended; the number means nothing else. */
export const onlyOne = (sql: SqlClient.SqlClient) => sql`select pg_advisory_xact_lock(75193627)`

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

/** What is known of the brands at these domains. */
export const brandsAt = (sql: SqlClient.SqlClient, domains: ReadonlyArray<string>) =>
  Effect.map(sql`select ${sql.literal(brandColumns)} from brands where domain = any (${domains}::text[])`, (rows) =>
    rows.map((row): BrandFacts => {
      const { updatedAt, ...facts } = toBrand(row)
      return withTellers(facts, updatedAt.epochMilliseconds)
    })
  )

/**
 * Writes entries with their words and symbols, in place of what was known, in a transaction of the caller. What is `known` of others
 * stays.
 */
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
  const written = new Set(facts.map(({ domain }) => domain))
  const before = known.filter(({ domain }) => written.has(domain))
  yield* putWords(sql, before, facts)
  yield* putSymbols(sql, before, facts)
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
