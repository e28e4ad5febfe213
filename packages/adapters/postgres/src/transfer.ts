/**
 * Rows of a Postgres database as the file of an export has them, and back (`@kittiwake/storage/transfer`). Both ways they are
 * spelled by the server, so that no number or moment passes through JavaScript.
 */
import {
  exportTo as exportRowsTo,
  type ImportOptions,
  importFrom as importRowsFrom,
  inOrder,
  type PageBounds,
  type RowsPage,
  type Sink,
  type Source,
  TransferFailed
} from "@kittiwake/storage/transfer"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { longTransaction } from "./longTransaction.ts"
import { holdAlone, latestMigration, madeTables } from "./migrate.ts"
import * as runSpend from "./migrations/0014_run_spend.ts"
import { orUnavailable } from "./storeFailure.ts"

interface Table {
  readonly name: string
  /** Columns that are stored; those that the database computes are left out. */
  readonly columns: ReadonlyArray<string>
}

/** Tables that stay behind, with what others are summed up in. */
const leftBehind = new Set([
  ...["cache_bodies", "cache_size", "cached_pages", "frontiers", "frontier_entries"],
  ...["index_spaces", "index_pages", "index_terms"],
  // Who moves signs in anew: what a cookie opens stays where it was opened.
  ...["dashboard_links", "dashboard_sessions"],
  "host_pauses",
  ...["change_tags", "run_spend"]
])

const travelling = madeTables.filter((name) => !leftBehind.has(name))

interface OwnTable extends Table {
  readonly refersTo: ReadonlyArray<string>
}

/** Tables in the order of an export, and what they refer to: those that statements mean, whatever else is in the schema or beside it. */
const tablesOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<OwnTable>`
    select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns, array(
      select r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f'
    ) as "refersTo"
    from unnest(${travelling}::text[]) t(name) join pg_class c on c.oid = to_regclass(quote_ident(t.name))
    join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname`
  const byName = new Map(found.map((table) => [table.name, table]))
  const refersTo = (name: string) => byName.get(name)?.refersTo ?? []
  return { byName, refersTo, names: inOrder(byName.keys(), refersTo) }
})

interface Read {
  readonly place: string
  readonly row: string
  /** How many places this page had at most. */
  readonly places: number
}

/**
 * Rows in the order in which they lie, page by page. The places of a page are looked up at once, and its rows one after the other, as long as
 * those before leave room: a row is spelled only when it is told, and the server holds no more of them than the answer does.
 *
 * @internal
 */
export const readRows = Effect.fnUntraced(function* (
  { columns, name }: Table,
  from: string | null,
  bounds: PageBounds
) {
  const sql = yield* SqlClient.SqlClient
  const names = sql.literal(columns.join(", "))
  const found = yield* sql<Read>`
    with recursive places as materialized (
      select array_agg(place order by place) as list from (
        select ctid as place from ${sql(name)} where ctid > ${from ?? "(0,0)"}::tid order by ctid limit ${bounds.rows}
      ) p
    ), page (n, place, row, length) as (
      select 0, null::tid, null::text, 0::bigint
      union all
      select page.n + 1, r.place, r.row, page.length + length(r.row)
      from page, places, lateral (
        select ctid as place, (select to_json(x) from (select ${names}) x)::text as row from ${sql(name)}
        where ctid = places.list[page.n + 1]
      ) r
      where page.n < cardinality(places.list) and page.length < ${bounds.length}
    )
    select page.place::text as place, page.row, cardinality(places.list) as places from page, places where page.n > 0
    order by page.n`
  const last = found.at(-1)
  const isWhole = last === undefined || (found.length === last.places && last.places < bounds.rows)
  return { rows: found.map(({ row }) => row), next: isWhole ? null : last.place } satisfies RowsPage<string>
})

const insertRows = Effect.fnUntraced(function* ({ columns, name }: Table, rows: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const names = sql.literal(columns.join(", "))
  yield* sql`insert into ${sql(name)} (${names})
    select ${names} from json_populate_recordset(null::${sql(name)}, ${`[${rows.join(",")}]`}::json)`
})

/**
 * Writes everything to `path`, as it stands at one moment. The file appears when it is whole; it grows in `folder`, on the same disk, which is
 * that of `path` unless given.
 */
export const exportTo = Effect.fn("exportTo")(function* (path: string, folder?: string) {
  const reading = Effect.gen(function* () {
    const { byName, names } = yield* tablesOf
    const source: Source<string, SqlError.SqlError, SqlClient.SqlClient> = {
      migration: latestMigration,
      tables: names,
      read: (table, from, bounds) => readRows(byName.get(table)!, from, bounds)
    }
    return yield* exportRowsTo(path, source, folder)
  })
  return yield* reading.pipe(
    longTransaction("begin isolation level repeatable read read only"),
    orUnavailable("exportTo")
  )
})

const filledTable = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  for (const name of names) {
    const [found] = yield* sql`select 1 from ${sql(name)} limit 1`
    if (found !== undefined) return name
  }
  return null
})

/** What a row of the file broke, told of its table: it is the file that is wrong. */
const refused =
  (path: string, table: string) =>
  (error: SqlError.SqlError): SqlError.SqlError | TransferFailed => {
    const { _tag, message } = error.reason
    const isOfRow = _tag === "UniqueViolation" || _tag === "ConstraintError"
    return isOfRow ? new TransferFailed({ message: `${path}: ${table}: ${message}` }) : error
  }

/** Reads what `exportTo` wrote into an empty database, all of it or nothing. */
export const importFrom = Effect.fn("importFrom")(function* (path: string, options: ImportOptions) {
  const writing = Effect.gen(function* () {
    // Whoever starts on the database meanwhile would fill it, too, or wait for rows of the file that stand in its way.
    yield* holdAlone
    const { byName, names, refersTo } = yield* tablesOf
    const sink: Sink<SqlError.SqlError | TransferFailed, SqlClient.SqlClient> = {
      migration: latestMigration,
      tables: names,
      refersTo,
      filledTable: filledTable(names),
      insert: (table, rows) => Effect.mapError(insertRows(byName.get(table)!, rows), refused(path, table))
    }
    const imported = yield* importRowsFrom(path, sink, options)
    const sql = yield* SqlClient.SqlClient
    for (const statement of runSpend.sumUp) yield* sql.unsafe(statement)
    return imported
  })
  return yield* writing.pipe(longTransaction(), orUnavailable("importFrom"))
})
