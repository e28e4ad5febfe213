import { Clock, Effect, Layer } from "effect"
import { LimitStore } from "../limits/LimitStore.ts"

/** The windows that begin at one moment. */
interface Windows {
  readonly endMillis: number
  /** Units drawn from the window of each subject. */
  readonly used: Map<string, number>
}

/** `LimitStore` in memory. */
export const layer: Layer.Layer<LimitStore> = Layer.sync(LimitStore, () => {
  // By their beginning. Those that have ended go when others begin, so that old subjects take no memory.
  const windows = new Map<number, Windows>()

  const begin = (startMillis: number, windowMillis: number, nowMillis: number): Windows => {
    for (const [start, { endMillis }] of windows) if (endMillis <= nowMillis) windows.delete(start)
    const begun = { endMillis: startMillis + windowMillis, used: new Map<string, number>() }
    windows.set(startMillis, begun)
    return begun
  }
  // Ends of the leases of the slots of each subject, by token.
  const slots = new Map<string, Map<string, number>>()

  return LimitStore.of({
    draw: ({ subject, windowStartMillis, windowMillis, weight, limit }) =>
      Clock.clockWith((clock) => {
        const { used } =
          windows.get(windowStartMillis) ?? begin(windowStartMillis, windowMillis, clock.currentTimeMillisUnsafe())
        const before = used.get(subject) ?? 0
        const admitted = before + weight <= limit
        if (admitted) used.set(subject, before + weight)
        return Effect.succeed({ admitted, used: admitted ? before + weight : before })
      }),

    enter: ({ subject, token, limit, leaseMillis }) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => {
          const nowMillis = clock.currentTimeMillisUnsafe()
          const taken = slots.get(subject) ?? new Map<string, number>()
          for (const [holder, endMillis] of taken) if (endMillis <= nowMillis) taken.delete(holder)
          if (!taken.has(token) && taken.size >= limit) return { admitted: false, taken: taken.size }
          taken.set(token, nowMillis + leaseMillis)
          slots.set(subject, taken)
          return { admitted: true, taken: taken.size }
        })
      ),

    leave: (subject, token) =>
      Effect.sync(() => {
        const taken = slots.get(subject)
        if (taken?.delete(token) === true && taken.size === 0) slots.delete(subject)
      })
  })
})
