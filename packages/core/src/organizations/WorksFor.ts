/** For whom work is done, where what is scarce is shared. */
import { Context } from "effect"
import type { OrganizationId } from "./domain/Organization.ts"

/**
 * The organization that the work at hand is done for; null where it is nobody's in particular.
 *
 * **Details.** Every charged call, run and delivery says so. Whoever hands out turns at something of which there are few gives them to
 * organizations one after the other; work that several wait for is done for one organization, and stands in its line.
 */
export const WorksFor = Context.Reference<OrganizationId | null>("@kittiwake/core/organizations/WorksFor", {
  defaultValue: () => null
})
