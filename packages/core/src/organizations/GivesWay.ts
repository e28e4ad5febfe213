/** Whether work lets those go first who wait for an answer. */
import { Context } from "effect"

/**
 * Whether nobody waits for the answer of the work at hand, such as a run of a monitor or a delivery, so that whoever does goes first where
 * both need the same host.
 *
 * **Details.** Turns are given so, and nothing else is different: see `BackgroundWork` for work that is also read elsewhere, which gives
 * way as well.
 */
export const GivesWay = Context.Reference<boolean>("@kittiwake/core/organizations/GivesWay", {
  defaultValue: () => false
})
