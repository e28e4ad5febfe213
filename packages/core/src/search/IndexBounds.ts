/** What an operator says of how much the index of what was read keeps. */
import { Context, Duration } from "effect"

export interface IndexBounds {
  /** Most pages of one organization, what was read last; with 0 nothing is put into the index. */
  readonly maxPages: number
  /** Most bytes of their text. */
  readonly maxBytes: number
  /** How long a page is found after it was read. */
  readonly keepFor: Duration.Duration
}

export const indexBoundsDefaults: IndexBounds = { maxPages: 200_000, maxBytes: 2e9, keepFor: Duration.days(400) }

/** Most that `maxPages` may be. */
export const mostIndexedPages = 5_000_000

export const IndexBounds = Context.Reference<IndexBounds>("@kittiwake/core/search/IndexBounds", {
  defaultValue: () => indexBoundsDefaults
})
