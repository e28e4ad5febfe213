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
  ).pipe(Layer.provide(ShippedList.layer))
}

/** How long stories are found for copies of their articles. */
const bandsKept = Duration.days(3)

/** Keeps the index of news within its bounds, and tells how much it holds. */
export class NewsUpkeep extends Context.Service<
  NewsUpkeep,
  {
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
      return NewsUpkeep.of({
        prune: Effect.fnUntraced(function* (limit) {
          const { keepFor, maxArticles } = yield* NewsBounds
          const now = yield* DateTime.now
          const since = (duration: Duration.Duration) => DateTime.subtractDuration(now, duration).epochMilliseconds
          return yield* store.prune({ keepSince: since(keepFor), maxArticles, bandsSince: since(bandsKept) }, limit)
        }),
        count: store.count
      })
    })
  )
}
