/** Tries again what another write came before. */
import { Duration, Effect, Random, Schedule } from "effect"
import { retryLate } from "./retryLate.ts"

/** Longest pause between two tries. */
const mostMillis = 500

/** So long it is tried: dozens that change the same thing have all written by then, and whoever waits for an answer waits still. */
const patience = Duration.seconds(10)

/**
 * Pauses of any length up to one that doubles: of those that lost to one write most would lose to the next if they all read again at once.
 */
const pauses = Schedule.min([Schedule.exponential("10 millis"), Schedule.spaced(Duration.millis(mostMillis))]).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.map(Random.next, (part) => Duration.millis(Math.ceil(Duration.toMillis(duration) * part)))
  ),
  Schedule.upTo({ duration: patience })
)

/**
 * Reads, decides and writes again while what it changes is written by others in between, which `tag` tells. What others write all the time
 * for ten seconds is left as it is: `tooMany` says so.
 */
export const whileOutdated =
  <Tag extends string, Left>(tag: Tag, tooMany: () => Left) =>
  <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
    retryLate(attempt, { schedule: pauses, while: ({ _tag }) => _tag === tag }).pipe(
      Effect.catchIf(
        (error): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag,
        () => Effect.fail(tooMany())
      )
    )
