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

/** Which page of a list is wanted; without a cursor, the first. */
export interface PageRequest {
  readonly limit: number
  readonly cursor: string | undefined
}

/** Rows of a list, with the cursor of the next page, or null at the end. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly nextCursor: string | null
}

/** The fewest and most rows a caller may ask for, and what it gets without asking. */
export const pageLimit = { minimum: 1, maximum: 100, default: 25 } as const

/** Compares two positions newest first; negative when `a` comes before `b` in the list. */
export const comparePositions = (a: Position, b: Position): number =>
  b.at.epochMilliseconds - a.at.epochMilliseconds || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
