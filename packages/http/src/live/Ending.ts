/** That a server is about to stop. */
import { Context, Effect } from "effect"

/** Waits until the server takes no more requests; what goes on for minutes ends then. */
export const Ending = Context.Reference<Effect.Effect<void>>("@kittiwake/http/live/Ending", {
  defaultValue: () => Effect.never
})
