/** The main thread's side of lists that are read in stretches. */
import type { Part, Slice } from "@kittiwake/core/paging/domain/Page"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import { momentOf } from "./moments.ts"
import { type SliceRow, sliceRow } from "./newestFirst.ts"
import type { Stretch } from "./reads/stretches.ts"

/** Stretches that one look reads at most, each of some thousand rows. */
const mostStretches = 2

/** Reads stretch after stretch until the slice is full, the list has ended, or the look has been long enough. */
export const inStretches = Effect.fnUntraced(function* <Row>(
  slice: Slice,
  read: (slice: SliceRow) => Effect.Effect<Stretch<Row>, StoreUnavailable>
) {
  const rows: Array<Row> = []
  let rest = sliceRow(slice)
  for (let stretches = 1; ; stretches++) {
    const part = yield* read(rest)
    rows.push(...part.rows)
    const { next } = part
    if (next === null) return { rows, endedAt: null } satisfies Part<Row>
    if (stretches === mostStretches)
      return { rows, endedAt: { at: momentOf(next.at), id: next.id } } satisfies Part<Row>
    rest = { limit: slice.limit - rows.length, afterAt: next.at, afterId: next.id }
  }
})
