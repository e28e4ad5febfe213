/**
 * Unpacks the browser that comes with the packages, where this machine has no other, so that no page waits for it: a step of `npm ci`
 * and `npm install`. Where it was not unpacked, the first page that needs a browser sees to it.
 */
import { Effect, Option } from "effect"
import { findBrowser, thisMachine } from "../packages/adapters/playwright/src/findBrowser.ts"
import { packedChromium } from "../packages/adapters/playwright/src/packedChromium.ts"
import { cacheFolder } from "../packages/cli/src/cacheFolder.ts"

const found = Option.getOrNull(Effect.runSync(Effect.option(findBrowser(thisMachine(process.env.KITTIWAKE_BROWSER)))))

if (found?.kind === "packed") {
  await Effect.runPromise(
    Effect.catch(packedChromium(cacheFolder), ({ message }) => Effect.sync(() => console.error(message)))
  )
}
