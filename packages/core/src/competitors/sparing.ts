/** What goes wrong inside while use is made of one page that may speak of a company. */
import { Effect } from "effect"
import { tellInside } from "../pages/ofOnePage.ts"

/** Leaves out a page over which a bug came to light: there are others. */
export const sparing =
  (url: string) =>
  <E, R>(work: Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
    Effect.catchDefect(work, (defect) => tellInside(url, defect))
