/** Monitors of which a page has room, made of rows one after the other. */
import { heldBytes } from "../../budget/domain/heldBytes.ts"
import { madeWithin, type Part, type Position } from "../../paging/domain/Page.ts"
import type { Monitor } from "./Monitor.ts"

/** A target whose text is shorter takes little, whatever is in it. */
const smallLength = 2_048

/**
 * A schema of 60 KB may be one text, or ten thousand empty lists that take ten times as much: that shows only when it was made. `lengthOf`
 * gives the length of a target as it is stored. @internal
 */
export const monitorsWithin = <Row>(
  found: Iterable<Row>,
  make: (row: Row) => Monitor,
  lengthOf: (row: Row) => number,
  endedAt: Position | null
): Part<Monitor> => {
  const { isCut, rows } = madeWithin(found, make, ({ target }, row) => {
    const length = lengthOf(row)
    return length < smallLength ? length : heldBytes(target)
  })
  const last = rows.at(-1)
  return { rows, endedAt: isCut && last !== undefined ? { at: last.createdAt, id: last.id } : endedAt }
}
