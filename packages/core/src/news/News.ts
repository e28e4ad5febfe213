/**
 * All a caller may ask of news: what sources reported of a company.
 *
 * Sources report articles (`keepArticles`), the index finds them by whom they speak of; how names, shares and copies are told stands in `domain`.
 */
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { KnownBrandPorts } from "../brands/knownBrand.ts"
import { ShippedList } from "../brands/ShippedList.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { WebError } from "../pages/errors.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { SearchUnavailable } from "../search/errors.ts"
import type { Call } from "../web/domain/Call.ts"
import { countGathering } from "./countGathering.ts"
import { GatheringBounds } from "./GatheringBounds.ts"
import * as gathering from "./gatherFor.ts"
import { gatherDue } from "./gatherSource.ts"
import { NewsBounds } from "./NewsBounds.ts"
import { NewsStore } from "./NewsStore.ts"
import { type NewsPage, type NewsRequest, searchNews } from "./searchNews.ts"

export type { Entity } from "./domain/Entity.ts"
export type { ArticleRecord, MatchLevel } from "./domain/NewsEntry.ts"
export type { NewsFilter, NewsOrder } from "./NewsStore.ts"
export type { Article, NewsPage, NewsRequest } from "./searchNews.ts"

type NewsPorts = ChargePorts | Cursors | KnownBrandPorts | NewsStore

/** Finds news for those who pay for it. */
export class News extends Context.Service<
  News,
  {
    /** A page of articles that speak of a company. */
    readonly search: (
      call: Call,
      request: NewsRequest
    ) => Effect.Effect<Charged<NewsPage>, InvalidCursor | SearchUnavailable | WebError>
  }
>()("@kittiwake/core/news/News") {
  static readonly layer = Layer.effect(
    News,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<NewsPorts>())
      return News.of({ search: bound(searchNews) })
    })
  ).pipe(Layer.provide([ShippedList.layer, gathering.layer]))
}

/** How long stories are found for copies of their articles. */
const bandsKept = Duration.days(3)

/** Everything that asking sources stands on. */
type GatheringPorts = Effect.Services<ReturnType<typeof gatherDue>>

/**
 * Asks the sources of news by and by, and keeps the index within its bounds. It stands apart, because nobody asks and nobody pays for it.
 */
export class NewsUpkeep extends Context.Service<
  NewsUpkeep,
  {
    /** Whether any source is asked, as `GatheringBounds` says. */
    readonly gathers: boolean

    /**
     * Asks a source whose turn it is, and keeps what it reports; tells whether there was one. Any number of processes may do this, as often
     * at once as they like: a source is asked by one, and of a host one at a time.
     */
    readonly gather: Effect.Effect<boolean, StoreUnavailable>

    /** Drops up to `limit` articles that are kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
    /** How many articles there are. */
    readonly count: Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/news/NewsUpkeep") {
  static readonly layer = Layer.effect(
    NewsUpkeep,
    Effect.gen(function* () {
      const store = yield* NewsStore
      const bound = bind(yield* Effect.context<GatheringPorts>())
      const { keepFor, maxArticles } = yield* NewsBounds
      yield* countGathering.begin
      return NewsUpkeep.of({
        gathers: (yield* GatheringBounds).sources > 0,
        gather: bound(gatherDue)(1),
        prune: Effect.fnUntraced(function* (limit) {
          const now = yield* DateTime.now
          const since = (duration: Duration.Duration) => DateTime.subtractDuration(now, duration).epochMilliseconds
          return yield* store.prune({ keepSince: since(keepFor), maxArticles, bandsSince: since(bandsKept) }, limit)
        }),
        count: store.count
      })
    })
  )
}
