/** Rows of lists, and what they meet, as rows of tables. */
import type { ListedPart, NewBrandImport } from "@kittiwake/core/brands/BrandListStore"
import { BrandImport, mostProblems } from "@kittiwake/core/brands/domain/BrandImport"
import {
  meetListed,
  roomFor,
  type WaitingBrand,
  type Wanted,
  waitingKeys,
  wantedOf
} from "@kittiwake/core/internal/brands/domain/meetListed"
import { storableJson } from "@kittiwake/storage/storable"
import { type DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { insertArrays } from "./arrayRows.ts"
import { brandsAt, onlyOne, writeBrands } from "./brandRows.ts"

export const importColumns = `id, list, name, started_at as "startedAt", updated_at as "updatedAt", ended_at as "endedAt",
  rows, bytes::float8 as bytes, told, waited, met, dropped, skipped, bad, problems`

export const toImport = Schema.decodeUnknownSync(Schema.toCodecJson(BrandImport))

/** The import of a list, begun where there is none. */
export const beginImport = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { again, at, id, list, name }: NewBrandImport
) {
  yield* sql`
    insert into brand_imports as i (id, list, name, started_at, updated_at, ended_at, rows, bytes, told, waited, met,
      dropped, skipped, bad, problems)
    values (${id}, ${list}, ${name}, ${at}, ${at}, null, 0, 0, 0, 0, 0, 0, 0, 0, '[]')
    on conflict (id) do update set name = excluded.name, started_at = excluded.started_at,
      updated_at = excluded.updated_at, ended_at = null, rows = 0, bytes = 0, told = 0, dropped = 0, skipped = 0, bad = 0,
      problems = '[]'
    where ${again}::boolean and i.ended_at is not null`
  const [row] = yield* sql`select ${sql.literal(importColumns)} from brand_imports where id = ${id}`
  return toImport(row)
})

/** Brands of one word that are looked at: a name that more have is that of none. */
const mostNamed = 50

/** Each is looked up by its key (`offset 0` keeps it so): the planner would read through tables that are not large yet. */
const domainsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { domains, ids, names, symbols }: Wanted) {
  const found = new Set(domains)
  const take = (rows: ReadonlyArray<{ readonly domain: string }>) => {
    for (const { domain } of rows) found.add(domain)
  }
  if (ids.length > 0) {
    take(
      yield* sql<{ readonly domain: string }>`
        select b.domain from unnest(${ids.map(({ kind }) => kind)}::text[], ${ids.map(({ code }) => code)}::text[])
          as x(kind, code)
        cross join lateral (select domain from brand_ids where kind = x.kind and code = x.code offset 0) b`
    )
  }
  if (symbols.length > 0) {
    take(
      yield* sql<{ readonly domain: string }>`
        select b.domain from unnest(
          ${symbols.map(({ kind }) => kind)}::text[], ${symbols.map(({ code }) => code)}::text[],
          ${symbols.map(({ exchange }) => exchange ?? "")}::text[]
        ) as x(kind, code, exchange)
        cross join lateral (
          select domain from brand_symbols
          where kind = x.kind and code = x.code and exchange = x.exchange offset 0
        ) b`
    )
  }
  if (names.length > 0) {
    take(
      yield* sql<{ readonly domain: string }>`
        select w.domain from unnest(${names}::text[]) as x(word)
        cross join lateral (
          select domain from brand_words
          where field = 'name' and tier in (0, 1, 2, 3, 4, 5) and word = x.word limit ${mostNamed}
        ) w`
    )
  }
  return [...found]
})

const WaitingRow = Schema.Struct({ id: Schema.String, facts: Schema.Unknown })
const toWaiting = Schema.decodeUnknownSync(WaitingRow)

const waitingOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { keys, waitingIds }: Wanted) {
  if (keys.length === 0 && waitingIds.length === 0) return []
  const rows = yield* sql`
    select id, facts from waiting_brands where id = any (${waitingIds}::text[])
    union all
    select b.id, b.facts from (
      select distinct k.id from unnest(${keys}::text[]) as x(key)
      cross join lateral (select id from waiting_brand_keys where key = x.key limit ${mostNamed}) k
    ) found join waiting_brands b using (id)
    where not b.id = any (${waitingIds}::text[])`
  return rows.map((row) => toWaiting(row) as WaitingBrand)
})

const keepWaiting = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, waiting: ReadonlyArray<WaitingBrand>) {
  if (waiting.length === 0) return
  yield* sql`
    ${insertArrays(
      sql,
      "waiting_brands",
      { id: "text", facts: "jsonb" },
      waiting.map(({ facts, id }) => [id, storableJson(facts)])
    )} on conflict (id) do update set facts = excluded.facts`
  const keys = waiting.flatMap(({ facts, id }) => waitingKeys(facts).map((key) => [key, id]))
  yield* sql`
    ${insertArrays(sql, "waiting_brand_keys", { key: "text", id: "text" }, keys)} on conflict do nothing`
})

const dropWaiting = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, waiting: ReadonlyArray<WaitingBrand>) {
  if (waiting.length === 0) return
  yield* sql`delete from waiting_brands where id = any (${waiting.map(({ id }) => id)}::text[])`
  const keys = waiting.flatMap(({ facts, id }) => waitingKeys(facts).map((key) => [key, id] as const))
  yield* sql`
    delete from waiting_brand_keys where ctid = any (array(
      select k.ctid from unnest(${keys.map(([key]) => key)}::text[], ${keys.map(([, id]) => id)}::text[]) as x(key, id)
      cross join lateral (select ctid from waiting_brand_keys where key = x.key and id = x.id offset 0) k
    ))`
})

/** Lets rows meet what is known, and writes what comes of it. */
const meet = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  list: BrandImport["list"],
  { at, listed }: { readonly at: DateTime.Utc; readonly listed: ListedPart["listed"] }
) {
  const wanted = wantedOf(listed)
  const known = yield* brandsAt(sql, yield* domainsOf(sql, wanted))
  const waiting = yield* waitingOf(sql, wanted)
  const [sum] = yield* sql<{ readonly count: number }>`
    select coalesce(sum(waited - met), 0)::integer as count from brand_imports`
  const met = meetListed(listed, known, waiting, roomFor(list, sum!.count))
  if (met.brands.length > 0) {
    yield* writeBrands(
      sql,
      known,
      met.brands.map((brand) => [brand, at] as const)
    )
  }
  const gone = new Set(met.gone)
  yield* dropWaiting(
    sql,
    waiting.filter(({ id }) => gone.has(id))
  )
  yield* keepWaiting(sql, met.waiting)
  return met
})

/** Takes the next rows, in a transaction of the caller; null when the import is elsewhere. */
export const takeRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, part: ListedPart) {
  yield* onlyOne(sql)
  const { at, bad, bytes, ends, from, id, problems, rows, skipped } = part
  const [found] = yield* sql`select ${sql.literal(importColumns)} from brand_imports where id = ${id}`
  const known = found === undefined ? null : toImport(found)
  if (known?.rows !== from || known.endedAt !== null) return { moved: known?.rows ?? 0 }
  const met = yield* meet(sql, known.list, part)
  const told = [...known.problems, ...problems].slice(0, mostProblems)
  const [row] = yield* sql`
    update brand_imports set updated_at = ${at}, ended_at = ${ends ? at : null}, rows = ${rows}, bytes = ${bytes},
      told = told + ${met.told}, waited = waited + ${met.added}, met = met + ${met.gone.length},
      dropped = dropped + ${met.dropped}, skipped = skipped + ${skipped}, bad = bad + ${bad},
      problems = ${storableJson(told)}::jsonb
    where id = ${id} returning ${sql.literal(importColumns)}`
  return { row: toImport(row) }
})
