/** Who looks for news of a company that nobody asked for before. */
import { Context, Effect } from "effect"

/** Whom news are looked for. */
export interface Sought {
  /** The registered name of its site; null where nobody knows it. */
  readonly domain: string | null
  /** What it is called, best first, for services outside; none where nobody outside may hear of it. */
  readonly names: ReadonlyArray<string>
  /** Who asks: what is found is kept for it; empty where nothing may be kept of who did. */
  readonly organizationId: string
}

export interface NewsGathering {
  /**
   * Reads what the company's site publishes, asks the services that are named, and keeps what they say, within the time, when that was not
   * done lately. It never fails: what could not be read is not there.
   */
  readonly gatherFor: (sought: Sought, leftMillis: number) => Effect.Effect<void>
}

/** Nobody looks unless somebody is named. */
export const NewsGathering = Context.Reference<NewsGathering>("@kittiwake/core/news/NewsGathering", {
  defaultValue: () => ({ gatherFor: () => Effect.void })
})
