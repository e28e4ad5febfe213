/** Part of a list, in the order that all lists have. */
import { comparePositions, type Position, type Slice } from "../paging/domain/Page.ts"

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
