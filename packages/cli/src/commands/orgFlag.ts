/** The flag that names an organization. */
import { Flag } from "effect/cli"

/** Names the organization that a command is about. */
export const organization = Flag.String("org").pipe(
  Flag.withDescription("Id of the organization; needed only when there are several"),
  Flag.optional
)
