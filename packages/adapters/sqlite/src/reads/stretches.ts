/**
 * Lists with conditions that no index knows, read in stretches.
 *
 * Whoever asks for what is rare may make a list look at all it has. So one read looks at a bounded number of rows, from the
 * place where the slice begins, and tells where it stopped; the caller asks again until it has enough. Between two
 * stretches it is somebody else's turn.
 */
import { madeWithin } from "@kittiwake/core/paging/domain/Page"
import type { Connection, Value } from "../Connection.ts"
import { newestFirst, type SliceRow, sliceValues } from "../newestFirst.ts"

/** Rows that one read looks at. */
const stretchRows = 5_000

/** The rows that were found, and where to go on; null when there are enough, or no more. */
export interface Stretch<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly next: { readonly at: number; readonly id: string } | null
}

/** A list in which stretches are read: by an index on what `owned` compares, `at` and `id`. */
export interface StretchedList<Row> {
  /** The columns and tables of the rows, with an alias for the one that is walked through. */
  readonly select: string
  /** The table that is walked through, with its alias. */
  readonly table: string
  /** What the index knows of a row. */
  readonly owned: ReadonlyArray<string>
  readonly at: string
  readonly id: string
  /** What must hold of a row. */
  readonly conditions: ReadonlyArray<string>
  /** Of rows that may be large: how large one is, and its place. A stretch ends with the first that a page has no room for. */
  readonly large?: { readonly bytesOf: (row: Row) => number; readonly placeOf: (row: Row) => Place }
}

interface Place {
  readonly at: number
  readonly id: string
}

/** A read of a stretch of the list. Its values are those of what is owned, and those of the conditions. */
export const stretched = <Row>({ at, conditions, id, large, owned, select, table }: StretchedList<Row>) => {
  const lastText = `select ${at} as at, ${id} as id from ${table} ${newestFirst(at, id, owned)}
    offset ${stretchRows - 1}`
  const rowsText = `select ${select} ${newestFirst(at, id, [...owned, `(${at}, ${id}) >= (?, ?)`, ...conditions])}`

  return (db: Connection, owner: ReadonlyArray<Value>, slice: SliceRow, values: ReadonlyArray<Value>): Stretch<Row> => {
    const last = db.get<Place>(lastText, ...owner, ...sliceValues({ ...slice, limit: 1 }))
    const { at: atLeast, id: idLeast } = last ?? beginning
    const given = [...owner, atLeast, idLeast, ...values, ...sliceValues(slice)]
    if (large !== undefined) return stretchWithin(db.iterate<Row>(rowsText, ...given), large, slice.limit, last ?? null)
    const rows = db.all<Row>(rowsText, ...given)
    return { rows, next: rows.length >= slice.limit || last === undefined ? null : last }
  }
}

/** A stretch of rows that may be large, which are not read beyond what a page has room for. */
const stretchWithin = <Row>(
  found: Iterable<Row>,
  { bytesOf, placeOf }: NonNullable<StretchedList<Row>["large"]>,
  limit: number,
  last: Place | null
): Stretch<Row> => {
  const { isCut, rows } = madeWithin(found, (row) => row, bytesOf)
  if (rows.length >= limit) return { rows, next: null }
  return { rows, next: isCut ? placeOf(rows.at(-1)!) : last }
}

/** Before every row. */
const beginning: Place = { at: Number.MIN_SAFE_INTEGER, id: "" }
