/** A page of its own: nothing of it is shared with another, and nothing of it is left when it is closed. */
import type { RenderRequest } from "@kittiwake/core/pages/Browser"
import { Effect, type Scope } from "effect"
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core"
import type { Seat } from "../BrowserPool.ts"
import { version } from "../version.ts"
import { ask, CallFailed } from "./PageFailed.ts"
import { type PageWatch, watchPage } from "./PageWatch.ts"
import { type PageWorld, worldOf } from "./PageWorld.ts"

export interface OpenPage {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  readonly mainFrameId: string
  readonly world: PageWorld
  readonly watch: PageWatch
}

/** A browser that takes longer for a new page, or for closing one, no longer obeys. */
const openWithin = "10 seconds"
const closeWithin = "5 seconds"

const options = (request: RenderRequest, userAgent: string): BrowserContextOptions => ({
  viewport: request.viewport,
  deviceScaleFactor: 1,
  colorScheme: request.colorScheme ?? "light",
  userAgent,
  locale: "en-US",
  serviceWorkers: "block",
  acceptDownloads: false,
  ...(request.session === null
    ? {}
    : {
        storageState: {
          cookies: request.session.cookies.map((cookie) => ({ ...cookie })),
          origins: request.session.origins.map(({ localStorage, origin }) => ({
            origin,
            localStorage: localStorage.map((item) => ({ ...item }))
          }))
        }
      })
})

/** Chromium's own introduction without the word that says nobody looks at it, and with ours. */
const userAgentOf = (browser: Browser): string => {
  const major = browser.version().split(".")[0] ?? "0"
  const chrome = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
  return `${chrome} Kittiwake/${version}`
}

const open = async (
  browser: Browser,
  request: RenderRequest,
  isOver: () => boolean,
  keep: (c: BrowserContext) => void
) => {
  const context = await browser.newContext(options(request, userAgentOf(browser)))
  keep(context)
  if (isOver()) throw new Error("Nobody waits for this page any more.")
  context.setDefaultTimeout(0)
  context.setDefaultNavigationTimeout(0)
  const page = await context.newPage()
  const watch = watchPage(context, page)
  const session = await context.newCDPSession(page)
  const { frameTree } = await session.send("Page.getFrameTree")
  const mainFrameId = frameTree.frame.id
  return { context, page, session, mainFrameId, world: worldOf(session, mainFrameId), watch } satisfies OpenPage
}

/** Opens a page until the scope closes. A browser that does not open or close it is given up. */
export const openPage = (
  { giveUp, running }: Seat,
  request: RenderRequest
): Effect.Effect<OpenPage, CallFailed, Scope.Scope> =>
  Effect.gen(function* () {
    let context: BrowserContext | null = null
    let isOver = false
    // A context that is not there yet is closed as soon as it comes.
    const keep = (made: BrowserContext) => {
      context = made
      if (isOver) void made.close().catch(() => {})
    }
    const close = Effect.suspend(() => {
      isOver = true
      const opened = context
      return opened === null
        ? Effect.void
        : Effect.promise(() => opened.close().catch(() => {})).pipe(
            Effect.timeoutOrElse({ duration: closeWithin, orElse: () => giveUp })
          )
    })
    yield* Effect.addFinalizer(() => close)
    return yield* ask(() => open(running.browser, request, () => isOver, keep)).pipe(
      Effect.timeoutOrElse({
        duration: openWithin,
        orElse: () => Effect.andThen(giveUp, Effect.fail(new CallFailed({ message: "The browser opens no page." })))
      })
    )
  })
