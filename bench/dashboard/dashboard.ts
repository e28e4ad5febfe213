/** What a screen of the dashboard loads, and how long it takes on a cold cache until it can be used, on a slowed processor. */
import { gzipSync } from "node:zlib"
import { type Browser, chromium } from "playwright-core"
import { type Server, startServer } from "../../test/endToEnd/Server.ts"
import { openEmbedded } from "../../test/endToEnd/storages.ts"
import { browserHere } from "../../test/setup/browser.ts"
import { median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"

/** By how much the processor is slowed, as of a telephone in the middle. */
const slowed = 4

/** Screens with a heading of each, which stands when what it shows is there. */
const screens = [
  ["Home", "/", "h1"],
  ["Inbox", "/inbox", "h1"],
  ["Monitors", "/monitors", "h1"],
  ["Playground", "/playground", "h1"]
] as const

interface Opened {
  readonly millis: number
  /** Of scripts, as they were sent and as gzip would make them. */
  readonly sentBytes: number
  readonly gzipBytes: number
  readonly files: number
}

/** Runs in the page: tells when its heading stood and the main thread had nothing left to do, so that a press is answered. */
const whenUsable = (seen: string): void => {
  const usable = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(seen) === null) return
      observer.disconnect()
      requestIdleCallback(() => resolve(performance.now()))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  Object.assign(globalThis, { usable })
}

const openOnce = async (browser: Browser, { headers, url }: Server, path: string, seen: string): Promise<Opened> => {
  const context = await browser.newContext({ locale: "en-US" })
  const key = (headers.authorization ?? "").replace("Bearer ", "")
  const entered = await context.request.post(`${url}/session`, { data: { key } })
  if (!entered.ok()) throw new Error(`The session was refused: ${await entered.text()}`)
  const page = await context.newPage()
  const scripts: Array<Promise<{ readonly sent: number; readonly gzip: number }>> = []
  let isUsable = false
  page.on("requestfinished", (request) => {
    // What comes later is not waited for, and the page may be gone by then.
    if (isUsable || request.resourceType() !== "script") return
    scripts.push(
      (async () => {
        const response = await request.response()
        const { responseBodySize } = await request.sizes()
        return { sent: responseBodySize, gzip: gzipSync((await response?.body()) ?? "", { level: 9 }).length }
      })()
    )
  })
  // The browser's own process for the site is there; nothing of the dashboard is.
  await page.goto(`${url}/health`)
  const devtools = await context.newCDPSession(page)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowed })
  await page.addInitScript(whenUsable, seen)
  await page.goto(`${url}/app${path}`)
  const millis = await page.evaluate<number>("usable")
  isUsable = true
  const sizes = await Promise.all(scripts)
  await context.close()
  return {
    millis,
    sentBytes: sizes.reduce((sum, { sent }) => sum + sent, 0),
    gzipBytes: sizes.reduce((sum, { gzip }) => sum + gzip, 0),
    files: sizes.length
  }
}

export const dashboard = async ({ isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  await using storage = await openEmbedded()
  await using server = await startServer(storage, [])
  const { env, path: executablePath } = await browserHere()
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } })
  const findings: Array<Finding> = []
  try {
    for (const [name, path, seen] of screens) {
      tell(`dashboard: ${name}`)
      const rounds: Array<Opened> = []
      for (let round = 0; round < (isQuick ? 3 : 7); round++) rounds.push(await openOnce(browser, server, path, seen))
      const [first] = rounds
      if (first === undefined) continue
      findings.push({
        what: `${name}: script that is loaded first, by gzip`,
        target: "≤ 0.12 MB",
        ours: median(rounds.map(({ gzipBytes }) => gzipBytes)) / 1e6,
        yardstick: null,
        unit: "MB",
        notes: [
          `${Math.round(first.gzipBytes / 1e3)} KB by gzip, ${Math.round(first.sentBytes / 1e3)} KB as sent (brotli), ${first.files} files`
        ]
      })
      const millis = rounds.map((one) => one.millis)
      findings.push({
        what: `${name}: usable on a cold cache, the processor ${slowed} times slower`,
        target: "≤ 1,000 ms",
        ours: median(millis),
        yardstick: null,
        unit: "ms",
        notes: [`${Math.round(Math.min(...millis))} to ${Math.round(Math.max(...millis))} ms of ${millis.length}`]
      })
    }
  } finally {
    await browser.close()
  }
  return findings
}
