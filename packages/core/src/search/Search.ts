/**
 * All a caller may ask of the search: pages of the web, and what they say.
 *
 * Whoever stands behind `SearchBackends` is asked, the pages that the installation has read among them; what a question is, what fits it
 * and how lists become one stands in `domain`.
 */
import { Context, Duration, Effect, Exit, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import { cachedWhilePassed } from "../passedCache.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Call } from "../web/domain/Call.ts"
import type { DeadlinePassed } from "../web/errors.ts"
import type { SearchUnavailable } from "./errors.ts"
import { type IndexSize, PageIndex } from "./PageIndex.ts"
import { pruneIndex } from "./pruneIndex.ts"
import { SearchRounds } from "./SearchRounds.ts"
import { type SearchAnswer, type SearchRequest, searchPages } from "./searchPages.ts"
import { type FoundPages, type SearchPorts, searchWeb, type WebQuestion } from "./searchWeb.ts"

export type { HitCode } from "./domain/HitMarkdown.ts"
export type { FoundHit } from "./domain/mergeHits.ts"
export type { Relevance } from "./domain/relevance.ts"
export type { AskedBackend } from "./SearchRounds.ts"
export type { HitMarkdown, HitReading } from "./scrapeHits.ts"
export type { SearchAnswer, SearchRequest, SearchResult } from "./searchPages.ts"
export type { FoundPages, WebQuestion } from "./searchWeb.ts"

/**
 * Searches the web.
 *
 * **Details.** A call of `search` is charged once, by its request id, when it is answered; what is not answered costs nothing.
 */
export class Search extends Context.Service<
  Search,
  {
    /** Pages that fit, as Markdown where that is wanted. */
    readonly search: (
      call: Call,
      request: SearchRequest
    ) => Effect.Effect<Charged<SearchAnswer>, SearchUnavailable | WebError>

    /** Pages that fit, for other work that looks for them: nothing is charged. */
    readonly find: (question: WebQuestion) => Effect.Effect<FoundPages, DeadlinePassed | SearchUnavailable>
  }
>()("@kittiwake/core/search/Search") {
  /** Gives `SearchRounds` too, so that whoever else searches knows which backends rest. */
  static readonly layer = Layer.effect(
    Search,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<CapturePorts | ChargePorts | SearchPorts>())
      return Search.of({ search: bound(searchPages), find: bound(searchWeb) })
    })
  ).pipe(Layer.provideMerge(SearchRounds.layer))
}

/** However many ask how much there is, the storage is asked once in this time. */
const sizeLasts = Duration.seconds(10)

/** Keeps the index of what was read within its bounds. It stands apart, because it needs nothing that searching stands on. */
export class SearchUpkeep extends Context.Service<
  SearchUpkeep,
  {
    /** Drops up to `limit` pages that are found no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>

    /** How much there is, as it was some seconds ago at most. */
    readonly size: Effect.Effect<IndexSize, StoreUnavailable>
  }
>()("@kittiwake/core/search/SearchUpkeep") {
  static readonly layer = Layer.effect(
    SearchUpkeep,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<PageIndex>())
      const size = yield* cachedWhilePassed((yield* PageIndex).size, (exit) =>
        // A storage that does not answer is asked again by the next.
        Exit.isSuccess(exit) ? sizeLasts : Duration.zero
      )
      return SearchUpkeep.of({ prune: bound(pruneIndex), size })
    })
  )
}
