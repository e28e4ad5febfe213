/**
 * How long a server may be silent.
 *
 * **Details**
 *
 * A process that stood still (stopped, on a machine that slept, or busy with itself) finds its deadlines over before it reads what
 * came meanwhile. So only time counts in which it could have heard: whoever wakes late listens a while longer.
 */
import { Clock, Duration, Effect } from "effect"

/** Waking so much later than was asked for is having stood still. */
const late = Duration.toNanosUnsafe(Duration.millis(100))

/** Time in which to hear what came meanwhile, and what is asked only now. */
const again = Duration.seconds(5)

/** Ends when so much time is over in which this process could hear. */
export const listened = (time: Duration.Duration): Effect.Effect<void> =>
  Effect.gen(function* () {
    const began = yield* Clock.monotonicTimeNanos
    yield* Effect.sleep(time)
    const tookNanos = (yield* Clock.monotonicTimeNanos) - began
    if (tookNanos - Duration.toNanosUnsafe(time) > late) yield* listened(again)
  })

/** Fails what is not heard of within `time`. */
export const heardWithin = <E2>(time: Duration.Duration, unheard: () => E2) => {
  const over = Effect.andThen(
    listened(time),
    Effect.suspend(() => Effect.fail(unheard()))
  )
  return <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> => Effect.raceFirst(self, over)
}
