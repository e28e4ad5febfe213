/** A deadline for work in a thread of this process. */
import { Clock, Duration, Effect } from "effect"

/** Beyond so many times the deadline by the clock, work is ended whatever it had of the processor. */
const mostTimes = 6

/** Parts of the deadline after which is looked again whether the work had its time. */
const lookEvery = 0.1

export interface TimeLimit {
  readonly deadline: Duration.Duration
  /** Milliseconds of the processor that the process has taken so far, all its threads together. */
  readonly processorMillis: () => number
  /** Threads that are at work now, and share what the process gets. */
  readonly atWork: () => number
}

/**
 * Ends `work` with `orElse` when it has had its deadline, by the clock and by its part of what the process got of the processor in the
 * meantime: on a machine that is busy with other things a thread gets little of it, and what it works on is not to blame.
 */
export const withinTime =
  <E2>({ atWork, deadline, processorMillis }: TimeLimit, orElse: Effect.Effect<never, E2>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> => {
    const millis = Duration.toMillis(deadline)
    const overdue = Effect.gen(function* () {
      const [begun, had] = [yield* Clock.currentTimeMillis, processorMillis()]
      const hasHad = () => (processorMillis() - had) / Math.max(atWork(), 1) >= millis
      yield* Effect.sleep(deadline)
      while (!hasHad() && (yield* Clock.currentTimeMillis) - begun < mostTimes * millis) {
        yield* Effect.sleep(millis * lookEvery)
      }
      return yield* orElse
    })
    return Effect.raceFirst(work, overdue)
  }
