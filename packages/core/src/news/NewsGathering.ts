/** Who looks for news of a company that nobody asked for before. */
import { Context, Effect } from "effect"

export interface NewsGathering {
  /**
   * Reads what the company's site publishes and keeps it, within the time, when that was not done lately. It never fails: what could not be
   * read is not there.
   */
  readonly gatherFor: (domain: string, leftMillis: number) => Effect.Effect<void>
}

/** Nobody looks unless somebody is named. */
export const NewsGathering = Context.Reference<NewsGathering>("@kittiwake/core/news/NewsGathering", {
  defaultValue: () => ({ gatherFor: () => Effect.void })
})
