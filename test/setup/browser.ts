/** The browser of the tests: the one that the product finds on this machine, which may be the one that it brings. */
import { Effect, Option } from "effect"
import { findBrowser, thisMachine } from "../../packages/adapters/playwright/src/findBrowser.ts"
import { packedChromium, type ReadyChromium } from "../../packages/adapters/playwright/src/packedChromium.ts"
import { needing } from "./needs.ts"

/** What `KITTIWAKE_BROWSER` says to the tests; they hand it to the product. */
export const browserSetting = process.env.KITTIWAKE_BROWSER

/** Who runs the tests as root says with that what the product must be told: that its browser is to have no sandbox. */
export const hasSandbox = process.getuid?.() !== 0 && process.env.KITTIWAKE_BROWSER_SANDBOX !== "off"

/** The same for a process that a test starts. */
export const browserEnvironment: Readonly<Record<string, string>> = {
  ...(browserSetting === undefined ? {} : { KITTIWAKE_BROWSER: browserSetting }),
  ...(hasSandbox ? {} : { KITTIWAKE_BROWSER_SANDBOX: "off" })
}

/** The same for a program that embeds the product. */
export const browserOptions = {
  ...(browserSetting === undefined ? {} : { browser: browserSetting }),
  browserHasSandbox: hasSandbox
}

const found = Option.getOrNull(Effect.runSync(Effect.option(findBrowser(thisMachine(browserSetting)))))

export const hasBrowser = found !== null

/** Options of a test that needs a browser. */
export const needsBrowser = needing({ browser: hasBrowser })

/** Options of a test that starts the browser itself, for which one elsewhere is of no use. */
export const needsBrowserHere = needing({ browser: found !== null && found.kind !== "remote" })

/** The browser as a program that a test starts itself, unpacked where the product unpacks it too. */
export const browserHere = (): Promise<ReadyChromium> => {
  if (found?.kind === "installed") return Promise.resolve({ path: found.path, env: {} })
  return Effect.runPromise(packedChromium())
}
