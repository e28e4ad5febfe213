import { Clock, Effect, Layer } from "effect"
import { LimitStore } from "../limits/LimitStore.ts"

interface Window {
  used: number
  readonly endMillis: number
}

/** Drops windows that have ended, at most once for each length of a window, so that old subjects take no memory. */
const sweeping = (windows: Map<string, Window>) => {
  let nextSweepMillis = 0
  return (nowMillis: number, windowMillis: number) => {
    if (nowMillis < nextSweepMillis) return
    nextSweepMillis = nowMillis + windowMillis
    for (const [key, { endMillis }] of windows) if (endMillis <= nowMillis) windows.delete(key)
  }
}

/** `LimitStore` in memory. */
export const layer: Layer.Layer<LimitStore> = Layer.sync(LimitStore, () => {
  const windows = new Map<string, Window>()
  const sweep = sweeping(windows)
  // Ends of the leases of the slots of each subject, by token.
  const slots = new Map<string, Map<string, number>>()

  return LimitStore.of({
    draw: ({ subject, windowStartMillis, windowMillis, weight, limit }) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => {
          sweep(clock.currentTimeMillisUnsafe(), windowMillis)
          const key = `${windowStartMillis} ${subject}`
          const window = windows.get(key) ?? { used: 0, endMillis: windowStartMillis + windowMillis }
          if (window.used + weight > limit) return { admitted: false, used: window.used }
          window.used += weight
          windows.set(key, window)
          return { admitted: true, used: window.used }
        })
      ),

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
