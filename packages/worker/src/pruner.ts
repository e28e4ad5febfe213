/**
 * Removes what is kept no longer: logged calls, sums of usage, answers of idempotency keys, versions of what monitors watch,
 * results of batches, grants and sessions that ended, what arrived in inboxes, what was fetched, articles of news, and blobs that no
 * row names; but for what can be had again, nothing while the clock is doubted (`Ageing`). Large bodies that stand in rows still
 * leave them here.
 */

import { Assets } from "@kittiwake/core/assets/Assets"
import { Batches } from "@kittiwake/core/batches/Batches"
import { Blobs } from "@kittiwake/core/blobs/Blobs"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { Ageing } from "@kittiwake/core/internal/ageing/Ageing"
import { Idempotency } from "@kittiwake/core/internal/idempotency/Idempotency"
import { HistoryUpkeep } from "@kittiwake/core/monitors/MonitorHistory"
import { NewsUpkeep } from "@kittiwake/core/news/News"
import { PagesUpkeep } from "@kittiwake/core/pages/Pages"
import { SearchUpkeep } from "@kittiwake/core/search/Search"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { SitesUpkeep } from "@kittiwake/core/sites/Sites"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Duration, Effect, Layer } from "effect"
import { Pulse } from "./Pulse.ts"
import { type Upkeep, upkeepLoop } from "./upkeepLoop.ts"

export interface PrunerOptions extends Upkeep {
  /** Most records removed in one write. */
  readonly limit: number
  /** Most large bodies that leave their rows in one go, each of megabytes. */
  readonly moves: number
}

/** Writes of this size take milliseconds, so that nobody waits for them. */
export const prunerDefaults: PrunerOptions = {
  every: Duration.seconds(30),
  idle: Duration.minutes(10),
  limit: 1_000,
  moves: 20
}

export const layer = (options: Partial<PrunerOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { limit, moves, ...upkeep } = { ...prunerDefaults, ...options }
      const ageing = yield* Ageing
      const usage = yield* Usage
      const idempotency = yield* Idempotency
      const assets = yield* Assets
      const blobs = yield* Blobs
      const batches = yield* Batches
      const grants = yield* Grants
      const sessions = yield* Sessions
      const inbox = yield* Inbox
      const history = yield* HistoryUpkeep
      const pages = yield* PagesUpkeep
      const sites = yield* SitesUpkeep
      const search = yield* SearchUpkeep
      const news = yield* NewsUpkeep
      const pulse = yield* Pulse

      /**
       * Removes until there is less left than one write may take; tells whether there was anything. What fails here must not keep
       * the rest from its turn.
       */
      const prune = (what: string, some: Effect.Effect<number, unknown>, most = limit) =>
        Effect.gen(function* () {
          for (let removed = 0; ; ) {
            yield* pulse.beat("pruner")
            const more = yield* some
            removed += more
            if (more !== most) return removed > 0
          }
        }).pipe(Effect.catchCause((cause) => Effect.logError(`pruner: ${what} failed`, cause).pipe(Effect.as(true))))

      /** Up to `limit` pages, addresses of crawls and entries of the index each; tells how much there was of what there was most. */
      const pruneFetched = Effect.all([pages.prune(limit), sites.prune(limit), search.prune(limit)]).pipe(
        Effect.map((removed) => Math.max(...removed)),
        Effect.withSpan("Web.prune")
      )

      /** Any number of workers may do this at once: each stretch is claimed by one. */
      const swept = blobs.sweep(limit).pipe(
        Effect.tap((stretch) =>
          (stretch?.removed ?? 0) > 0
            ? Effect.logInfo("blobs.swept").pipe(Effect.annotateLogs({ removed: stretch?.removed }))
            : Effect.void
        ),
        Effect.map((stretch) => stretch?.looked ?? 0)
      )

      const forget = Effect.all([
        prune("usage", usage.prune(limit)),
        prune("idempotency keys", idempotency.prune(limit)),
        prune("history of monitors", history.prune(limit)),
        prune("batches", batches.prune(limit)),
        prune(
          "grants",
          Effect.map(grants.sweep(limit), (swept) => Math.min(swept, limit))
        ),
        prune(
          "sessions",
          Effect.map(sessions.sweep(limit), (swept) => Math.min(swept, limit))
        ),
        prune("inboxes", inbox.prune(limit)),
        prune("assets", assets.prune(limit)),
        prune("news", news.prune(limit)),
        prune("blobs that no row names", swept)
      ])

      const mayForget = Effect.catchCause(ageing.mayForget, (cause) =>
        Effect.logError("pruner: looking at the clock failed", cause).pipe(Effect.as(false))
      )

      const pass = Effect.gen(function* () {
        const forgotten = (yield* mayForget) ? yield* forget : []
        const others = [
          // What can be had again goes for want of room, too.
          yield* prune("what was fetched", pruneFetched),
          yield* prune("large bodies in rows", blobs.moveLarge(moves), moves)
        ]
        return [...forgotten, ...others].includes(true)
      })

      yield* upkeepLoop("pruner", upkeep, pass)
    })
  )
