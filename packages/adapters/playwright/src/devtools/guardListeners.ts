/**
 * Keeps what a listener throws from ending this process, also where the listener is playwright's own.
 *
 * **Details.** All that a browser tells is handed to listeners at two places, each in a turn in which nobody catches anything: the half of
 * playwright that speaks to the browser calls its own, and the half that we speak to calls ours. What fails there costs the page that it was
 * told of, which ends by its time at the latest.
 */
import type { Browser } from "playwright-core"
import { inner, ownHalfOf } from "./inner.ts"

/** All browsers have the same methods: they are guarded once. */
const guarded = new WeakSet<object>()

const guardMethod = (owner: unknown, name: string): boolean => {
  const method = inner(owner, name)
  if (typeof owner !== "object" || owner === null || typeof method !== "function") return false
  if (guarded.has(method)) return true
  const quiet = function (this: unknown, ...told: ReadonlyArray<unknown>): unknown {
    try {
      return Reflect.apply(method, this, told)
    } catch {
      return false
    }
  }
  guarded.add(quiet)
  return Reflect.set(owner, name, quiet)
}

/** Whether no listener of this browser can end the process from now on. */
export const guardListeners = (browser: Browser): boolean => {
  const root = inner(inner(ownHalfOf(browser), "_connection"), "rootSession")
  const sessions = typeof root === "object" && root !== null ? Reflect.getPrototypeOf(root) : null
  return guardMethod(inner(browser, "_connection"), "dispatch") && guardMethod(sessions, "emit")
}
