/** Whether this process stood still while it worked: it was stopped, its machine slept, or something else had its only thread. */
import { Clock, Effect } from "effect"
import { passedMillis } from "./passedMillis.ts"

/** How often it is looked whether time went on, and from which pause on nothing that waited meanwhile is to blame. */
const beatMillis = 1_000
const longMillis = 5_000

/** By both clocks: that which nobody sets stands still on some machines that sleep. */
const moment = Effect.all([passedMillis, Clock.currentTimeMillis])

/** What work came to, and whether the process stood still for long meanwhile. */
export interface Noticed<A> {
  readonly value: A
  readonly hasStoodStill: boolean
}

/** Does the work, and notices whether the process stood still meanwhile. */
export const noticingStandstill = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Noticed<A>, E, R> =>
  Effect.gen(function* () {
    let last = yield* moment
    let mostMillis = 0
    const look = Effect.map(moment, (now) => {
      mostMillis = Math.max(mostMillis, now[0] - last[0], now[1] - last[1])
      last = now
    })
    const beats = Effect.forever(Effect.andThen(Effect.sleep(beatMillis), look))
    const value = yield* Effect.raceFirst(work, beats)
    // What ends with the pause may come before the beat.
    yield* look
    return { value, hasStoodStill: mostMillis >= beatMillis + longMillis }
  })
