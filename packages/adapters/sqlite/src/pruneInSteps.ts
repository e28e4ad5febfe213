import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import type { PruneStep } from "./writes/pruneStep.ts"

/**
 * Prunes in steps of at most `most` rows, until `limit` are found or nothing is left; tells how many were found. Each
 * step is a call of its own, so that other writes take their turn between them.
 */
export const pruneInSteps = Effect.fnUntraced(function* (
  limit: number,
  most: number,
  step: (limit: number) => Effect.Effect<PruneStep, StoreUnavailable>
) {
  let total = 0
  while (total < limit) {
    const { found, isMore } = yield* step(Math.min(limit - total, most))
    total += found
    if (!isMore) break
  }
  return total
})
