/**
 * Rows of the embedded database as the file of an export has them, and back. Both ways the rows are spelled by SQLite, so
 * that no number or moment passes through JavaScript.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import {
  type Admit,
  exportTo as exportRowsTo,
  handOn,
  importFrom as importRowsFrom,
  inOrder,
  type OldTables,
  type PageBounds,
  type RefersTo,
  type RowsPage,
  type Sink,
  type Source,
  type TablesAt,
  TransferFailed,
  type Transferred
} from "@kittiwake/storage/transfer"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { type ColumnKind, kindOf } from "./columnKinds.ts"
import { migrate, migrationOf } from "./migrate.ts"
import * as runSpend from "./migrations/0014_run_spend.ts"
import { openReader, openWriter } from "./openConnection.ts"
import { failureOf, isDiskFull } from "./sqliteFailure.ts"

/** Tables that stay behind, with what others are summed up in and the one that counts migrations. */
const leftBehind = new Set([
  ...["cache_bodies", "cache_size", "cached_pages", "frontiers", "frontier_entries", "frontier_tokens"],
  ...["index_spaces", "index_pages", "index_terms", "index_terms_data", "index_terms_idx"],
  ...["index_terms_docsize", "index_terms_config"],
  // Who moves signs in anew: what a cookie opens stays where it was opened.
  ...["dashboard_links", "dashboard_sessions"],
  ...["change_tags", "run_spend", "migrations", "sqlite_sequence", "sqlite_stat1"]
])

interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

interface Named {
  readonly name: string
}

const referringIn =
  (db: Connection): RefersTo =>
  (table) =>
    db.all<Named>(`select distinct "table" as name from pragma_foreign_key_list(?)`, table).map(({ name }) => name)

/** The stored columns of each table, tables in the order of an export. */
export const tablesOf = (db: Connection): ReadonlyMap<string, ReadonlyArray<Column>> => {
  const names = db
    .all<Named>("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => name)
    .filter((name) => !leftBehind.has(name))
  return new Map(
    inOrder(names, referringIn(db)).map((table) => {
      const columns = db.all<{ readonly name: string; readonly type: string }>(
        // Columns that are computed are hidden here: 2 and 3.
        "select name, type from pragma_table_xinfo(?) where hidden = 0 order by cid",
        table
      )
      return [table, columns.map(({ name, type }) => ({ name, kind: kindOf(table, name, type) }))]
    })
  )
}

/** The expression that spells a column as a member of a JSON object. */
const spelled = ({ kind, name }: Column): string => {
  switch (kind) {
    case "json":
      return `json("${name}")`
    case "boolean":
      return `json(iif("${name}", 'true', 'false'))`
    case "moment":
      return `strftime('%Y-%m-%dT%H:%M:%fZ', "${name}" / 1000.0, 'unixepoch')`
    case "bytes":
      return `'\\x' || lower(hex("${name}"))`
    default:
      return `"${name}"`
  }
}

/** The expression that reads a member of the JSON object `value` for its column. */
const readBack = ({ kind, name }: Column): string => {
  const [text, part] = [`value ->> '$.${name}'`, `value -> '$.${name}'`]
  switch (kind) {
    case "json":
      return `iif(json_type(value, '$.${name}') = 'null', null, ${part})`
    case "moment":
      return `cast(round(unixepoch(${text}, 'subsec') * 1000) as integer)`
    case "bytes":
      return `unhex(substr(${text}, 3))`
    default:
      return text
  }
}

/** Bytes may be null, which must not become the text of none. */
const member = (column: Column): string =>
  `'${column.name}', ${column.kind === "bytes" ? `iif("${column.name}" is null, null, ${spelled(column)})` : spelled(column)}`

// SQLite takes a hundred arguments of a function at most by itself, and Node's a thousand: enough for fifty columns.
const selecting = (table: string, columns: ReadonlyArray<Column>) =>
  `select json_object(${columns.map(member).join(", ")}) as row from "${table}"`

const inserting = (table: string, columns: ReadonlyArray<Column>) =>
  `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")})
  select ${columns.map(readBack).join(", ")} from json_each(?)`

type Rows = IterableIterator<{ readonly row: string }>

/** The next rows within the bounds. @internal */
export const pageOf = (rows: Rows, bounds: PageBounds): RowsPage<Rows> => {
  const page: Array<string> = []
  for (let length = 0; page.length < bounds.rows && length < bounds.length; ) {
    const next = rows.next()
    if (next.done === true) return { rows: page, next: null }
    page.push(next.value.row)
    length += next.value.row.length
  }
  return { rows: page, next: rows }
}

/** What went wrong with a file of ours, in words that say what helps. */
const failedAt =
  (path: string, cure: string, what = path) =>
  (cause: unknown) => {
    const failure = failureOf(cause)
    const reason = isDiskFull(failure)
      ? `the disk of ${path} is full: make room there, or ${cure}`
      : `${what}: ${failure.message}`
    return new TransferFailed({ message: reason })
  }

/** A connection for the scope. */
const using = <E>(open: Effect.Effect<Connection, E>) =>
  Effect.acquireRelease(open, (db) => Effect.sync(() => db.close()))

const sourceOf = (db: Connection): Source<Rows, never, never> => {
  const tables = tablesOf(db)
  return {
    // That of the file: a copy may be older than this version.
    migration: migrationOf(db),
    tables: [...tables.keys()],
    read: (table, from, bounds) =>
      Effect.sync(() => pageOf(from ?? db.iterate(selecting(table, tables.get(table)!)), bounds))
  }
}

/** Writes everything that the database in `file` holds, which nobody may change meanwhile, to `path`. */
export const exportTo = Effect.fnUntraced(function* (options: {
  readonly file: string
  readonly path: string
  /** Where the file grows, on the disk of `path`; beside it unless given. */
  readonly folder?: string
}) {
  const db = yield* using(Effect.sync(() => openReader(options.file)))
  return yield* exportRowsTo(options.path, sourceOf(db), options.folder)
}, Effect.scoped)

const isEmpty = (db: Connection, table: string) => db.get(`select 1 from "${table}" limit 1`) === undefined

type Told = (table: string) => (cause: unknown) => TransferFailed

const sinkOf = (db: Connection, told: Told, refersTo: RefersTo = () => []): Sink<TransferFailed, never> => {
  const tables = tablesOf(db)
  return {
    migration: migrationOf(db),
    tables: [...tables.keys()],
    refersTo,
    filledTable: Effect.sync(() => [...tables.keys()].find((table) => !isEmpty(db, table)) ?? null),
    insert: (table, rows) =>
      Effect.try({
        try: () => db.run(inserting(table, tables.get(table)!), `[${rows.join(",")}]`),
        catch: told(table)
      })
  }
}

/** Removes a database with what may lie beside it. */
const removed = (file: string) =>
  Promise.all(["", "-wal", "-shm", "-journal"].map((end) => rm(`${file}${end}`, { force: true })))

/**
 * Old tables in a file that nobody needs once it is closed: nothing of it is synced, and each insert stays by itself. What a row refers
 * to is looked at where they are handed on.
 */
const oldTables = (file: string, cure: string): TablesAt =>
  Effect.fnUntraced(function* (path: string, migration: number) {
    const told: Told = (table) => failedAt(dirname(file), cure, `${path}: ${table}`)
    yield* Effect.acquireRelease(
      Effect.promise(() => removed(file)),
      () => Effect.promise(() => removed(file))
    )
    const attempt = <A>(work: () => A) => Effect.try({ try: work, catch: told("the tables of its version") })
    const db = yield* using(attempt(() => openWriter({ file, synchronous: "off" })))
    yield* attempt(() => {
      // What a log would hold twice until the end is written once.
      db.exec("pragma journal_mode = delete; pragma foreign_keys = off")
      migrate(db, false, migration)
    })
    const upToDate = <E, R>(to: Sink<E, R>): Effect.Effect<void, TransferFailed | E, R> =>
      Effect.andThen(
        attempt(() => migrate(db)),
        Effect.suspend(() => handOn(sourceOf(db), to))
      )
    return { sink: sinkOf(db, told), handOn: upToDate } satisfies OldTables
  })

const temporaryCure = "name a folder for temporary files on another disk in TMPDIR"

/** Old tables among temporary files. */
export const temporaryTables: TablesAt = Effect.fnUntraced(function* (path: string, migration: number) {
  const folder = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => mkdtemp(join(tmpdir(), "kittiwake-import-")),
      catch: failedAt(tmpdir(), temporaryCure)
    }),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
  )
  return yield* oldTables(join(folder, "old.db"), temporaryCure)(path, migration)
})

/** Reads the export at `path` into the database in `file`, which must be empty and which nobody else may have open. */
export const importFrom = ({
  admit,
  file,
  path
}: {
  readonly file: string
  readonly path: string
  readonly admit?: Admit
}): Effect.Effect<Transferred, TransferFailed> =>
  Effect.gen(function* () {
    const cure = "name a data directory on another disk in KITTIWAKE_DATA_DIR"
    const attempt = <A>(work: () => A) => Effect.try({ try: work, catch: failedAt(dirname(file), cure, file) })
    const db = yield* using(attempt(() => openWriter({ file, synchronous: "full" })))
    yield* attempt(() => {
      migrate(db)
      db.exec("begin immediate")
    })
    const told: Told = (table) => failedAt(dirname(file), cure, `${path}: ${table}`)
    const sink = sinkOf(db, told, referringIn(db))
    const options = { ...(admit === undefined ? {} : { admit }), tablesAt: oldTables(`${file}.importing`, cure) }
    const transferred = yield* importRowsFrom(path, sink, options)
    yield* attempt(() => {
      db.exec(runSpend.sumUp)
      db.exec("commit")
    })
    return transferred
  }).pipe(Effect.scoped)
