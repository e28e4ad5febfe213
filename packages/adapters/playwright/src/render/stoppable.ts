/** Calls of a context that end when nobody waits for them. */
import type { BrowserContext } from "playwright-core"

type Method = (parameters: unknown, options?: object) => unknown

/**
 * The context, whose calls end with the signal.
 *
 * **Gotchas**
 *
 * A page that playwright is just making (`newPage`, and inside of `storageState` and `setStorageState`) never comes when its context or
 * its browser is gone meanwhile: the call neither ends nor fails, and all that it stands on is kept for as long as this process lives.
 * Those three take no signal at their door, while what they send (`_channel`) takes one with each message. Where it is not there, they
 * go without.
 */
export const stoppable = (context: BrowserContext, stop: AbortSignal): BrowserContext => {
  const channel: unknown = Reflect.get(context, "_channel")
  if (typeof channel !== "object" || channel === null) return context
  const withSignal = new Proxy(channel, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== "function") return method
      return (parameters: unknown, options: object = {}) => (method as Method)(parameters, { ...options, signal: stop })
    }
  })
  return Object.create(context, { _channel: { value: withSignal } }) as BrowserContext
}
