/** Keeps the index of what was read within its bounds. It stands apart, because it needs nothing that searching stands on. */
import { Context, DateTime, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { IndexBounds } from "./IndexBounds.ts"
import { PageIndex } from "./PageIndex.ts"

const pruneIndex = Effect.fnUntraced(function* (limit: number) {
  const { keepFor, maxBytes, maxPages } = yield* IndexBounds
  const keepSince = DateTime.subtractDuration(yield* DateTime.now, keepFor)
  return yield* (yield* PageIndex).prune({ keepSince, maxPages, maxBytes }, limit)
})

export class SearchUpkeep extends Context.Service<
  SearchUpkeep,
  {
    /** Drops up to `limit` pages that are found no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/search/SearchUpkeep") {
  static readonly layer = Layer.effect(
    SearchUpkeep,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<PageIndex>())
      return SearchUpkeep.of({ prune: bound(pruneIndex) })
    })
  )
}
