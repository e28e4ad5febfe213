/** A scripted web with feeds, and a shelf that shows what was kept. */
import type { ArticleRecord, NewsEntry } from "@kittiwake/core/news/domain/NewsEntry"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import * as FeedReader from "@kittiwake/documents/FeedReader"
import { Context, Effect, Layer } from "effect"
import { layer as reading } from "../reading.ts"

/** What was kept, by address. */
export class Shelf extends Context.Service<
  Shelf,
  {
    readonly kept: Map<string, ArticleRecord>
    /** Whether the index does not answer. */
    isDown: boolean
    /** Runs after something was kept. */
    afterwards: Effect.Effect<void>
  }
>()("@kittiwake/core/test/news/Shelf") {}

const shelf = Layer.effectContext(
  Effect.sync(() => {
    const shown: Shelf["Service"] = { kept: new Map(), isDown: false, afterwards: Effect.void }
    const put = Effect.fnUntraced(function* (entries: ReadonlyArray<NewsEntry>) {
      if (shown.isDown) return yield* new StoreUnavailable({ operation: "put", cause: "down" })
      const fresh = entries.filter(({ record }) => !shown.kept.has(record.url))
      for (const { record } of fresh) shown.kept.set(record.url, record)
      yield* shown.afterwards
      return { added: fresh.length, filled: 0 }
    })
    const store = NewsStore.of({
      put,
      search: () => Effect.succeed([]),
      known: () => Effect.succeed(new Set()),
      count: Effect.sync(() => shown.kept.size),
      prune: () => Effect.succeed(0)
    })
    return Context.make(Shelf, shown).pipe(Context.add(NewsStore, store))
  })
)

export const layer = Layer.mergeAll(shelf, FeedReader.layer).pipe(Layer.provideMerge(reading))

/** A feed whose items have these addresses. */
export const rssOf = (...links: ReadonlyArray<string>): string =>
  `<rss><channel><title>Petrel News</title><link>https://petrel.com/</link>${links
    .map((link) => `<item><title>Petrel reports ${link}</title><link>${link}</link></item>`)
    .join("")}</channel></rss>`
