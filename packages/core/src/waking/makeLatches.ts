/** The loops of one process that wait for work. */
import { Effect, Latch } from "effect"
import { type Topic, topics } from "./Wakeups.ts"

/** Latches by what they wait for: `wake` and `subscribe` mean what they mean in `Wakeups`, among themselves. */
export const makeLatches = () => {
  const latches = new Map(topics.map((topic) => [topic, new Set<Latch.Latch>()]))
  const latchesOf = (topic: Topic) => latches.get(topic)!
  return {
    wake: (topic: Topic) => {
      for (const latch of latchesOf(topic)) latch.openUnsafe()
    },
    subscribe: (topic: Topic) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const latch = Latch.makeUnsafe(false)
          latchesOf(topic).add(latch)
          return latch
        }),
        (latch) => Effect.sync(() => latchesOf(topic).delete(latch))
      ).pipe(Effect.map((latch) => latch.await.pipe(Effect.andThen(Effect.sync(() => void latch.closeUnsafe())))))
  }
}
