import { suite } from "@kittiwake/core/testing/browserSuite"
import { describe } from "vitest"
import { needsBrowser } from "../../../../test/setup/browser.ts"
import { sharedBrowser } from "./browsers.ts"
import { egressTests } from "./egressTests.ts"
import { performTests } from "./performTests.ts"

describe("Chromium", needsBrowser, () => {
  const browser = sharedBrowser({ limits: { concurrency: 3 } })
  suite("playwright", browser)
  egressTests(browser)
  performTests(browser)
})
