import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasSandbox } from "../../../../test/setup/browser.ts"
import { needing } from "../../../../test/setup/needs.ts"
import { launchBrowser } from "../src/launchBrowser.ts"
import { packedChromium } from "../src/packedChromium.ts"

const isSupported = process.platform === "linux" && process.arch === "x64"

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "kittiwake-packed-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

describe("the packed browser", needing({ packedBrowser: isSupported }), () => {
  it.live(
    "is unpacked once, though two ask for it together, and starts",
    () =>
      Effect.gen(function* () {
        const parent = join(yield* directory, "browser")
        const [one, two] = yield* Effect.all([packedChromium(parent), packedChromium(parent)], { concurrency: 2 })
        assert.deepStrictEqual(one, two)
        assert.deepStrictEqual(yield* packedChromium("/dev/null/browser", parent), one)
        assert.lengthOf(readdirSync(parent), 1)
        const running = yield* Effect.acquireRelease(
          launchBrowser(one, "http://127.0.0.1:9", hasSandbox),
          ({ end }) => end
        )
        const picture = yield* Effect.promise(async () => {
          const page = await running.browser.newPage()
          // What is set as a page's content would be waited for by its console, to which nobody listens.
          await page.goto("data:text/html,<h1 style='font:80px sans-serif'>Words</h1>")
          const words = await page.screenshot()
          await page.goto("data:text/html,<h1></h1>")
          return { words: words.length, blank: (await page.screenshot()).length }
        })
        assert.isAbove(picture.words, picture.blank + 500)
      }),
    120_000
  )

  it.live("says what to do when it cannot be unpacked", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(packedChromium("/dev/null/browser"))
      assert.match(message, /KITTIWAKE_BROWSER/)
    })
  )
})
