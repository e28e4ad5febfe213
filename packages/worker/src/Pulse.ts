/** When the loops of this process last went round. */
import { Clock, Context, Effect, Layer } from "effect"

/** The loops of a worker. */
export type Loop = "scheduler" | "deliverer" | "sweeper" | "pruner"

export class Pulse extends Context.Service<
  Pulse,
  {
    /** Notes that a loop went round. */
    readonly beat: (loop: Loop) => Effect.Effect<void>

    /** Loops that began and have not gone round for `millis`. */
    readonly silentFor: (millis: number) => Effect.Effect<ReadonlyArray<Loop>>
  }
>()("@kittiwake/worker/Pulse") {
  static readonly layer = Layer.sync(Pulse, () => {
    const beats = new Map<Loop, number>()
    return Pulse.of({
      beat: (loop) => Effect.map(Clock.currentTimeMillis, (now) => void beats.set(loop, now)),
      silentFor: (millis) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          [...beats].filter(([, beatenAt]) => now - beatenAt > millis).map(([loop]) => loop)
        )
    })
  })
}
