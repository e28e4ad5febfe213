/** Waiting for what comes to pass by itself. */
import { Effect, Predicate, Schedule } from "effect"

/** Looks of a minute and more: whoever stood still meanwhile looks as often as others. */
const looks = { every: "25 millis", most: 2_400 } as const

const isUnanswered = Predicate.isTagged("StoreUnavailable")

/** Does it again where the store did not answer, as its error says: the server ends what stood still in a transaction. */
export const untilAnswered = <A, E, R>(asked: Effect.Effect<A, E, R>) =>
  Effect.retry(asked, { while: isUnanswered, times: 5 })

/** Looks every now and then until `isSo`, again where the store did not answer; dies when that takes too long. */
export const until = <E, R>(what: string, isSo: Effect.Effect<boolean, E, R>) =>
  isSo.pipe(
    Effect.catchIf(isUnanswered, () => Effect.succeed(false)),
    Effect.repeat({ until: (so) => so, schedule: Schedule.spaced(looks.every), times: looks.most }),
    Effect.flatMap((so) => (so ? Effect.void : Effect.die(new Error(`It did not come to pass in time: ${what}.`))))
  )
