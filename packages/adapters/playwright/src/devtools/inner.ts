/** What playwright keeps inside. */
import type { Browser } from "playwright-core"

export const inner = (owner: unknown, name: string): unknown =>
  typeof owner === "object" && owner !== null ? Reflect.get(owner, name) : undefined

/** The browser in playwright's other half, which speaks to it and lives in this process as well. */
export const ownHalfOf = (browser: Browser): unknown => {
  const connection = inner(browser, "_connection")
  const toImpl = inner(connection, "toImpl")
  return typeof toImpl === "function" ? Reflect.apply(toImpl, connection, [browser]) : null
}
