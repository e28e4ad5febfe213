/** A page of a list that stays stable while rows are added. */
import type { DateTime } from "effect"

/** The place of a row in a list ordered newest first: its moment, then its id. */
export interface Position {
  readonly at: DateTime.Utc
  readonly id: string
}

/** Which part of a list is wanted: at most `limit` rows that come strictly after `after`. */
export interface Slice {
  readonly limit: number
  readonly after: Position | null
}

/**
 * What one look at a list found. Whoever asks for what is rare could make a store look at all that it has, so a look ends
 * after some ten thousand rows, and whoever wants more goes on from where it ended.
 */
export interface Part<A> {
  readonly rows: ReadonlyArray<A>
  /** Where the look ended before it had enough rows and before the end of the list: more may come after this place. */
  readonly endedAt: Position | null
}

/** A part with all that was wanted, or with the end of the list. */
export const wholePart = <A>(rows: ReadonlyArray<A>): Part<A> => ({ rows, endedAt: null })

/** Bytes of the rows of one page, about: a hundred rows may be of 60 KB each. A page has one row at least. @internal */
export const pageBytes = 1024 * 1024

/** The rows of a part that one page has room for; what is beyond comes with the next. @internal */
export const partWithin = <A>(
  part: Part<A>,
  bytesOf: (row: A) => number,
  positionOf: (row: A) => Position
): Part<A> => {
  let bytes = 0
  const end = part.rows.findIndex((row, place) => {
    bytes += bytesOf(row)
    return place > 0 && bytes > pageBytes
  })
  const last = end === -1 ? undefined : part.rows[end - 1]
  return last === undefined ? part : { rows: part.rows.slice(0, end), endedAt: positionOf(last) }
}

/**
 * What is made of rows as they are found, until a page has no room for the next; whether more may come, of which none was made. A page of
 * a hundred large rows has room for a few of them. @internal
 */
export const madeWithin = <A, B>(
  found: Iterable<A>,
  make: (row: A) => B,
  bytesOf: (made: B, row: A) => number
): { readonly rows: ReadonlyArray<B>; readonly isCut: boolean } => {
  const rows: Array<B> = []
  let bytes = 0
  for (const row of found) {
    const made = make(row)
    bytes += bytesOf(made, row)
    if (rows.length > 0 && bytes > pageBytes) return { rows, isCut: true }
    rows.push(made)
  }
  return { rows, isCut: false }
}

/** Which page of a list is wanted; without a cursor, the first. */
export interface PageRequest {
  readonly limit: number
  readonly cursor: string | undefined
}

/**
 * Rows of a list, with the cursor of the next page, or null at the end. A page may have fewer rows than were asked for, or none,
 * and still have a cursor: then what was looked through held no more of them, or they are large.
 */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly nextCursor: string | null
}

/** The fewest and most rows a caller may ask for, and what it gets without asking. @internal */
export const pageLimit = { minimum: 1, maximum: 100, default: 25 } as const

/** Compares two positions newest first; negative when `a` comes before `b` in the list. @internal */
export const comparePositions = (a: Position, b: Position): number =>
  b.at.epochMilliseconds - a.at.epochMilliseconds || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
