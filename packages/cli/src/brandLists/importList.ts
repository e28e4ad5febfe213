/** Takes a list into the index: read as it comes, handed over in parts, each with the place up to which it goes. */
import type { BrandImport, BrandListName, ListProblem } from "@kittiwake/core/brands/domain/BrandImport"
import type { ReadRow, Registrable } from "@kittiwake/core/internal/brands/domain/listRows"
import type { ListedBrand } from "@kittiwake/core/internal/brands/domain/meetListed"
import { Effect, Stream } from "effect"
import { type CommandFailed, failed, wrongUsage } from "../CommandFailed.ts"
import { fileProblem } from "../commands/fileProblem.ts"
import type { Operator } from "../operator/Operator.ts"
import { type ListBytes, listBytes } from "./listBytes.ts"
import { type ListKind, listKind, namedKind } from "./listKind.ts"
import { type ListRecord, listRecords } from "./listRecords.ts"
import { rowReader, wantsOf } from "./rowReader.ts"

/** Rows that tell of brands and are written together, some hundredths of a second of whoever writes; and rows that are looked at. */
const together = { listed: 250, rows: 20_000 } as const

/** Rows that could not be read and are named with one part. */
const mostProblems = 5

export interface ListChoice {
  /** Null reads standard input. */
  readonly path: string | null
  readonly name: string
  /** Null where its content tells. */
  readonly list: BrandListName | null
  /** Takes only so many rows from its beginning; null takes all. */
  readonly first: number | null
  readonly again: boolean
}

const known =
  "Wikidata, GLEIF, the SEC, Tranco, Majestic and Umbrella make lists that are known (--kind says which it is)"

const counted = (count: number): string => count.toLocaleString("en")

/** A list that could be read up to some row, and no further. */
class ListBroken extends Error {
  readonly row: number

  constructor(row: number, cause: unknown) {
    super("", { cause })
    this.row = row
  }
}

const problemOf =
  (name: string) =>
  (cause: unknown): CommandFailed => {
    const [place, why] = cause instanceof ListBroken ? [` after row ${counted(cause.row)}`, cause.cause] : ["", cause]
    return failed(`Cannot read ${name}${place}: ${fileProblem(why).replace(/\.$/, "")}.`)
  }

/** The records; where they break off, the error knows behind which. */
async function* upToBreak(records: AsyncIterable<ListRecord>, from: number): AsyncGenerator<ListRecord> {
  let last = from
  try {
    for await (const record of records) {
      last = record.row
      yield record
    }
  } catch (cause) {
    throw last === 0 ? cause : new ListBroken(last, cause)
  }
}

/** The list, and what it is. */
export const openList = Effect.fnUntraced(function* ({ list, name, path }: ListChoice, registrable: Registrable) {
  const bytes = yield* Effect.tryPromise({ try: () => listBytes(path), catch: problemOf(name) })
  const found = listKind(bytes.head, registrable)
  const kind = list === null ? found : namedKind(list, found)
  if (kind !== null) return { bytes, kind }
  return yield* wrongUsage(
    found === null || list === null
      ? `${name} begins as no list that is known. ${known}.`
      : `${name} begins as one of ${found.list}, and not as one of ${list}.`
  )
})

/** Rows of a part. */
interface Gathered {
  readonly listed: ReadonlyArray<ListedBrand>
  readonly problems: ReadonlyArray<ListProblem>
  readonly skipped: number
  readonly bad: number
  readonly last: ListRecord
}

/** Gathers records into parts; none is left over. */
async function* partsOf(
  records: AsyncIterable<ListRecord>,
  read: (value: unknown) => ReadRow,
  first: number | null
): AsyncGenerator<Gathered> {
  let listed: Array<ListedBrand> = []
  let problems: Array<ListProblem> = []
  let [skipped, bad, count] = [0, 0, 0]
  let last: ListRecord | null = null
  const part = (to: ListRecord): Gathered => {
    const gathered = { listed, problems, skipped, bad, last: to }
    listed = []
    problems = []
    ;[skipped, bad, count] = [0, 0, 0]
    return gathered
  }
  for await (const record of records) {
    last = record
    count += 1
    const row = record.read === null || "problem" in record.read ? record.read : read(record.read.value)
    if (row === null) skipped += 1
    else if (!("problem" in row)) listed.push(row)
    else {
      bad += 1
      if (problems.length < mostProblems) problems.push({ row: record.row, message: row.problem })
    }
    // Nothing is waited for behind the last row that is wanted.
    if (first !== null && record.row >= first) break
    if (listed.length >= together.listed || count >= together.rows) yield part(record)
  }
  if (last !== null && count > 0) yield part(last)
}

export interface ImportProgress {
  readonly state: BrandImport
  /** The part of the list that was read, as far as its size is known. */
  readonly share: number | null
}

const digestOf = (bytes: ListBytes, kind: ListKind, first: number | null) =>
  `${kind.list}-${bytes.digest}${first === null ? "" : `-${first}`}`

/** What an import came to, and where it began this time. */
export interface Imported {
  readonly state: BrandImport
  readonly from: number
  readonly wasDone: boolean
}

/** Lets go of the list however its import ends. */
const closing = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  _: unknown,
  __: unknown,
  { bytes }: { readonly bytes: ListBytes }
): Effect.Effect<A, E, R> => Effect.ensuring(work, Effect.sync(bytes.close))

/** Takes what is left of a list. Each part is written before the next is read, so that nothing grows with the list. */
export const importList = Effect.fnUntraced(function* <E>(
  operator: Pick<Operator["Service"], "beginBrandImport" | "takeBrands">,
  choice: ListChoice,
  { bytes, kind }: { readonly bytes: ListBytes; readonly kind: ListKind },
  registrable: Registrable,
  show: (progress: ImportProgress) => Effect.Effect<void, E>
) {
  const id = digestOf(bytes, kind, choice.first)
  const begun = yield* operator.beginBrandImport({ id, list: kind.list, name: choice.name, again: choice.again })
  const imported = (state: BrandImport): Imported => ({ state, from: begun.rows, wasDone: begun.endedAt !== null })
  if (begun.endedAt !== null) return imported(begun)
  let state = begun
  const records = upToBreak(listRecords(bytes, kind.format, wantsOf(kind), begun), begun.rows)
  const parts = partsOf(records, rowReader(kind, registrable), choice.first)
  yield* Stream.fromAsyncIterable(parts, problemOf(choice.name)).pipe(
    Stream.runForEach(({ last, ...part }) =>
      Effect.gen(function* () {
        const place = { id, from: state.rows, rows: last.row, bytes: last.bytes, ends: false }
        state = yield* operator.takeBrands({ ...place, ...part })
        yield* show({ state, share: bytes.size === null ? null : Math.min(1, bytes.read() / bytes.size) })
      })
    )
  )
  const end = { id, from: state.rows, rows: state.rows, bytes: state.bytes, ends: true }
  return imported(yield* operator.takeBrands({ ...end, listed: [], problems: [], skipped: 0, bad: 0 }))
}, closing)
