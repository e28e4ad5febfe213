/** Whether somebody waits for the work at hand. */
import { Context } from "effect"

/**
 * Whether the work at hand is one of many that nobody waits for by itself, such as a page of a batch or of a crawl.
 *
 * **Details.** Whoever reads pages keeps such work away from the thread that answers calls, where it has another: what it takes there
 * would be added to every call that comes meanwhile. Where turns at a host are given, such work gives way (`GivesWay`).
 */
export const BackgroundWork = Context.Reference<boolean>("@kittiwake/core/pages/BackgroundWork", {
  defaultValue: () => false
})
