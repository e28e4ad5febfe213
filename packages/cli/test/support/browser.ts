/** The browser that tests use. */
import { findBrowser, thisMachine } from "@kittiwake/playwright/findBrowser"
import { Effect, Option } from "effect"

const found = Effect.runSync(Effect.option(findBrowser(thisMachine(undefined))))

/** Whether this machine has one; the tests that need one are seen to be skipped otherwise. */
export const hasBrowser = Option.isSome(found) && found.value.kind === "installed"

if (!hasBrowser) console.warn("SKIPPED: this machine has no browser. Install Chromium.")
