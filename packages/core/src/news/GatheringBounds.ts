/** What an operator says of how news are gathered. */
import { Context } from "effect"

export interface GatheringBounds {
  /** Most sources that are kept and asked; 0 for none, nor are any looked for. */
  readonly sources: number
}

export const gatheringBoundsDefaults: GatheringBounds = { sources: 10_000 }

/** Most that `sources` may be: at a question a day they are one a second. */
export const mostSources = 100_000

export const GatheringBounds = Context.Reference<GatheringBounds>("@kittiwake/core/news/GatheringBounds", {
  defaultValue: () => gatheringBoundsDefaults
})
