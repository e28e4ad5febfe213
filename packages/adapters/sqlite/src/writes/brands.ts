/** The index of brands. */
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { beginningsOf, indexedWords, spellingsOf, wordKey } from "@kittiwake/core/internal/brands/domain/indexedWords"
import { type BrandFacts, mergeBrands, withTellers } from "@kittiwake/core/internal/brands/domain/mergeBrands"
import { leftPictures, type Pictured, pictureIds } from "@kittiwake/core/internal/brands/domain/pictureIds"
import type { Connection } from "../Connection.ts"

/** An entry as a row; lists are JSON. */
export interface BrandRow extends Omit<BrandEntry, "aliases" | "ids" | "symbols" | "told" | "updatedAt"> {
  readonly aliases: string
  readonly symbols: string
  readonly ids: string
  readonly told: string
  readonly updatedAt: number
}

/** Entries, and the list that they end. */
export interface PutBrands {
  readonly entries: ReadonlyArray<BrandRow>
  readonly ends: { readonly name: string; readonly version: number; readonly at: number } | null
}

export const brandColumns =
  "domain, name, aliases, description, country, language, logo, rank, symbols, ids, told, source"

const find = `select ${brandColumns}, updated_at as updatedAt from brands where domain = ?`

/** What is known of a brand, from its row. */
export const factsOf = ({ aliases, ids, symbols, told, ...row }: Omit<BrandRow, "updatedAt">): BrandFacts => ({
  ...row,
  aliases: JSON.parse(aliases),
  symbols: JSON.parse(symbols),
  ids: JSON.parse(ids),
  told: JSON.parse(told)
})

/** What is known of the brand at a domain. */
export const knownAt = (db: Connection, domain: string): BrandFacts | null => {
  const found = db.get<BrandRow>(find, domain)
  if (found === undefined) return null
  const { updatedAt, ...row } = found
  return withTellers(factsOf(row), updatedAt)
}

const putWords = (db: Connection, known: BrandFacts | null, next: BrandFacts) => {
  const words = indexedWords(next)
  const kept = new Set(words.map(wordKey))
  for (const word of known === null ? [] : indexedWords(known)) {
    if (kept.has(wordKey(word))) continue
    const place = [word.field, word.tier, word.word, word.domain]
    db.run("delete from brand_words where field = ? and tier = ? and word = ? and domain = ?", ...place)
  }
  for (const { country, domain, field, language, rank, tier, word } of words) {
    db.run(
      `insert into brand_words (field, tier, word, domain, rank, country, language) values (?, ?, ?, ?, ?, ?, ?)
      on conflict do update set rank = excluded.rank, country = excluded.country, language = excluded.language
      where (rank, country, language) is not (excluded.rank, excluded.country, excluded.language)`,
      ...[field, tier, word, domain, rank, country, language]
    )
  }
  const addSpelling = "insert into brand_spellings (tier, deletion, start) values (?, ?, ?) on conflict do nothing"
  for (const beginning of beginningsOf(words)) {
    // That which has nothing left out stands for the others.
    if (db.run(addSpelling, beginning.tier, beginning.start, beginning.start) === 0) continue
    for (const { deletion, start, tier } of spellingsOf(beginning)) db.run(addSpelling, tier, deletion, start)
  }
}

const putSymbols = (db: Connection, known: BrandFacts | null, { domain, symbols }: BrandFacts) => {
  if (known !== null && known.symbols.length > 0) {
    for (const { code, exchange, kind } of known.symbols) {
      const place = [kind, code, exchange ?? "", domain]
      db.run("delete from brand_symbols where kind = ? and code = ? and exchange = ? and domain = ?", ...place)
    }
  }
  for (const { code, exchange, kind } of symbols) {
    const place = [kind, code, exchange ?? "", domain]
    db.run(
      "insert into brand_symbols (kind, code, exchange, domain) values (?, ?, ?, ?) on conflict do nothing",
      ...place
    )
  }
}

const putIds = (db: Connection, { domain, ids }: BrandFacts) => {
  for (const { code, kind } of ids) {
    db.run("insert into brand_ids (kind, code, domain) values (?, ?, ?) on conflict do nothing", kind, code, domain)
  }
}

/** Writes an entry with its words and symbols, in place of what was known. */
export const writeBrand = (db: Connection, known: BrandFacts | null, next: BrandFacts, updatedAt: number) => {
  db.run(
    `insert into brands (${brandColumns}, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict do update set name = excluded.name, aliases = excluded.aliases, description = excluded.description,
      country = excluded.country, language = excluded.language, logo = excluded.logo, rank = excluded.rank,
      symbols = excluded.symbols, ids = excluded.ids, told = excluded.told, source = excluded.source,
      updated_at = excluded.updated_at`,
    ...[next.domain, next.name, JSON.stringify(next.aliases), next.description, next.country, next.language],
    ...[next.logo, next.rank, JSON.stringify(next.symbols), JSON.stringify(next.ids), JSON.stringify(next.told)],
    ...[next.source, updatedAt]
  )
  putWords(db, known, next)
  putSymbols(db, known, next)
  putIds(db, next)
}

const putOne = (db: Connection, { updatedAt, ...row }: BrandRow) => {
  const told = withTellers(factsOf(row), updatedAt)
  const known = knownAt(db, row.domain)
  writeBrand(db, known, known === null ? told : mergeBrands(known, told), updatedAt)
}

/** A profile as a row; an empty language is that in which the site is written. */
export interface ProfileRow {
  readonly domain: string
  readonly language: string
  readonly profile: string
  readonly readAt: number
}

/** How long the pictures of a profile are there, and those that it leaves. */
export interface PictureTimesRow {
  readonly keptUntil: number
  readonly leftUntil: number
}

/** One that is to be kept. */
export interface KeptProfileRow extends ProfileRow, PictureTimesRow {
  /** What is stored as read later gives way. */
  readonly until: number
}

/** Gives the pictures of a profile their time, and those of the one whose place it takes the rest of theirs. */
export const movePictures = (
  db: Connection,
  domain: string,
  before: Pictured | null,
  kept: Pictured,
  { keptUntil, leftUntil }: PictureTimesRow
): void => {
  for (const id of pictureIds(kept)) {
    db.run("update assets set expires_at = max(expires_at, ?) where id = ?", keptUntil, id)
  }
  const indexed = db.get<{ readonly logo: string | null }>("select logo from brands where domain = ?", domain)?.logo
  const left = before === null ? [] : leftPictures(before, kept, indexed ?? null)
  for (const id of left) db.run("update assets set expires_at = min(expires_at, ?) where id = ?", leftUntil, id)
}

const findProfile = "select profile, read_at as readAt from brand_profiles where domain = ? and language = ?"

export const brandWrites = {
  "BrandStore.keepProfile": (db: Connection, row: KeptProfileRow): null => {
    const { domain, language, profile, readAt, until } = row
    const known = db.get<Pick<ProfileRow, "profile" | "readAt">>(findProfile, domain, language)
    if (known !== undefined && known.readAt > readAt && known.readAt <= until) return null
    db.run(
      `insert into brand_profiles (domain, language, profile, read_at, ages_from) values (?1, ?2, ?3, ?4, ?4)
      on conflict do update set profile = excluded.profile, read_at = excluded.read_at,
        ages_from = excluded.ages_from, tries = 0, failures = 0, lease_until = null`,
      ...[domain, language, profile, readAt]
    )
    movePictures(db, domain, known === undefined ? null : JSON.parse(known.profile), JSON.parse(profile), row)
    return null
  },

  "BrandStore.put": (db: Connection, { ends, entries }: PutBrands): null => {
    for (const entry of entries) putOne(db, entry)
    if (ends !== null) {
      db.run(
        `insert into brand_lists (name, version, taken_at) values (?, ?, ?)
        on conflict do update set version = excluded.version, taken_at = excluded.taken_at`,
        ...[ends.name, ends.version, ends.at]
      )
    }
    return null
  }
}
