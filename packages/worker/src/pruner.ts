/** Removes what is kept no longer: logged calls, sums of usage, answers of idempotency keys, and what was fetched. */

import { Assets } from "@kittiwake/core/assets/Assets"
import { Idempotency } from "@kittiwake/core/internal/idempotency/Idempotency"
import { PagesUpkeep } from "@kittiwake/core/pages/Pages"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { SitesUpkeep } from "@kittiwake/core/sites/Sites"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Duration, Effect, Layer } from "effect"
import { Pulse } from "./Pulse.ts"
import { upkeepLoop } from "./upkeepLoop.ts"

export interface PrunerOptions {
  readonly every: Duration.Duration
  /** Most records removed in one write. */
  readonly limit: number
}

/** Writes of this size take milliseconds, so that nobody waits for them. */
export const prunerDefaults: PrunerOptions = { every: Duration.seconds(30), limit: 1_000 }

export const layer = (options: Partial<PrunerOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { every, limit } = { ...prunerDefaults, ...options }
      const usage = yield* Usage
      const idempotency = yield* Idempotency
      const assets = yield* Assets
      const pages = yield* PagesUpkeep
      const sites = yield* SitesUpkeep
      const pulse = yield* Pulse

      /** Removes until there is less left than one write may take. What fails here must not keep the rest from its turn. */
      const prune = (what: string, some: Effect.Effect<number, StoreUnavailable>) =>
        Effect.andThen(pulse.beat("pruner"), some).pipe(
          Effect.repeat({ while: (removed) => removed === limit }),
          Effect.catchCause((cause) => Effect.logError(`pruner: ${what} failed`, cause))
        )

      /** Up to `limit` pages, assets and addresses of crawls each; tells how much there was of what there was most. */
      const pruneFetched = Effect.all([pages.prune(limit), assets.prune(limit), sites.prune(limit)]).pipe(
        Effect.map((removed) => Math.max(...removed)),
        Effect.withSpan("Web.prune")
      )

      const pass = Effect.all(
        [
          prune("usage", usage.prune(limit)),
          prune("idempotency keys", idempotency.prune(limit)),
          prune("what was fetched", pruneFetched)
        ],
        { discard: true }
      )

      yield* upkeepLoop("pruner", every, pass)
    })
  )
