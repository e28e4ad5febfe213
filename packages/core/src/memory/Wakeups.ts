/** Wakes loops of the same process. */
import { Effect, Latch, Layer } from "effect"
import { type Topic, Wakeups } from "../waking/Wakeups.ts"

export const layer: Layer.Layer<Wakeups> = Layer.sync(Wakeups, () => {
  const latches: { readonly [T in Topic]: Set<Latch.Latch> } = {
    runs: new Set(),
    deliveries: new Set(),
    batches: new Set()
  }
  return Wakeups.of({
    wake: (topic) =>
      Effect.sync(() => {
        for (const latch of latches[topic]) latch.openUnsafe()
      }),
    hears: Effect.succeed(true),
    subscribe: (topic) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const latch = Latch.makeUnsafe(false)
          latches[topic].add(latch)
          return latch
        }),
        (latch) => Effect.sync(() => latches[topic].delete(latch))
      ).pipe(Effect.map((latch) => latch.await.pipe(Effect.andThen(Effect.sync(() => void latch.closeUnsafe())))))
  })
})
