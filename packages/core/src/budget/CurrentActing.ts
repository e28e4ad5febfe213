/** Whether work has acted on a page, and may not be done a second time: `pages/acting.ts` has the rules. */
import { Context } from "effect"

/** Whether a page was acted on by the work at hand, or may have been. */
export interface Acting {
  hasActed: boolean
}

/** The work at hand, for whoever acts on a page. */
export const CurrentActing = Context.Reference<Acting | null>("@kittiwake/core/internal/budget/CurrentActing", {
  defaultValue: () => null
})
