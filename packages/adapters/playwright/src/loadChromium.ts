/** What speaks to browsers. */
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { Effect } from "effect"
import type { BrowserType } from "playwright-core"

/**
 * Loaded with the first browser: it takes 80 MB that a process which renders nothing can do without. Programs that embed
 * the library install it when they want pages rendered.
 */
export const loadChromium: Effect.Effect<BrowserType, BrowserUnavailable> = Effect.tryPromise({
  try: async () => (await import("playwright-core")).chromium,
  catch: () =>
    new BrowserUnavailable({
      message:
        "Pages cannot be rendered: the package playwright-core is not installed. Install it: npm install playwright-core."
    })
})
