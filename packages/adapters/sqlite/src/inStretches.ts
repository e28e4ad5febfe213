/** The main thread's side of lists that are read in stretches. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import type { SliceRow } from "./newestFirst.ts"
import type { Stretch } from "./reads/stretches.ts"

/** Reads stretch after stretch until the slice is full or the list has ended. */
export const inStretches = Effect.fnUntraced(function* <Row>(
  slice: SliceRow,
  read: (slice: SliceRow) => Effect.Effect<Stretch<Row>, StoreUnavailable>
) {
  const found: Array<Row> = []
  let rest = slice
  for (;;) {
    const { next, rows } = yield* read(rest)
    found.push(...rows)
    if (next === null) return found
    rest = { limit: slice.limit - found.length, afterAt: next.at, afterId: next.id }
  }
})
