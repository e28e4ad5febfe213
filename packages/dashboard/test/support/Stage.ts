/** A real installation with a site that it may watch, and a real browser that is signed in to its dashboard. */

import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { afterAll, assert } from "@effect/vitest"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import type { Listening } from "../../../../test/endToEnd/listen.ts"
import { type Server, startServer } from "../../../../test/endToEnd/Server.ts"
import { openSite, type Site } from "../../../../test/endToEnd/Site.ts"
import { type OpenStorage, openEmbedded, openPostgresAt, type Storage } from "../../../../test/endToEnd/storages.ts"
import { browserHere } from "../../../../test/setup/browser.ts"
import { postgresUrl } from "../../../../test/setup/sharedServers.ts"
import { sideInTurn, takesAll } from "../../../../test/setup/turns.ts"
import { withoutFeatures } from "../../../adapters/playwright/src/launchArguments.ts"

/** How a page is shown. */
export interface View {
  readonly width?: number
  readonly height?: number
  readonly scheme?: "light" | "dark"
  readonly locale?: "en-US" | "de-DE"
}

/** A page of the dashboard, and what went wrong in it. */
export interface Shown extends AsyncDisposable {
  readonly page: Page
  /** Opens a screen, for example `/inbox`. */
  readonly open: (path: string) => Promise<void>
  /** Errors that no code caught, what the policy refused, and addresses that were asked for elsewhere. */
  readonly faults: ReadonlyArray<string>
}

export interface Stage extends AsyncDisposable {
  readonly server: Server
  readonly site: Site
  /** Calls the API with the key that the browser is signed in with. */
  readonly call: <A = unknown>(method: string, path: string, body?: unknown) => Promise<A>
  /** A new browser profile, signed in unless said otherwise. */
  readonly show: (view?: View & { readonly isSignedIn?: boolean }) => Promise<Shown>
}

/** The files that look at both storages. They are run every fourth day (`filesInTurn.ts`), so that all have within eight. */
const onBoth = [
  ...(["inbox", "work", "monitors", "demonstration"] as const),
  ...(["usage", "keys", "views", "sharing"] as const),
  ...(["deliveries", "home"] as const)
] as const

/**
 * The storages on which the screens of a file do their job: SQLite, and in turn Postgres, which is null where the machine has none.
 * What screens look like does not depend on them, so that axe looks at them on the first alone; and what the API answers is the
 * same on both, as the suites of the stores have it, so that a screen that fails on Postgres alone may go unseen for seven days.
 */
export const storagesOf = async (
  file: (typeof onBoth)[number]
): Promise<ReadonlyArray<readonly [name: string, open: OpenStorage | null]>> => {
  const isInTurn = takesAll || (sideInTurn + onBoth.indexOf(file)) % 2 === 0
  if (!isInTurn) return [["SQLite", openEmbedded]]
  const url = await postgresUrl()
  return [
    ["SQLite", openEmbedded],
    ["Postgres", url === null ? null : openPostgresAt(url)]
  ]
}

const launch = async (): Promise<Browser> => {
  const { env, path } = await browserHere()
  return chromium.launch({
    executablePath: path,
    args: ["--disable-background-networking", "--lang=en-US", withoutFeatures],
    env: { ...process.env, ...env }
  })
}

let launched: Promise<Browser> | undefined

/** The browser of the file at hand, whose stages are shown in profiles of their own. */
export const browserOfFile = (): Promise<Browser> => (launched ??= launch())

afterAll(async () => {
  await (await launched)?.close()
})

/** The key with which `test/endToEnd/Server.ts` starts. */
const keyOf = (server: Server): string => (server.headers.authorization ?? "").replace("Bearer ", "")

const sessionOf = async (context: BrowserContext, server: Server): Promise<void> => {
  const answer = await context.request.post(`${server.url}/session`, { data: { key: keyOf(server) } })
  assert.strictEqual(answer.status(), 200, await answer.text())
}

/** Starts all of it on a storage; `env` is of the server, which may reach `outside` beside the site. */
export const openStage = async (
  open: OpenStorage,
  {
    env = {},
    outside = []
  }: { readonly env?: Readonly<Record<string, string>>; readonly outside?: ReadonlyArray<Listening> } = {}
): Promise<Stage> => {
  const site = await openSite()
  const storage: Storage = await open()
  const [server, browser] = await Promise.all([
    startServer({ ...storage, env: { ...storage.env, ...env } }, [site, ...outside]),
    browserOfFile()
  ])
  const call = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...server.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    assert.isTrue(response.ok, `${method} ${path} answered ${response.status}: ${text}`)
    return (text === "" ? undefined : JSON.parse(text)) as A
  }
  const show: Stage["show"] = async ({
    height = 900,
    isSignedIn = true,
    locale = "en-US",
    scheme = "light",
    width = 1440
  } = {}) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale })
    context.setDefaultTimeout(45_000)
    if (isSignedIn) await sessionOf(context, server)
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("pageerror", (error) => faults.push(error.message))
    page.on("console", (message) => {
      if (/content.security.policy/i.test(message.text())) faults.push(message.text())
    })
    page.on("request", (request) => {
      const url = request.url()
      if (/^https?:/.test(url) && !url.startsWith(server.url)) faults.push(`asked ${url}`)
    })
    return {
      page,
      faults,
      open: async (path) => void (await page.goto(`${server.url}/app${path}`)),
      [Symbol.asyncDispose]: async () => {
        // What a test answers itself may be under way, and what it holds of the answer is gone with the page.
        await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: "ignoreErrors" })))
        await context.close()
      }
    }
  }
  return {
    server,
    site,
    call,
    show,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await storage[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
    }
  }
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface AxeResults {
  readonly violations: ReadonlyArray<{
    readonly id: string
    readonly help: string
    readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
  }>
}

/** Rules of axe whose answer depends on colours: what else it finds is the same in light and dark. */
const ofColours = ["color-contrast", "link-in-text-block"]

/** Fails with what is wider than the screen that shows it: a page is read without being moved sideways, and no word of ours is broken. */
export const assertFits = async (page: Page): Promise<void> => {
  const wider = await page.evaluate<ReadonlyArray<string>>(`
    [...document.querySelectorAll("body, body *")]
      .filter((one) => one.querySelector("h1") !== null && one.scrollWidth > one.clientWidth + 1)
      .map((one) => {
        const end = one.getBoundingClientRect().left + one.clientWidth + 1
        const within = [...one.querySelectorAll("*")].filter((inner) => inner.getBoundingClientRect().right > end)
        return (within.find((inner) => inner.childElementCount === 0) ?? one).outerHTML.slice(0, 300)
      })`)
  assert.deepStrictEqual(wider, [])
  await assertWordsWhole(page)
}

/** Fails where the document is higher than its window: a screen scrolls within, and a second scrollbar beside its own leads to nothing. */
export const assertNoHigher = async (page: Page): Promise<void> => {
  const [document, window] = await page.evaluate<readonly [number, number]>(
    "[document.documentElement.scrollHeight, innerHeight]"
  )
  assert.isAtMost(document, window, "the document is higher than the window")
}

/**
 * Fails with words of ours that are broken within, in what names something and in tables: buttons, tabs, heads, cells, fields. A word that is
 * wider than the screen has to be.
 */
export const assertWordsWhole = async (page: Page): Promise<void> => {
  const broken = await page.evaluate<ReadonlyArray<string>>(`
    [...document.querySelectorAll("button, .button, .chip, [role=tab], th, td, label, .label, legend, summary, dt, h1, h2, h3")].flatMap((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      const found = []
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        // Ids and names of machines are broken anywhere, and so are words of strangers where a cell is made for them.
        if (text.parentElement.closest(".font-mono, code, pre, kbd, .wrap-anywhere, .break-all") !== null) continue
        for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
          const isOnSeveral = lines.some(({ bottom, top }) => top >= lines[0].bottom - 1 || bottom <= lines[0].top + 1)
          const width = lines.reduce((sum, line) => sum + line.width, 0)
          if (isOnSeveral && width < innerWidth - 64) found.push(word + " in " + one.outerHTML.slice(0, 200))
        }
      }
      return found
    })`)
  if (broken.length > 0) assert.fail(`broken words:\n${broken.join("\n")}`)
}

/** The schemes in which pages are looked at: one in a run, all of whose rules hold in either. */
const schemes = (["light", "dark"] as const).filter((_, index) => takesAll || sideInTurn === index)

/** Fails with what axe finds wrong with the page as it is shown now, in light in one run and in dark in the next. */
export const assertAccessible = async (page: Page): Promise<void> => {
  // Run in the page's own world by the debugger, which the page's policy does not bind.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    const rules = scheme === schemes[0] ? {} : { runOnly: { type: "rule", values: ofColours } }
    const options = JSON.stringify({ resultTypes: ["violations"], ...rules })
    const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`)
    assert.deepStrictEqual(
      violations.map(
        ({ help, id, nodes }) => `${scheme}: ${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`
      ),
      []
    )
  }
}
