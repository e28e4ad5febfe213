/** Writing again what was held up: the store is there, and somebody stands still with what is to be written to. */
import { Duration, Effect, Schedule } from "effect"
import { StoreUnavailable } from "./StoreUnavailable.ts"

/** What stands still loses what it holds within half a minute. */
const tries = { every: Duration.seconds(1), most: 35 } as const

/** Writes again each second while it is held up, and fails when that does not end. */
export const notHeldUp = <A, B extends A, E>(
  operation: string,
  write: Effect.Effect<A, E>,
  isWritten: (answer: A) => answer is B
): Effect.Effect<B, E | StoreUnavailable> =>
  Effect.flatMap(write, (first) =>
    isWritten(first)
      ? Effect.succeed(first)
      : Effect.flatMap(
          Effect.repeat(Effect.delay(write, tries.every), {
            schedule: Schedule.recurs(tries.most),
            until: (answer) => isWritten(answer)
          }),
          (last) =>
            isWritten(last)
              ? Effect.succeed(last)
              : Effect.fail(
                  new StoreUnavailable({ operation, cause: new Error("somebody holds what is to be written to") })
                )
        )
  )
