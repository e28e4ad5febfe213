/** Whether the work at hand has its turn at a host already. */
import { Context } from "effect"

/** The host at which the work at hand has its turn: what it asks for there waits for no other, unless the host rests since. Null where it has none. */
export const HasTurn = Context.Reference<string | null>("@kittiwake/core/internal/pages/HasTurn", {
  defaultValue: () => null
})
