/** Removes what is kept no longer: logged calls, sums of usage, answers of idempotency keys, versions of what monitors watch, and what was fetched. */

import { Assets } from "@kittiwake/core/assets/Assets"
import { Idempotency } from "@kittiwake/core/internal/idempotency/Idempotency"
import { HistoryUpkeep } from "@kittiwake/core/monitors/MonitorHistory"
import { PagesUpkeep } from "@kittiwake/core/pages/Pages"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { SitesUpkeep } from "@kittiwake/core/sites/Sites"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Duration, Effect, Layer } from "effect"
import { Pulse } from "./Pulse.ts"
import { type Upkeep, upkeepLoop } from "./upkeepLoop.ts"

export interface PrunerOptions extends Upkeep {
  /** Most records removed in one write. */
  readonly limit: number
}

/** Writes of this size take milliseconds, so that nobody waits for them. */
export const prunerDefaults: PrunerOptions = {
  every: Duration.seconds(30),
  idle: Duration.minutes(10),
  limit: 1_000
}

export const layer = (options: Partial<PrunerOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { limit, ...upkeep } = { ...prunerDefaults, ...options }
      const usage = yield* Usage
      const idempotency = yield* Idempotency
      const assets = yield* Assets
      const history = yield* HistoryUpkeep
      const pages = yield* PagesUpkeep
      const sites = yield* SitesUpkeep
      const pulse = yield* Pulse

      /**
       * Removes until there is less left than one write may take; tells whether there was anything. What fails here must not keep
       * the rest from its turn.
       */
      const prune = (what: string, some: Effect.Effect<number, StoreUnavailable>) =>
        Effect.gen(function* () {
          for (let removed = 0; ; ) {
            yield* pulse.beat("pruner")
            const more = yield* some
            removed += more
            if (more !== limit) return removed > 0
          }
        }).pipe(Effect.catchCause((cause) => Effect.logError(`pruner: ${what} failed`, cause).pipe(Effect.as(true))))

      /** Up to `limit` pages, assets and addresses of crawls each; tells how much there was of what there was most. */
      const pruneFetched = Effect.all([pages.prune(limit), assets.prune(limit), sites.prune(limit)]).pipe(
        Effect.map((removed) => Math.max(...removed)),
        Effect.withSpan("Web.prune")
      )

      const pass = Effect.all([
        prune("usage", usage.prune(limit)),
        prune("idempotency keys", idempotency.prune(limit)),
        prune("history of monitors", history.prune(limit)),
        prune("what was fetched", pruneFetched)
      ]).pipe(Effect.map((removed) => removed.includes(true)))

      yield* upkeepLoop("pruner", upkeep, pass)
    })
  )
