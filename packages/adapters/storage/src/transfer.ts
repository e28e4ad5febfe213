/**
 * The whole content of a database as one file, to move it between the embedded database and Postgres, either way.
 *
 * **Format.** Lines of JSON. The first names the migration that the tables stand at; every other one is a row under the
 * name of its table, by the names of its columns, and the last says how many there were. Moments are in ISO 8601, bytes in hexadecimal after `\x`, lists and records
 * are JSON: what Postgres writes of a row by itself. A name that ends in `.gz` is compressed.
 *
 * **Details** Cached pages, the index of what was read and the frontiers of crawls stay behind: they can be had again. So does a key that opens what
 * is sealed: whoever reads the file has the secrets in it only with that key. What an earlier version wrote is read into tables as that
 * version had them, which then become those of now as they would have where they stood: so an export means what its database did.
 * Rows come after those they refer to. Of a file in which they do not (exports of Postgres were written in an order that a restore by
 * `pg_dump` changes) those that come too early are held in such tables until its end.
 *
 * **Gotchas** The file holds what was watched, and the digests of keys; it is written for its owner's eyes only.
 */
import { constants } from "node:buffer"
import { randomUUID } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { PassThrough, type Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Effect, Schema, type Scope } from "effect"

/** The file cannot be written, or is not one that this database can take. Nothing was imported. */
export class TransferFailed extends Schema.TaggedError<TransferFailed>()("TransferFailed", {
  message: Schema.String
}) {}

/** What was moved. */
export interface Transferred {
  readonly tables: number
  readonly rows: number
}

/** Some rows of a table, each as JSON. */
export interface RowsPage<Place> {
  readonly rows: ReadonlyArray<string>
  /** Where the next page begins; null where the table ends. */
  readonly next: Place | null
}

/** How much is read at once. */
export interface PageBounds {
  /** Most rows. */
  readonly rows: number
  /** Characters: the row that reaches them is the last of its page, however long it is. */
  readonly length: number
}

/** Names of the tables that the rows of a table refer to. */
export type RefersTo = (table: string) => ReadonlyArray<string>

/** Tables in the one order in which a row comes after those it refers to, and tables that nothing else tells apart go by their names. */
export const inOrder = (tables: Iterable<string>, refersTo: RefersTo): ReadonlyArray<string> => {
  const all = new Set(tables)
  const ordered = new Set<string>()
  const begun = new Set<string>()
  const add = (table: string): void => {
    if (!all.has(table) || begun.has(table)) return
    begun.add(table)
    for (const other of [...refersTo(table)].sort()) add(other)
    ordered.add(table)
  }
  for (const table of [...all].sort()) add(table)
  return [...ordered]
}

/** A database that is read as it stands at one moment. */
export interface Source<Place, E, R> {
  /** Number of its newest migration. */
  readonly migration: number
  /** Tables in an order in which a row comes after those it refers to. */
  readonly tables: ReadonlyArray<string>
  /** Rows of a table from a place on, within the bounds: no row beyond them is read, however much the rows before it took. */
  readonly read: (table: string, from: Place | null, bounds: PageBounds) => Effect.Effect<RowsPage<Place>, E, R>
}

/** A database that takes rows, all of them or none. */
export interface Sink<E, R> {
  readonly migration: number
  readonly tables: ReadonlyArray<string>
  /** What must be there before a row of a table is taken; nothing where that is not looked at. */
  readonly refersTo: RefersTo
  /** A table that has rows already; null for an empty database. */
  readonly filledTable: Effect.Effect<string | null, E, R>
  readonly insert: (table: string, rows: ReadonlyArray<string>) => Effect.Effect<unknown, E, R>
}

/** Tables as they were after a migration, for rows in any order, which go with the scope. */
export interface OldTables {
  /** Takes rows of that version. */
  readonly sink: Sink<TransferFailed, never>
  /** Makes them the tables of now, and hands their rows on. */
  readonly handOn: <E, R>(to: Sink<E, R>) => Effect.Effect<void, TransferFailed | E, R>
}

/** Makes empty tables as they were after a migration, for the export at a path. */
export type TablesAt = (path: string, migration: number) => Effect.Effect<OldTables, TransferFailed, Scope.Scope>

/** Characters of one write or one insert, about. */
const chunkLength = 1_000_000

/** What is read at once: rows differ a thousandfold, and two of many megabytes may make a longer text than there can be. */
const page: PageBounds = { rows: 2_000, length: chunkLength }

const isCompressed = (path: string) => path.endsWith(".gz")

const noRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])

const wordsOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  const { code = "" } = cause as NodeJS.ErrnoException
  if (noRoom.has(code)) return "its disk is full: make room there, or name a file on another disk"
  if (code === "Z_BUF_ERROR") return "it ends too early, as a file does that was not copied whole"
  if (code.startsWith("Z_")) return "it is not compressed by gzip, as its name says, or it is damaged"
  return code === "EISDIR" ? "it is a folder" : cause.message
}

const failed = (path: string) => (cause: unknown) => new TransferFailed({ message: `${path}: ${wordsOf(cause)}` })

const written = (out: Writable, text: string) =>
  Effect.callback<void>((resume) => {
    if (out.write(text)) resume(Effect.void)
    else out.once("drain", () => resume(Effect.void))
  })

/** Keys that open what the database holds do not travel with it. */
const keptBack = /"name":"sealing(?:\.next)?"/

const leaves = (table: string, row: string): boolean => table !== "instance_secrets" || !keptBack.test(row)

/** Writes rows of a page, of which the last may be long: it is joined with no other. */
const writeRows = Effect.fnUntraced(function* (out: Writable, table: string, rows: ReadonlyArray<string>) {
  const [before, after] = [`{"table":"${table}","row":`, "}\n"]
  const text = rows.slice(0, -1).map((row) => before + row + after)
  yield* written(out, text.join("") + before)
  yield* written(out, rows.at(-1)!)
  yield* written(out, after)
})

const exportTable = Effect.fnUntraced(function* <Place, E, R>(
  out: Writable,
  table: string,
  { read }: Source<Place, E, R>
) {
  let from: Place | null = null
  let count = 0
  for (;;) {
    const { next, rows }: RowsPage<Place> = yield* read(table, from, page)
    const leaving = rows.filter((row) => leaves(table, row))
    if (leaving.length > 0) yield* writeRows(out, table, leaving)
    count += leaving.length
    if (next === null) return count
    from = next
  }
})

const exportRows = Effect.fnUntraced(function* <Place, E, R>(out: Writable, source: Source<Place, E, R>) {
  yield* written(out, `${JSON.stringify({ kittiwake: "export", migration: source.migration })}\n`)
  let rows = 0
  for (const table of source.tables) rows += yield* exportTable(out, table, source)
  yield* written(out, `${JSON.stringify({ rows })}\n`)
  return { tables: source.tables.length, rows } satisfies Transferred
})

const synced = async (path: string) => {
  const file = await open(path, "r+")
  await file.sync().finally(() => file.close())
}

const isThere = (path: string) => `${path} is there already: name another file.`

/** Puts a whole file where none is: another may have written one meanwhile. Not by a link, which not every disk has. */
const putAt = async (path: string, unfinished: string) => {
  await (await open(path, "wx", 0o600)).close()
  await rename(unfinished, path).catch(async (cause) => {
    await rm(path, { force: true })
    throw cause
  })
}

const putFailed = (path: string) => (cause: unknown) =>
  (cause as NodeJS.ErrnoException).code === "EEXIST"
    ? new TransferFailed({ message: isThere(path) })
    : failed(path)(cause)

/**
 * Writes everything to `path`, where nothing may be. The file appears when it is whole; until then it grows in `folder`, on the same disk, under a
 * name that nobody else has.
 */
export const exportTo = Effect.fn("exportTo")(function* <Place, E, R>(
  path: string,
  source: Source<Place, E, R>,
  folder = dirname(path)
) {
  const unfinished = join(folder, `${basename(path)}.${randomUUID()}.part`)
  const out = new PassThrough()
  const file = createWriteStream(unfinished, { flags: "wx", mode: 0o600 })
  const closed = new Promise<void>((resolve) => file.once("close", resolve))
  const stored = isCompressed(path) ? pipeline(out, createGzip(), file) : pipeline(out, file)
  // Looked at below; a failure before that must not end the process.
  stored.catch(() => {})
  const reading = Effect.tap(exportRows(out, source), () => Effect.sync(() => out.end()))
  const onDisk = Effect.tryPromise({ try: () => stored.then(() => synced(unfinished)), catch: failed(path) })
  const put = Effect.tryPromise({ try: () => putAt(path, unfinished), catch: putFailed(path) })
  return yield* Effect.raceFirst(
    reading,
    Effect.tryPromise({ try: () => stored, catch: failed(path) }).pipe(Effect.andThen(Effect.never))
  ).pipe(
    Effect.tap(() => Effect.andThen(onDisk, Effect.uninterruptible(put))),
    Effect.ensuring(
      Effect.promise(async () => {
        out.destroy()
        file.destroy()
        // One that is still being opened would be there again.
        await closed
        await rm(unfinished, { force: true })
      })
    )
  )
})

const Header = Schema.fromJsonString(Schema.Struct({ kittiwake: Schema.Literal("export"), migration: Schema.Int }))

/** The migration of the first version that wrote exports. */
const oldestMigration = 9

const checkHeader = Effect.fnUntraced(function* (path: string, line: string | undefined, wanted: number) {
  const { migration } = yield* Schema.decodeUnknownEffect(Header)(line).pipe(
    Effect.mapError(() => new TransferFailed({ message: `${path} is not an export of Kittiwake.` }))
  )
  if (migration > wanted || migration < oldestMigration) {
    return yield* new TransferFailed({
      message: `${path} was written by a version with other tables (${migration}, not ${wanted}): export it again with this version.`
    })
  }
  return migration
})

/** Characters of the first line, and of any other: an export has no longer one, since no text is longer. */
const longest = { header: 65_536, line: constants.MAX_STRING_LENGTH } as const

/**
 * The lines of a text. Not by `node:readline`: for that, U+2028 ends a line too, which JSON may hold as it is. A chunk is looked
 * through once, however long its line.
 */
async function* linesOf(source: Readable): AsyncGenerator<string, void> {
  let pieces: Array<string> = []
  let length = 0
  let most: number = longest.header
  for await (const chunk of source.setEncoding("utf8")) {
    const [first = "", ...others] = (chunk as string).split("\n")
    length += first.length
    // What has no end is read no further, and little of it is held where it is no export.
    if (length > most) throw new Error("it is not an export of Kittiwake: a line of it is too long")
    pieces.push(first)
    for (const other of others) {
      yield pieces.join("")
      pieces = [other]
      length = other.length
      most = longest.line
    }
  }
  const last = pieces.join("")
  if (last !== "") yield last
}

const endLine = /^\{"rows":(\d+)\}$/

/** Exports before this migration end without a line that says so. */
const firstWithEnd = 10

/** Looks at a row before it is taken in; says why the file is not taken, or null. */
export type Admit = (table: string, row: string) => string | null

const rowLine = /^\{"table":"([a-z_]+)","row":(.*)\}$/s

/** Lines of an export, one after the other. */
type NextLine = Effect.Effect<IteratorResult<string, void>, TransferFailed>

/** Reads the lines behind the first into tables as they were when it was written; tells how many rows there were. */
const importRows = Effect.fnUntraced(function* <E, R>(
  path: string,
  nextLine: NextLine,
  migration: number,
  sink: Sink<E, R>,
  admit: Admit
) {
  const known = new Set(sink.tables)
  let total = 0
  let length = 0
  let rows: Array<string> = []
  let table = ""
  const flush = Effect.suspend(() => {
    if (rows.length === 0) return Effect.succeed<unknown>(null)
    const batch = rows
    total += batch.length
    rows = []
    length = 0
    return sink.insert(table, batch)
  })
  let promised: number | null = null
  for (;;) {
    const line = yield* nextLine
    if (line.done === true) break
    const [, end] = endLine.exec(line.value) ?? []
    if (end !== undefined && promised === null) {
      promised = Number(end)
      continue
    }
    const [, name = "", row = ""] = rowLine.exec(line.value) ?? []
    const noRow = () =>
      new TransferFailed({ message: `${path}: line ${total + rows.length + 2} is not a row of a table.` })
    if (!known.has(name)) return yield* noRow()
    if (name !== table || length > chunkLength) yield* flush
    table = name
    // Read here, because the database reads many at once and cannot say which line it was.
    const look = () => {
      JSON.parse(row)
      return admit(name, row)
    }
    const refusal = yield* Effect.try({ try: look, catch: noRow })
    if (refusal !== null) return yield* new TransferFailed({ message: `${path}: ${refusal}` })
    rows.push(row)
    length += row.length
  }
  yield* flush
  if (promised === null ? migration >= firstWithEnd : promised !== total) {
    return yield* new TransferFailed({ message: `${path} is not whole: it ends after ${total} rows.` })
  }
  return total
})

/** A sink for rows in any order, as long as those of a table come together: they reach `sink` after those they refer to. */
const inAnyOrder = <E, R>(sink: Sink<E, R>, tables: Effect.Effect<OldTables, TransferFailed, Scope.Scope>) => {
  const filled = new Set<string>()
  let early: OldTables | null = null
  const isEarly = (table: string) => sink.refersTo(table).some((other) => other !== table && !filled.has(other))
  const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<string>) {
    if (isEarly(table)) {
      early ??= yield* tables
      yield* early.sink.insert(table, rows)
    } else {
      filled.add(table)
      yield* sink.insert(table, rows)
    }
  })
  return {
    sink: { ...sink, insert } satisfies Sink<E | TransferFailed, R | Scope.Scope>,
    /** Hands on what came too early. */
    end: Effect.suspend((): Effect.Effect<void, E | TransferFailed, R> => early?.handOn(sink) ?? Effect.void)
  }
}

/** Hands every row of a database on to another one. */
export const handOn = Effect.fnUntraced(function* <Place, E, R, E2, R2>(
  source: Source<Place, E, R>,
  sink: Sink<E2, R2>
) {
  for (const table of source.tables) {
    let from: Place | null = null
    do {
      const { next, rows }: RowsPage<Place> = yield* source.read(table, from, page)
      if (rows.length > 0) yield* sink.insert(table, rows)
      from = next
    } while (from !== null)
  }
})

const importLines = Effect.fnUntraced(function* <E, R>(
  path: string,
  lines: AsyncIterator<string, void>,
  sink: Sink<E, R>,
  { admit = () => null, tablesAt }: ImportOptions
) {
  const nextLine: NextLine = Effect.tryPromise({ try: () => lines.next(), catch: failed(path) })
  const first = yield* nextLine
  const migration = yield* checkHeader(path, first.done === true ? undefined : first.value, sink.migration)
  const filled = yield* sink.filledTable
  if (filled !== null) {
    return yield* new TransferFailed({
      message: `The database has rows already (in ${filled}): import into an empty one.`
    })
  }
  const tables = sink.tables.length
  if (migration === sink.migration) {
    const unordered = inAnyOrder(sink, tablesAt(path, migration))
    const rows = yield* importRows(path, nextLine, migration, unordered.sink, admit)
    yield* unordered.end
    return { tables, rows } satisfies Transferred
  }
  const old = yield* tablesAt(path, migration)
  const rows = yield* importRows(path, nextLine, migration, old.sink, admit)
  yield* old.handOn(sink)
  return { tables, rows } satisfies Transferred
}, Effect.scoped)

/** How an export is read. */
export interface ImportOptions {
  /** Takes every row unless it is given. */
  readonly admit?: Admit
  readonly tablesAt: TablesAt
}

/** Reads what `exportTo` wrote into an empty database, which the caller makes take all of it or nothing. */
export const importFrom = Effect.fn("importFrom")(function* <E, R>(
  path: string,
  sink: Sink<E, R>,
  options: ImportOptions
) {
  const file = createReadStream(path)
  const source = isCompressed(path) ? file.pipe(createGunzip()) : file
  // A stream that fails must end the reading, whichever of the two it was.
  if (source !== file) file.once("error", (cause) => source.destroy(cause))
  return yield* importLines(path, linesOf(source), sink, options).pipe(
    Effect.ensuring(Effect.sync(() => file.destroy()))
  )
})
