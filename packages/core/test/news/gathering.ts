/** A scripted web with feeds, and a shelf that shows what was kept. */
import { ArticleKeeper } from "@kittiwake/core/news/ArticleKeeper"
import type { ReportedArticle } from "@kittiwake/core/news/domain/ReportedArticle"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import * as FeedReader from "@kittiwake/documents/FeedReader"
import { Context, Effect, Layer } from "effect"
import { layer as reading } from "../reading.ts"

/** What was kept, by address. */
export class Shelf extends Context.Service<
  Shelf,
  {
    readonly kept: Map<string, ReportedArticle>
    /** Whether the index does not answer. */
    isDown: boolean
    /** Runs after something was kept. */
    afterwards: Effect.Effect<void>
  }
>()("@kittiwake/core/test/news/Shelf") {}

const shelf = Layer.effectContext(
  Effect.sync(() => {
    const shown: Shelf["Service"] = { kept: new Map(), isDown: false, afterwards: Effect.void }
    const keep = Effect.fnUntraced(function* (reports: ReadonlyArray<ReportedArticle>) {
      if (shown.isDown) return yield* new StoreUnavailable({ operation: "keep", cause: "down" })
      const fresh = reports.filter(({ url }) => !shown.kept.has(url))
      for (const report of fresh) shown.kept.set(report.url, report)
      yield* shown.afterwards
      return fresh.length
    })
    return Context.make(Shelf, shown).pipe(Context.add(ArticleKeeper, ArticleKeeper.of({ keep })))
  })
)

export const layer = Layer.mergeAll(shelf, FeedReader.layer).pipe(Layer.provideMerge(reading))

/** A feed whose items have these addresses. */
export const rssOf = (...links: ReadonlyArray<string>): string =>
  `<rss><channel><title>Petrel News</title><link>https://petrel.com/</link>${links
    .map((link) => `<item><title>Petrel reports ${link}</title><link>${link}</link></item>`)
    .join("")}</channel></rss>`
