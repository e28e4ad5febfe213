/** Lists of brands: rows that find their brands or wait for them, and the place up to which a list was taken. */

import type { BrandImport } from "@kittiwake/core/brands/domain/BrandImport"
import {
  type ListedBrand,
  meetListed,
  roomFor,
  type WaitingBrand,
  type Wanted,
  waitingKeys,
  wantedOf
} from "@kittiwake/core/internal/brands/domain/meetListed"
import type { BrandFacts } from "@kittiwake/core/internal/brands/domain/mergeBrands"
import type { Connection } from "../Connection.ts"
import { knownAt, writeBrand } from "./brands.ts"

/** An import as a row; problems are JSON. */
export interface ImportRow extends Omit<BrandImport, "endedAt" | "problems" | "startedAt" | "updatedAt"> {
  readonly startedAt: number
  readonly updatedAt: number
  readonly endedAt: number | null
  readonly problems: string
}

export interface BeginImport extends Pick<BrandImport, "id" | "list" | "name"> {
  readonly at: number
  readonly again: boolean
}

/** The next rows; they and their problems are JSON. */
export interface TakeRows extends Pick<BrandImport, "bad" | "bytes" | "id" | "rows" | "skipped"> {
  readonly from: number
  readonly listed: string
  readonly problems: string
  readonly mostProblems: number
  readonly ends: boolean
  readonly at: number
}

/** What a part came to; the rows that were taken already, when somebody else has taken it. */
export type TakenRows = { readonly row: ImportRow } | { readonly moved: number }

const counts = "rows, bytes, told, waited, met, dropped, skipped, bad, problems"

export const importColumns = `id, list, name, started_at as startedAt, updated_at as updatedAt, ended_at as endedAt, ${counts}`

const findImport = (db: Connection, id: string) =>
  db.get<ImportRow>(`select ${importColumns} from brand_imports where id = ?`, id)

const begin = (db: Connection, { again, at, id, list, name }: BeginImport): ImportRow => {
  const known = findImport(db, id)
  if (known === undefined) {
    db.run(
      `insert into brand_imports (id, list, name, started_at, updated_at, ${counts})
      values (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, '[]')`,
      ...[id, list, name, at, at]
    )
  } else if (again && known.endedAt !== null) {
    db.run(
      `update brand_imports set name = ?, started_at = ?, updated_at = ?, ended_at = null, rows = 0, bytes = 0, told = 0,
        dropped = 0, skipped = 0, bad = 0, problems = '[]' where id = ?`,
      ...[name, at, at, id]
    )
  }
  return findImport(db, id)!
}

/** Brands of one word that are looked at: a name that more have is that of none. */
const mostNamed = 50

const domainsOf = (db: Connection, { domains, ids, names, symbols }: Wanted): ReadonlySet<string> => {
  const found = new Set(domains)
  const take = (rows: ReadonlyArray<{ readonly domain: string }>) => {
    for (const { domain } of rows) found.add(domain)
  }
  for (const { code, kind } of ids) take(db.all("select domain from brand_ids where kind = ? and code = ?", kind, code))
  for (const { code, exchange, kind } of symbols) {
    const text = "select domain from brand_symbols where kind = ? and code = ? and exchange = ?"
    take(db.all(text, kind, code, exchange ?? ""))
  }
  for (const name of names) {
    const text = `select domain from brand_words
      where field = 'name' and tier in (0, 1, 2, 3, 4, 5) and word = ? limit ${mostNamed}`
    take(db.all(text, name))
  }
  return found
}

const brandsOf = (db: Connection, wanted: Wanted): ReadonlyArray<BrandFacts> =>
  [...domainsOf(db, wanted)].flatMap((domain) => knownAt(db, domain) ?? [])

const waitingOf = (db: Connection, { keys, waitingIds }: Wanted): ReadonlyArray<WaitingBrand> => {
  const ids = new Set(waitingIds)
  for (const key of keys) {
    const rows = db.all<{ readonly id: string }>(
      `select id from waiting_brand_keys where key = ? limit ${mostNamed}`,
      key
    )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].flatMap((id) => {
    const row = db.get<{ readonly facts: string }>("select facts from waiting_brands where id = ?", id)
    return row === undefined ? [] : [{ id, facts: JSON.parse(row.facts) }]
  })
}

const keepWaiting = (db: Connection, { facts, id }: WaitingBrand) => {
  db.run(
    "insert into waiting_brands (id, facts) values (?, ?) on conflict do update set facts = excluded.facts",
    ...[id, JSON.stringify(facts)]
  )
  for (const key of waitingKeys(facts)) {
    db.run("insert into waiting_brand_keys (key, id) values (?, ?) on conflict do nothing", key, id)
  }
}

const dropWaiting = (db: Connection, { facts, id }: WaitingBrand) => {
  db.run("delete from waiting_brands where id = ?", id)
  for (const key of waitingKeys(facts)) db.run("delete from waiting_brand_keys where key = ? and id = ?", key, id)
}

/** Lets rows meet what is known, and writes what comes of it. */
const meet = (db: Connection, list: BrandImport["list"], listed: ReadonlyArray<ListedBrand>, at: number) => {
  const wanted = wantedOf(listed)
  const [known, waiting] = [brandsOf(db, wanted), waitingOf(db, wanted)]
  const { count } = db.get<{ readonly count: number }>(
    "select coalesce(sum(waited - met), 0) as count from brand_imports"
  )!
  const met = meetListed(listed, known, waiting, roomFor(list, count))
  const before = new Map(known.map((brand) => [brand.domain, brand]))
  for (const brand of met.brands) writeBrand(db, before.get(brand.domain) ?? null, brand, at)
  const gone = new Set(met.gone)
  for (const one of waiting) if (gone.has(one.id)) dropWaiting(db, one)
  for (const one of met.waiting) keepWaiting(db, one)
  return met
}

const take = (db: Connection, part: TakeRows): TakenRows => {
  const { at, bad, bytes, ends, from, id, listed, mostProblems, problems, rows, skipped } = part
  const known = findImport(db, id)
  if (known?.rows !== from || known.endedAt !== null) return { moved: known?.rows ?? 0 }
  const met = meet(db, known.list, JSON.parse(listed), at)
  const told = [...JSON.parse(known.problems), ...JSON.parse(problems)].slice(0, mostProblems)
  db.run(
    `update brand_imports set updated_at = ?, ended_at = ?, rows = ?, bytes = ?, told = told + ?, waited = waited + ?,
      met = met + ?, dropped = dropped + ?, skipped = skipped + ?, bad = bad + ?, problems = ? where id = ?`,
    ...[at, ends ? at : null, rows, bytes, met.told, met.added, met.gone.length, met.dropped, skipped, bad],
    ...[JSON.stringify(told), id]
  )
  return { row: findImport(db, id)! }
}

export const brandListWrites = {
  "BrandListStore.begin": begin,
  "BrandListStore.take": take
}
