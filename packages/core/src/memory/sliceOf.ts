/** Part of a list, in the order that all lists have. */
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { comparePositions, type Part, type Position, partWithin, type Slice, wholePart } from "../paging/domain/Page.ts"

/** The rows for which `shown` holds, newest first, as far as the slice wants them. */
export const sliceOf = <A>(
  rows: Iterable<A>,
  slice: Slice,
  options: { readonly shown: (row: A) => boolean; readonly position: (row: A) => Position }
): ReadonlyArray<A> => {
  const found: Array<{ readonly row: A; readonly position: Position }> = []
  for (const row of rows) {
    if (!options.shown(row)) continue
    const position = options.position(row)
    if (slice.after === null || comparePositions(slice.after, position) < 0) found.push({ row, position })
  }
  found.sort((a, b) => comparePositions(a.position, b.position))
  return found.slice(0, slice.limit).map(({ row }) => row)
}

/** The same of rows that may be large: what is told of as many as a page has room for. */
export const pageOf = <A, B>(
  rows: Iterable<A>,
  slice: Slice,
  { told, ...options }: Parameters<typeof sliceOf<A>>[2] & { readonly told: (row: A) => B }
): Part<B> => {
  const found = sliceOf(rows, slice, options).map((row) => ({ at: options.position(row), row: told(row) }))
  const part = partWithin(
    wholePart(found),
    ({ row }) => heldBytes(row),
    ({ at }) => at
  )
  return { endedAt: part.endedAt, rows: part.rows.map(({ row }) => row) }
}
