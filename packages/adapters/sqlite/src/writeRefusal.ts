/** Whether the database takes writes: another program may hold its file, and it answers every read meanwhile. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Clock, Deferred, Duration, Effect, type Scope } from "effect"
import { isHeld, SqliteError } from "./sqliteFailure.ts"

export interface WriteRefusalOptions {
  /** A call that writes nothing, and waits as each that writes does. */
  readonly write: Effect.Effect<unknown, StoreUnavailable>
  /** When a write succeeded last. */
  readonly writtenMillis: () => number
  /** Milliseconds that only ever rise. */
  readonly nowMillis: () => number
  /** Ends what is under way. */
  readonly scope: Scope.Scope
}

/** A database that has written so lately is not tried: whoever asks on and on has it tried five times a second. */
const freshMillis = 200

/** Longest that is waited for a trial, which itself waits as long as any write. */
const trialWithin = Duration.millis(1_500)

const held =
  "takes no writes: another program holds its file, such as by an open transaction. It goes on when that ends"
const slow = "has written nothing for a second and a half: another program holds its file, or its disk hangs"

const isOfHolder = ({ cause }: StoreUnavailable): boolean => cause instanceof SqliteError && isHeld(cause)

/** Asks it. However many ask, and however often, one trial is under way at a time. */
export const makeWriteRefusal = ({
  nowMillis,
  scope,
  write,
  writtenMillis
}: WriteRefusalOptions): Effect.Effect<string | null, StoreUnavailable> => {
  let underWay: Deferred.Deferred<string | null, StoreUnavailable> | null = null
  const outcome = Effect.matchEffect(write, {
    onSuccess: () => Effect.succeed(null),
    onFailure: (error) => (isOfHolder(error) ? Effect.succeed(held) : Effect.fail(error))
  })
  const ended = Effect.sync(() => {
    underWay = null
  })
  const trial = Effect.suspend(() => {
    if (underWay !== null) return Effect.succeed(underWay)
    const begun = Deferred.makeUnsafe<string | null, StoreUnavailable>()
    underWay = begun
    return Deferred.into(Effect.ensuring(outcome, ended), begun).pipe(Effect.forkIn(scope), Effect.as(begun))
  })
  return Effect.suspend(() => {
    const askedMillis = nowMillis()
    if (askedMillis - writtenMillis() < freshMillis) return Effect.succeed(null)
    return Effect.flatMap(trial, Deferred.await).pipe(
      Effect.timeoutOrElse({
        duration: trialWithin,
        // What others wrote meanwhile says that it is only busy.
        orElse: () => Effect.sync(() => (writtenMillis() >= askedMillis ? null : slow))
      }),
      // What is waited for happens on the machine, whatever clock a test has put in place.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  })
}
