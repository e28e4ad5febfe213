/** Who rests for a while, such as a service that asked to be left alone, known to all processes. */
import { Effect, Random } from "effect"
import { type BreakerOptions, makeBreaker } from "./makeBreaker.ts"
import { PlaceKeeper } from "./PlaceKeeper.ts"

export interface SharedRests {
  /** Whether any process has it rest. Nobody who cannot be asked has anybody rest. */
  readonly rests: (subject: string) => Effect.Effect<boolean>
  /** Has it rest from now on; what this process said of it before counts no more. */
  readonly begin: (subject: string, millis: number) => Effect.Effect<void>
  /** Takes back what this process said; what others said stays. */
  readonly end: (subject: string) => Effect.Effect<void>
}

/** Where a process has nobody to share with. */
const noRests: SharedRests = {
  rests: () => Effect.succeed(false),
  begin: () => Effect.void,
  end: () => Effect.void
}

/** Processes that may have one subject rest at once: more than there ever are. */
const mostProcesses = 10_000

/**
 * Asks the `PlaceKeeper`.
 *
 * **Model.** A rest is a place that a process takes for as long as it is to last, and that comes free by itself: so the longest rest counts, and
 * one that a process began outlives it. Whoever looks asks for a place of none, and is told how many are taken.
 */
export const makeSharedRests = Effect.fnUntraced(function* (options: BreakerOptions) {
  const keeper = yield* PlaceKeeper
  if (keeper === null) return noRests
  const breaker = makeBreaker(options)
  const self = `${yield* Random.nextInt}:${yield* Random.nextInt}`
  const nobody = () => Effect.succeed(false)
  const shared: SharedRests = {
    rests: (subject) =>
      breaker(
        Effect.map(
          keeper.enter({ subject, token: "looks", limit: 0, leaseMillis: 1, lineMillis: 0 }),
          ({ taken }) => taken > 0
        ),
        nobody
      ),
    begin: (subject, millis) =>
      breaker(
        Effect.asVoid(
          keeper.enter({ subject, token: self, limit: mostProcesses, leaseMillis: Math.ceil(millis), lineMillis: 0 })
        ),
        () => Effect.void
      ),
    end: (subject) => breaker(keeper.leave(subject, self), () => Effect.void)
  }
  return shared
})
