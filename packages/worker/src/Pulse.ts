/** When the loops of this process last went round. */
import { Clock, Context, Effect, Layer } from "effect"

/** The loops of a worker. */
export type Loop = "scheduler" | "batcher" | "deliverer" | "sweeper" | "pruner" | "refresher" | "gatherer"

/** Whoever sets the clock on the wall makes no loop silent, and hides none that is. */
const passedMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

export class Pulse extends Context.Service<
  Pulse,
  {
    /** Notes that a loop went round, and that it means to rest for `restMillis` unless something comes. */
    readonly beat: (loop: Loop, restMillis?: number) => Effect.Effect<void>

    /** Loops that began and have not gone round for `millis`, in which they did not mean to rest. */
    readonly silentFor: (millis: number) => Effect.Effect<ReadonlyArray<Loop>>

    /** Loops that began, and for how long each has given no sign beyond the time that it meant to rest. */
    readonly silences: Effect.Effect<ReadonlyArray<{ readonly loop: Loop; readonly millis: number }>>
  }
>()("@kittiwake/worker/Pulse") {
  static readonly layer = Layer.sync(Pulse, () => {
    const beats = new Map<Loop, number>()
    return Pulse.of({
      beat: (loop, restMillis = 0) => Effect.map(passedMillis, (now) => void beats.set(loop, now + restMillis)),
      silentFor: (millis) =>
        Effect.map(passedMillis, (now) =>
          [...beats].filter(([, awakeAt]) => now - awakeAt > millis).map(([loop]) => loop)
        ),
      silences: Effect.map(passedMillis, (now) =>
        [...beats].map(([loop, awakeAt]) => ({ loop, millis: Math.max(0, now - awakeAt) }))
      )
    })
  })
}
