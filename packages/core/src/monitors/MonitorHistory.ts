/** All a caller may do with what monitors kept. */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { pruneVersions } from "./pruneVersions.ts"
import type { VersionStore } from "./VersionStore.ts"

/** Keeps history within its bounds. It stands apart, because it needs nothing that reading history stands on. */
export class HistoryUpkeep extends Context.Service<
  HistoryUpkeep,
  {
    /** Drops up to `limit` versions that are kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/HistoryUpkeep") {
  /** Upkeep that keeps versions for as long as `HistoryBounds` says. */
  static readonly layer = Layer.effect(
    HistoryUpkeep,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<VersionStore>())
      return HistoryUpkeep.of({ prune: bound(pruneVersions) })
    })
  )
}
