/** The yardstick: a fresh context of the same browser for each page, driven without anything around it. */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { type Browser, chromium, type Page } from "playwright-core"
import { packedChromium } from "../../packages/adapters/playwright/src/packedChromium.ts"
import { answerCalls } from "../children.ts"
import type { Reading } from "./browser.ts"

let browser: Browser | undefined

/** Faster than Playwright's own full-page picture. A browser sometimes refuses the first, which is then asked for again. */
const draw = async (page: Page, triesLeft = 50): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const { cssContentSize } = await session.send("Page.getLayoutMetrics")
  const clip = { x: 0, y: 0, width: 1920, height: Math.min(20_000, cssContentSize.height), scale: 1 }
  try {
    await session.send("Page.captureScreenshot", {
      format: "png",
      optimizeForSpeed: true,
      captureBeyondViewport: true,
      clip
    })
  } catch (cause) {
    if (triesLeft === 0) throw cause
    await new Promise((resolve) => setTimeout(resolve, 100))
    await draw(page, triesLeft - 1)
  }
}

const once = async (url: string, isPicture: boolean): Promise<number> => {
  const began = performance.now()
  const context = await browser!.newContext({ viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.goto(url)
  if (isPicture) await draw(page)
  else await page.content()
  await context.close()
  return performance.now() - began
}

answerCalls(
  {
    open: async () => {
      const { env, path } = await Effect.runPromise(packedChromium(join(tmpdir(), "kittiwake-bench-chromium")))
      browser = await chromium.launch({
        executablePath: path,
        env: { ...(process.env as Record<string, string>), ...env }
      })
    },
    read: async ({ concurrency, count, isPicture, url }: Reading) => {
      const millis: Array<number> = []
      const lane = async () => {
        for (let done = 0; done < count / concurrency; done++) millis.push(await once(url, isPicture))
      }
      await Promise.all(Array.from({ length: concurrency }, lane))
      return millis
    }
  },
  async () => browser?.close()
)
