/**
 * The whole content of a database as one file, to move it from the embedded database to Postgres or back.
 *
 * **Format.** Lines of JSON. The first names the migration that the tables stand at; every other one is a row under the
 * name of its table. Rows are written and read as the database spells them, so that no number or moment passes through
 * JavaScript. A name that ends in `.gz` is compressed.
 *
 * **Details** Cached pages and the frontiers of crawls stay behind: they can be had again. Everything else travels, the
 * secret that seals browser sessions too, without which they could not be opened, unless the operator keeps that elsewhere.
 *
 * **Gotchas** The file holds signing secrets and the digests of keys; it is written for its owner's eyes only.
 */
import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { createInterface } from "node:readline"
import { PassThrough, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { longTransaction } from "./longTransaction.ts"
import { latestMigration } from "./migrate.ts"
import { orUnavailable } from "./storeFailure.ts"

/** The file cannot be written, or is not one that this database can take. Nothing was imported. */
export class TransferFailed extends Schema.TaggedError<TransferFailed>()("TransferFailed", {
  message: Schema.String
}) {}

/** What was moved. */
export interface Transferred {
  readonly tables: number
  readonly rows: number
}

interface Table {
  readonly name: string
  /** Columns that are stored; those that the database computes are left out. */
  readonly columns: ReadonlyArray<string>
}

/** Characters of one write or one statement, about. */
const chunkLength = 1_000_000

/** Fewest and most rows that are read at once. */
const page = { fewest: 20, most: 2_000 } as const

/** Tables that stay behind, with the one that counts migrations. */
const leftBehind = ["cache_bodies", "cache_size", "cached_pages", "frontiers", "frontier_entries", "migrations"]

/** Tables of bodies of up to many megabytes: two of them might make a longer text than there can be. */
const oneByOne = new Set(["asset_bodies"])

/** Tables in the order in which they were made, so that a row comes after those it refers to. */
const tablesOf = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Table>`
    select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and not c.relname = any (${leftBehind}::text[])
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname order by c.oid`
)

const isCompressed = (path: string) => path.endsWith(".gz")

const written = (out: Writable, text: string) =>
  Effect.callback<void>((resume) => {
    if (out.write(text)) resume(Effect.void)
    else out.once("drain", () => resume(Effect.void))
  })

const exportTable = Effect.fnUntraced(function* (out: Writable, { name }: Table) {
  const sql = yield* SqlClient.SqlClient
  let after = "(0,0)"
  const most = oneByOne.has(name) ? 1 : page.most
  let limit: number = Math.min(page.fewest, most)
  let rows = 0
  for (;;) {
    const found = yield* sql<{ readonly place: string; readonly row: string }>`
      select ctid::text as place, to_json(t)::text as row from ${sql(name)} t
      where ctid > ${after}::tid order by ctid limit ${limit}`
    const text = found.map(({ row }) => `{"table":"${name}","row":${row}}\n`).join("")
    if (text !== "") yield* written(out, text)
    rows += found.length
    if (found.length < limit) return rows
    after = found.at(-1)!.place
    const wanted = text.length < chunkLength ? limit * 2 : Math.max(page.fewest, Math.floor(limit / 2))
    limit = Math.min(most, wanted)
  }
})

const exportRows = Effect.fnUntraced(function* (out: Writable) {
  const tables = yield* tablesOf
  yield* written(out, `${JSON.stringify({ kittiwake: "export", migration: latestMigration })}\n`)
  let rows = 0
  for (const table of tables) rows += yield* exportTable(out, table)
  return { tables: tables.length, rows } satisfies Transferred
})

const failed = (path: string) => (cause: unknown) =>
  new TransferFailed({ message: `${path}: ${cause instanceof Error ? cause.message : String(cause)}` })

/** Writes everything to `path`, as it stands at one moment. The file appears when it is whole. */
export const exportTo = Effect.fn("exportTo")(function* (path: string) {
  const unfinished = `${path}.part`
  const out = new PassThrough()
  const file = createWriteStream(unfinished, { mode: 0o600 })
  const stored = isCompressed(path) ? pipeline(out, createGzip(), file) : pipeline(out, file)
  // Looked at below; a failure before that must not end the process.
  stored.catch(() => {})
  const reading = exportRows(out).pipe(
    longTransaction("begin isolation level repeatable read read only"),
    orUnavailable("exportTo"),
    Effect.tap(() => Effect.sync(() => out.end()))
  )
  return yield* Effect.raceFirst(
    reading,
    Effect.tryPromise({ try: () => stored, catch: failed(path) }).pipe(Effect.andThen(Effect.never))
  ).pipe(
    Effect.tap(() =>
      Effect.tryPromise({ try: () => stored.then(() => rename(unfinished, path)), catch: failed(path) })
    ),
    Effect.tapCause(() =>
      Effect.promise(async () => {
        out.destroy()
        await rm(unfinished, { force: true })
      })
    )
  )
})

const Header = Schema.fromJsonString(Schema.Struct({ kittiwake: Schema.Literal("export"), migration: Schema.Int }))

const checkHeader = Effect.fnUntraced(function* (path: string, line: string | undefined) {
  const header = yield* Schema.decodeUnknownEffect(Header)(line).pipe(
    Effect.mapError(() => new TransferFailed({ message: `${path} is not an export of Kittiwake.` }))
  )
  if (header.migration !== latestMigration) {
    return yield* new TransferFailed({
      message: `${path} was written by a version with other tables (${header.migration}, not ${latestMigration}): export it again with this version.`
    })
  }
})

const checkEmpty = Effect.fnUntraced(function* (tables: ReadonlyArray<Table>) {
  const sql = yield* SqlClient.SqlClient
  for (const { name } of tables) {
    const [found] = yield* sql`select 1 from ${sql(name)} limit 1`
    if (found !== undefined) {
      return yield* new TransferFailed({
        message: `The database has rows already (in ${name}): import into an empty one.`
      })
    }
  }
})

const insertRows = Effect.fnUntraced(function* ({ columns, name }: Table, rows: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const names = sql.literal(columns.join(", "))
  yield* sql`insert into ${sql(name)} (${names})
    select ${names} from json_populate_recordset(null::${sql(name)}, ${`[${rows.join(",")}]`}::json)`
})

const rowLine = /^\{"table":"([a-z_]+)","row":(.*)\}$/s

const importLines = Effect.fnUntraced(function* (path: string, lines: AsyncIterator<string>) {
  const nextLine = Effect.tryPromise({ try: () => lines.next(), catch: failed(path) })
  const first = yield* nextLine
  yield* checkHeader(path, first.done === true ? undefined : first.value)
  const tables = yield* tablesOf
  yield* checkEmpty(tables)

  const known = new Map(tables.map((table) => [table.name, table]))
  let total = 0
  let length = 0
  let rows: Array<string> = []
  let table: Table | undefined
  const flush = Effect.suspend(() => {
    if (table === undefined || rows.length === 0) return Effect.void
    const batch = rows
    total += batch.length
    rows = []
    length = 0
    return insertRows(table, batch)
  })
  for (;;) {
    const line = yield* nextLine
    if (line.done === true) break
    const [, name = "", row = ""] = rowLine.exec(line.value) ?? []
    const belongsTo = known.get(name)
    if (belongsTo === undefined) {
      return yield* new TransferFailed({ message: `${path}: line ${total + rows.length + 2} is not a row of a table.` })
    }
    if (belongsTo !== table || length > chunkLength) yield* flush
    table = belongsTo
    rows.push(row)
    length += row.length
  }
  yield* flush
  return { tables: tables.length, rows: total } satisfies Transferred
})

/** Reads what `exportTo` wrote into an empty database that stands at the same migration, all of it or nothing. */
export const importFrom = Effect.fn("importFrom")(function* (path: string) {
  const file = createReadStream(path)
  const source = isCompressed(path) ? file.pipe(createGunzip()) : file
  // A stream that fails must end the reading, whichever of the two it was.
  if (source !== file) file.once("error", (cause) => source.destroy(cause))
  const lines = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })
  source.once("error", () => lines.close())
  return yield* importLines(path, lines[Symbol.asyncIterator]()).pipe(
    longTransaction(),
    orUnavailable("importFrom"),
    Effect.ensuring(Effect.sync(() => file.destroy()))
  )
})
