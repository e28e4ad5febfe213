/** The time as screens show it: one timer for all that is relative. */
import { useSyncExternalStore } from "react"

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Nobody counted while nobody looked.
  if (timer === null) now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, 15_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Now, to about a quarter of a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
