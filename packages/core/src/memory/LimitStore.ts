import { Clock, Effect, Layer } from "effect"
import { OwnCounts } from "../limits/domain/OwnCounts.ts"
import { LimitStore } from "../limits/LimitStore.ts"

/** `LimitStore` in memory. */
export const layer: Layer.Layer<LimitStore> = Layer.sync(LimitStore, () => {
  const counts = new OwnCounts()
  return LimitStore.of({
    draw: (options) =>
      Clock.clockWith((clock) => Effect.succeed(counts.draw(options, clock.currentTimeMillisUnsafe()))),
    enter: (options) =>
      Clock.clockWith((clock) => Effect.succeed(counts.enter(options, clock.currentTimeMillisUnsafe()))),
    leave: (subject, token) => Effect.sync(() => counts.leave(subject, token))
  })
})
