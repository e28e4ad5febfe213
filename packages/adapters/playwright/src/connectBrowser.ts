/** A browser elsewhere. */
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { Effect } from "effect"
import { guardBrowser, unguardable } from "./devtools/guardBrowser.ts"
import type { RunningBrowser } from "./launchBrowser.ts"
import { loadChromium } from "./loadChromium.ts"

const connectWithinMillis = 15_000

/**
 * Speaks to a Chromium elsewhere over the DevTools protocol.
 *
 * **Gotchas**
 *
 * Its traffic leaves from where it runs, through no proxy of ours, and no flag of it can be set from here.
 */
export const connectBrowser = Effect.fnUntraced(function* (endpoint: string) {
  const chromium = yield* loadChromium
  const browser = yield* Effect.tryPromise({
    try: () => chromium.connectOverCDP(endpoint, { timeout: connectWithinMillis }),
    catch: () => new BrowserUnavailable({ message: "The browser that KITTIWAKE_BROWSER names does not answer." })
  })
  const end = Effect.promise(() => browser.close().catch(() => {})).pipe(
    Effect.timeoutOption("3 seconds"),
    Effect.asVoid
  )
  if (!guardBrowser(browser)) return yield* Effect.andThen(end, Effect.fail(unguardable))
  return {
    browser,
    isRemote: true,
    pid: null,
    processes: () => [],
    lowerPages: () => {},
    lowerClaim: () => {},
    endProcess: () => {},
    end,
    kill: end
  } satisfies RunningBrowser
})
