/** Pictures of every screen of the dashboard, from the demo: for the docs, and to look at. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core"
import { startDemo } from "../../packages/cli/src/demo/startDemo.ts"
import { storyTakes, tellStory } from "../../packages/cli/src/demo/story.ts"
import { startFresh } from "./freshServer.ts"
import { freshScreens, type Screen, screensOf } from "./screens.ts"

/** How screens are shown. */
interface View {
  readonly suffix: string
  readonly width: number
  readonly height: number
  readonly scheme: "dark" | "light"
  readonly locale: "de-DE" | "en-US"
  /** Whether lists are long and names have 300 characters. */
  readonly isHard?: boolean
  /** The screens that are shown so; all unless given. */
  readonly only?: ReadonlyArray<string>
}

const wide = { width: 1440, height: 900, locale: "en-US" } as const
const narrow = { width: 390, height: 844, locale: "en-US" } as const

/** What the docs show: every screen, and what a phone is for. */
const shown: ReadonlyArray<View> = [
  { ...wide, suffix: "", scheme: "light" },
  { ...narrow, suffix: "-narrow", scheme: "light", only: ["home", "inbox-list", "change-why", "monitors"] }
]

/** What is looked at beside it before it is shown to anybody. */
const looked: ReadonlyArray<View> = [
  { ...narrow, suffix: "-narrow", scheme: "light" },
  { ...wide, suffix: "-de", scheme: "light", locale: "de-DE" },
  { ...wide, suffix: "-dark", scheme: "dark" },
  { ...narrow, suffix: "-narrow-de", scheme: "dark", locale: "de-DE" },
  { ...wide, suffix: "-hard", scheme: "light", isHard: true },
  { ...narrow, suffix: "-narrow-hard", scheme: "light", isHard: true }
]

/** Names that a row may have, and how long one may be. */
const names = new Set(["name", "title", "summary", "monitor_name"])
const longest = 300

const lengthened = (value: unknown, key = ""): unknown => {
  if (typeof value === "string")
    return names.has(key) ? `${value} ${"and more of it ".repeat(30)}`.slice(0, longest) : value
  if (Array.isArray(value)) return value.map((one) => lengthened(one))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthened(one, name)]))
}

/** Makes a list of the API long, and its names, as a large installation has them. */
const harden = async (route: Route): Promise<void> => {
  const response = await route.fetch().catch(() => null)
  if (response === null) return route.abort()
  if (!(response.headers()["content-type"] ?? "").includes("application/json")) return route.fulfill({ response })
  const body = lengthened(await response.json()) as { data?: unknown }
  const { data } = body
  if (Array.isArray(data) && data.length > 0) {
    body.data = Array.from({ length: 100 }, (_, index) => {
      const row = data[index % data.length]
      return typeof row === "object" && row !== null && "id" in row && index >= data.length
        ? { ...row, id: `${row.id}${index}` }
        : row
    })
  }
  return route.fulfill({ response, json: body })
}

/** The same picture in a fifth of the bytes: the browser that took it writes WebP too. */
const asWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
  const script = `(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString("base64"))}), (one) => one.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
    const canvas = document.createElement("canvas")
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext("2d").drawImage(picture, 0, 0)
    return canvas.toDataURL("image/webp", 0.82)
  })()`
  const url = await page.evaluate<string>(script)
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64")
}

/** Waits until nothing is asked and nothing is loading any more. */
const still = async (page: Page): Promise<void> => {
  await page.locator("h1, h2").first().waitFor()
  await page.locator("[role=status] .bg-sunken").first().waitFor({ state: "detached", timeout: 60_000 })
  await page.waitForTimeout(800)
}

const signIn = async (context: BrowserContext, url: string, key: string): Promise<void> => {
  const signed = await context.request.post(`${url}/session`, { data: { key } })
  if (!signed.ok()) throw new Error(`The demo does not let its operator in: ${signed.status()} ${await signed.text()}`)
}

/** Where pictures come from, and where they go. */
interface Studio {
  readonly url: string
  readonly adminToken: string
  readonly browser: Browser
  readonly screens: ReadonlyArray<Screen>
  readonly to: string
  readonly isForDocs: boolean
}

/** Takes every screen in a view; tells of which it could not, and goes on. */
const take = async (studio: Studio, view: View): Promise<ReadonlyArray<string>> => {
  const { height, isHard = false, locale, only, scheme, suffix, width } = view
  const context = await studio.browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale })
  const blank = await context.newPage()
  await signIn(context, studio.url, studio.adminToken)
  const page = await context.newPage()
  if (isHard) await page.route(/\/v1\/(?!events)/, harden)
  const problems: Array<string> = []
  for (const { name, path, prepare } of studio.screens) {
    if (only !== undefined && !only.includes(name)) continue
    try {
      await page.goto(`${studio.url}/app${path}`)
      await still(page)
      if (!isHard) await prepare?.(page)
      if (prepare !== undefined) await still(page)
      const png = await page.screenshot({ timeout: 60_000 })
      const [bytes, ending] = studio.isForDocs ? [await asWebp(blank, png), "webp"] : [png, "png"]
      await writeFile(join(studio.to, `${name}${suffix}.${ending}`), bytes)
    } catch (cause) {
      problems.push(`${name}${suffix}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  await context.close()
  return problems
}

/** What may be chosen of pictures. */
export interface PictureOptions {
  readonly to: string
  readonly executablePath: string
  /** Names of screens; all where there are none. */
  readonly only: ReadonlyArray<string>
  /** Whether they are to look at: dark, narrow, German, with long lists and long names, as PNG. */
  readonly isToLookAt: boolean
}

/** Takes them all into a folder with a Chromium. */
export const takePictures = (options: PictureOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const demo = yield* startDemo({
        behind: storyTakes,
        browser: { setting: Option.none(), hasSandbox: false, isGuarded: false }
      })
      yield* Effect.promise(async () => {
        await tellStory(demo, () => undefined)
        await demo.catchUp()
        await mkdir(options.to, { recursive: true })
        const browser = await chromium.launch({
          executablePath: options.executablePath,
          args: ["--no-sandbox", "--disable-background-networking", "--lang=en-US", "--hide-scrollbars"]
        })
        try {
          await using fresh = await startFresh()
          const chosen = (screens: ReadonlyArray<Screen>) =>
            options.only.length === 0 ? screens : screens.filter(({ name }) => options.only.includes(name))
          const shared = { browser, to: options.to, isForDocs: !options.isToLookAt }
          const studios: ReadonlyArray<Studio> = [
            { ...shared, url: demo.url, adminToken: demo.adminToken, screens: chosen(await screensOf(demo)) },
            { ...shared, url: fresh.url, adminToken: fresh.adminToken, screens: chosen(freshScreens) }
          ]
          const problems: Array<string> = []
          for (const view of options.isToLookAt ? [shown[0]!, ...looked] : shown) {
            for (const studio of studios) problems.push(...(await take(studio, view)))
          }
          if (problems.length > 0) throw new Error(`There is no picture of\n${problems.join("\n")}`)
        } finally {
          await browser.close()
        }
      })
    })
  )
