/** Work under a lease that is lengthened while it lasts. */
import { Duration, Effect, Option, Schedule } from "effect"
import { Alarms } from "./Alarms.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/**
 * Keeps the lease while `work` lasts, waiting for its turn with us included, by renewing it three times in each. None when
 * the lease is somebody else's: the work is interrupted then, because nothing that comes of it can be recorded.
 */
export const holdingLease =
  <R2>(lease: Duration.Duration, renew: Effect.Effect<boolean, StoreUnavailable, R2>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R | R2 | Alarms> => {
    // A store that is away for a moment is asked again at the next beat; the record is fenced anyway.
    const isHeld = Effect.catchTag(renew, "StoreUnavailable", () => Effect.succeed(true))
    const between = Duration.millis(Duration.toMillis(lease) / 3)
    const lost = Effect.as(
      Effect.repeat(isHeld, { schedule: Schedule.spaced(between), while: (held) => held }),
      Option.none<A>()
    )
    return Alarms.use(({ late }) => late(between, lost)(Effect.asSome(work)))
  }

/** Lets work begin when its turn has come. */
export type InTurn = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export const atOnce: InTurn = (work) => work
