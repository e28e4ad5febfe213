/** Writing again what was held up: the store is there, and somebody stands still with what is to be written to. */
import { Duration, Effect } from "effect"
import { StoreUnavailable } from "./StoreUnavailable.ts"

/** Who stands still mostly loses what it holds within seconds, and a statement ends after half a minute. */
const tries = { every: Duration.seconds(1), most: 35 } as const

/**
 * Writes again each second while it is held up, and fails when that does not end. It is `again` that does so, beside what others write: who
 * is held up once may be so for long, and they must not wait for it.
 */
export const notHeldUp = Effect.fnUntraced(function* <A, B extends A, E>(
  operation: string,
  write: Effect.Effect<A, E>,
  again: Effect.Effect<A, E>,
  isWritten: (answer: A) => answer is B
) {
  for (let held = 0; held < tries.most; held++) {
    const answer = yield* held === 0 ? write : again
    if (isWritten(answer)) return answer
    yield* Effect.sleep(tries.every)
  }
  return yield* new StoreUnavailable({ operation, cause: new Error("somebody holds what is to be written to") })
})
