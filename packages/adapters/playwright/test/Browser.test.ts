import { suite } from "@kittiwake/core/testing/browserSuite"
import { describe } from "vitest"
import { hasBrowser, sharedBrowser } from "./browsers.ts"
import { egressTests } from "./egressTests.ts"
import { performTests } from "./performTests.ts"

describe.skipIf(!hasBrowser)("Chromium", () => {
  const browser = sharedBrowser({ limits: { concurrency: 3 } })
  suite("playwright", browser)
  egressTests(browser)
  performTests(browser)
})
