/** Which of the works of an organization the work at hand is part of. */
import { Context } from "effect"

/**
 * The batch that the work at hand is part of; null where it is a work by itself.
 *
 * **Details.** Where an organization has its turn (`WorksFor`), its works have theirs one after the other: ten pages do not wait for
 * what arrived before of a hundred thousand.
 */
export const WorksOn = Context.Reference<string | null>("@kittiwake/core/organizations/WorksOn", {
  defaultValue: () => null
})
