/** Wakes loops of the same process. */
import { Effect, Layer } from "effect"
import { makeLatches } from "../waking/makeLatches.ts"
import { Wakeups } from "../waking/Wakeups.ts"

export const layer: Layer.Layer<Wakeups> = Layer.sync(Wakeups, () => {
  const { subscribe, wake } = makeLatches()
  return Wakeups.of({ wake: (topic) => Effect.sync(() => wake(topic)), hears: Effect.succeed(true), subscribe })
})
