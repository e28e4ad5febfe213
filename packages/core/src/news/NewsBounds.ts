/** What an operator says of how many articles are kept. */
import { Context, Duration } from "effect"

export interface NewsBounds {
  /** Most articles; those that were put longest ago go first. With 0 none is kept. */
  readonly maxArticles: number
  /** How long one is kept after it was put. */
  readonly keepFor: Duration.Duration
}

export const newsBoundsDefaults: NewsBounds = { maxArticles: 500_000, keepFor: Duration.days(400) }

/** Most that `maxArticles` may be. */
export const mostArticles = 20_000_000

export const NewsBounds = Context.Reference<NewsBounds>("@kittiwake/core/news/NewsBounds", {
  defaultValue: () => newsBoundsDefaults
})
