/** Where articles go that sources report. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ReportedArticle } from "./domain/ReportedArticle.ts"

/**
 * Takes what sources report into the index.
 *
 * **Contract.** An article that is reported again is kept once: whoever was interrupted between keeping and what follows may keep again.
 */
export class ArticleKeeper extends Context.Service<
  ArticleKeeper,
  {
    /** Gives how many of them nobody had reported. */
    readonly keep: (reports: ReadonlyArray<ReportedArticle>) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/news/ArticleKeeper") {}
