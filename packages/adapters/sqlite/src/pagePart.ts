/** Parts of lists whose rows may be large. */
import { madeWithin, type Part, type Position } from "@kittiwake/core/paging/domain/Page"

/** What is made of a row of the list, how large the row is, and where it stands. */
export interface LargeRow<Row, A> {
  readonly make: (row: Row) => A
  readonly bytesOf: (row: Row) => number
  readonly positionOf: (row: Row) => Position
}

/** The rows that a page has room for: no more are read than it takes to know that, and no others made. */
export const pagePart = <Row, A>(found: Iterable<Row>, { bytesOf, make, positionOf }: LargeRow<Row, A>): Part<A> => {
  const { isCut, rows } = madeWithin(
    found,
    (row) => row,
    (_, row) => bytesOf(row)
  )
  const last = isCut ? rows.at(-1) : undefined
  return { rows: rows.map(make), endedAt: last === undefined ? null : positionOf(last) }
}
