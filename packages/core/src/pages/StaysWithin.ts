/** Which addresses the pages of a crawl may lead to. */
import { Context } from "effect"

/** The scope of a crawl. */
export interface LedScope {
  /** Two that hold the same addresses have one name. */
  readonly name: string
  /** Whether the host of an address belongs to the crawl. */
  readonly holds: (url: string) => boolean
}

/** What the work at hand stays within, so that of a page that leads out of it nothing is asked there; null where nothing is known of that. */
export const StaysWithin = Context.Reference<LedScope | null>("@kittiwake/core/internal/pages/StaysWithin", {
  defaultValue: () => null
})
