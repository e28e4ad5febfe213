/** A clock that goes as the machine's does, and can be put forward. */
import { type Clock, Duration, Effect, Latch } from "effect"

export interface DemoClock {
  readonly clock: Clock.Clock
  /** Puts the clock forward: whoever would have been woken meanwhile is woken now. */
  readonly advance: (duration: Duration.Input) => void
  /** By how much it is behind the other one; zero when it is not. */
  readonly behind: () => Duration.Duration
}

/** A clock that begins with the time of another one, or so much before it, and waits by the other's timers. */
export const makeDemoClock = (own: Clock.Clock, behind: Duration.Input = Duration.zero): DemoClock => {
  let offsetMillis = -Duration.toMillis(Duration.fromInputUnsafe(behind))
  const sleepers = new Set<{ readonly dueMillis: number; readonly wake: Latch.Latch }>()
  const millis = () => own.currentTimeMillisUnsafe() + offsetMillis
  const nanos = () => own.currentTimeNanosUnsafe() + BigInt(offsetMillis) * 1_000_000n
  const sleep = (duration: Duration.Duration) =>
    Effect.suspend(() => {
      const sleeper = { dueMillis: millis() + Duration.toMillis(duration), wake: Latch.makeUnsafe(false) }
      sleepers.add(sleeper)
      return Effect.raceFirst(own.sleep(duration), sleeper.wake.await).pipe(
        Effect.ensuring(Effect.sync(() => void sleepers.delete(sleeper)))
      )
    })
  return {
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => own.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: own.monotonicTimeNanos,
      sleep
    },
    behind: () => Duration.millis(Math.max(0, -offsetMillis)),
    advance: (duration) => {
      offsetMillis += Duration.toMillis(Duration.fromInputUnsafe(duration))
      for (const { dueMillis, wake } of sleepers) if (dueMillis <= millis()) wake.openUnsafe()
    }
  }
}
