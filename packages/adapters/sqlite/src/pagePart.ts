/** Parts of lists whose rows may be large. */
import { type Part, type Position, partWithin, readWithin, wholePart } from "@kittiwake/core/paging/domain/Page"

/** The rows that a page has room for; of those that are found, none is read beyond the first that it has not. */
export const pagePart = <Row>(
  found: Iterable<Row>,
  bytesOf: (row: Row) => number,
  positionOf: (row: Row) => Position
): Part<Row> => partWithin(wholePart(readWithin(found, bytesOf).rows), bytesOf, positionOf)
