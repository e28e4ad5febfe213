/** For how long something waited for its turn at a host. */
import { Schema } from "effect"

/** A wait for a turn at a host, in whole seconds. */
export const TurnWait = Schema.Struct({
  host: Schema.String,
  seconds: Schema.Int,
  /** Requests of the same process that had or awaited a turn there as well, when the wait began. */
  others: Schema.Int
})
export type TurnWait = typeof TurnWait.Type
