/** Takes the sources of a list in OPML, for doors that are handed one. */
import { Context, Effect, Layer } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { SourcesTaken } from "./domain/ListedFeed.ts"
import { FeedReader, type FeedUnreadable } from "./FeedReader.ts"
import { NewsSources } from "./NewsSources.ts"

export class NewsLists extends Context.Service<
  NewsLists,
  {
    /** Chooses what a list in OPML names; nothing of one that cannot be read. */
    readonly take: (bytes: Uint8Array) => Effect.Effect<SourcesTaken, FeedUnreadable | StoreUnavailable>
  }
>()("@kittiwake/core/news/NewsLists") {
  static readonly layer = Layer.effect(
    NewsLists,
    Effect.gen(function* () {
      const reader = yield* FeedReader
      const { add } = yield* NewsSources
      return NewsLists.of({ take: (bytes) => Effect.flatMap(reader.readList(bytes), add) })
    })
  )
}
