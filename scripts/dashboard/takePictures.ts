/** Pictures of every screen of the dashboard, from the demo: wide and narrow, light and dark. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { type Browser, chromium, type Page } from "playwright-core"
import { type Demo, startDemo } from "../../packages/cli/src/demo/startDemo.ts"
import { tellStory } from "../../packages/cli/src/demo/story.ts"

/** A screen: its name, where it is, and what is done there before its picture is taken. */
interface Screen {
  readonly name: string
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

const views = [
  { suffix: "", width: 1440, height: 900, scheme: "light" },
  { suffix: "-dark", width: 1440, height: 900, scheme: "dark" },
  { suffix: "-narrow", width: 390, height: 844, scheme: "light" }
] as const

/** The screens, with what the demo made. */
const screensOf = async (demo: Demo): Promise<ReadonlyArray<Screen>> => {
  const { data: changes } = await demo.kittiwake.monitors.changes({ limit: 20 })
  const { data: deliveries } = await demo.kittiwake.webhooks.list({ limit: 1 })
  const goal = demo.monitors.find(({ name }) => name === "goal") ?? demo.monitors[0]!
  const price = changes.find(({ monitor_id }) => monitor_id === goal.id) ?? changes[0]!
  const { data: runs } = await demo.kittiwake.monitors.runs({ monitor_id: goal.id, limit: 20 })
  const run = runs.find(({ change_detected }) => change_detected) ?? runs[0]!
  return [
    { name: "home", path: "/" },
    { name: "inbox", path: `/inbox?change=${price.id}` },
    { name: "change-why", path: `/changes/${price.id}?tab=why` },
    { name: "monitors", path: "/monitors" },
    {
      name: "new-monitor",
      path: `/monitors/new?url=${encodeURIComponent(`${demo.site.url}/pricing`)}`,
      prepare: (page) => page.waitForTimeout(6_000)
    },
    { name: "monitor", path: `/monitors/${goal.id}` },
    { name: "run", path: `/monitors/${goal.id}/runs/${run.id}` },
    { name: "playground", path: "/playground" },
    { name: "work", path: "/work" },
    { name: "deliveries", path: "/deliveries" },
    { name: "delivery", path: `/deliveries/${deliveries[0]!.id}` },
    { name: "deliveries-inbox", path: "/deliveries?tab=inbox" },
    { name: "usage", path: "/usage" },
    { name: "requests", path: "/usage?tab=requests" },
    { name: "keys", path: "/keys" },
    { name: "sessions", path: "/keys?tab=sessions" }
  ]
}

const take = async (
  browser: Browser,
  demo: Demo,
  screens: ReadonlyArray<Screen>,
  view: (typeof views)[number],
  to: string
): Promise<void> => {
  const { height, scheme, suffix, width } = view
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: "en-US" })
  const signed = await context.request.post(`${demo.url}/session`, { data: { key: demo.adminToken } })
  if (!signed.ok()) throw new Error(`The demo does not let its operator in: ${signed.status()} ${await signed.text()}`)
  const page = await context.newPage()
  // The demo's clock is ahead; the browser's goes with it, so that times read as they would.
  await page.clock.install({ time: demo.now() })
  await page.clock.resume()
  for (const { name, path, prepare } of screens) {
    await page.goto(`${demo.url}/app${path}`)
    await page.locator("h1, h2").first().waitFor()
    await page.waitForLoadState("networkidle").catch(() => undefined)
    await page.waitForTimeout(700)
    await prepare?.(page)
    await writeFile(join(to, `${name}${suffix}.png`), await page.screenshot({ timeout: 30_000 }))
  }
  await context.close()
}

/** Takes them all into a folder with a Chromium; the names of `only` where some are given. */
export const takePictures = (options: {
  readonly to: string
  readonly executablePath: string
  readonly only: ReadonlyArray<string>
}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const demo = yield* startDemo({ browser: { setting: Option.none(), hasSandbox: false, isGuarded: false } })
      yield* Effect.promise(async () => {
        await tellStory(demo, () => undefined)
        await mkdir(options.to, { recursive: true })
        const browser = await chromium.launch({
          executablePath: options.executablePath,
          args: ["--no-sandbox", "--disable-background-networking", "--lang=en-US", "--hide-scrollbars"]
        })
        try {
          const all = await screensOf(demo)
          const screens = options.only.length === 0 ? all : all.filter(({ name }) => options.only.includes(name))
          for (const view of views) await take(browser, demo, screens, view, options.to)
        } finally {
          await browser.close()
        }
      })
    })
  )
