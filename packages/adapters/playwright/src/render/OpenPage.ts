/** A page of its own: nothing of it is shared with another, and nothing of it is left when it is closed. */
import type { RenderRequest } from "@kittiwake/core/pages/Browser"
import type { BrowserSession } from "@kittiwake/core/profiles/domain/BrowserSession"
import { Effect, type Scope } from "effect"
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core"
import type { Seat } from "../BrowserPool.ts"
import { safely } from "../safely.ts"
import { version } from "../version.ts"
import type { ActingBegun } from "./ActingBegun.ts"
import { framesOf, type PageFrames } from "./frames.ts"
import { ask, CallFailed } from "./PageFailed.ts"
import { type PageWatch, watchPage } from "./PageWatch.ts"
import { type PageWorld, worldOf } from "./PageWorld.ts"
import { putCookies } from "./putCookies.ts"
import { stoppable } from "./stoppable.ts"

/** How far a page has been read. */
export interface Reading {
  /** Whether nothing more is asked of its server: what its sites stored is looked at. */
  isOver: boolean
  /** Whether its document had not come whole when it was shown. */
  isCutShort: boolean
}

export interface OpenPage {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  readonly mainFrameId: string
  readonly world: PageWorld
  readonly watch: PageWatch
  readonly frames: PageFrames
  readonly acting: ActingBegun
  readonly reading: Reading
}

/** A browser that takes longer for a new page, or for closing one, no longer obeys. */
const openWithin = "10 seconds"
const closeWithin = "5 seconds"

/** Cookies are put in by themselves: a context takes all of them or none. */
const stateOf = (session: BrowserSession) => ({
  cookies: [],
  origins: session.origins.map(({ localStorage, origin }) => ({
    origin,
    localStorage: localStorage.map((item) => ({ ...item }))
  }))
})

const options = (request: RenderRequest, userAgent: string): BrowserContextOptions => ({
  viewport: request.viewport,
  deviceScaleFactor: 1,
  colorScheme: request.colorScheme ?? "light",
  userAgent,
  locale: "en-US",
  serviceWorkers: "block",
  acceptDownloads: false
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
  acting: ActingBegun,
  stop: AbortSignal,
  { keep, made }: { readonly keep: (context: BrowserContext) => void; readonly made: () => void }
) => {
  const context = await browser.newContext(options(request, userAgentOf(browser)))
  keep(context)
  stop.throwIfAborted()
  context.setDefaultTimeout(0)
  context.setDefaultNavigationTimeout(0)
  const own = stoppable(context, stop)
  // What a session has is put in afterwards: a browser that ends while a context is made of it brings down this process.
  if (request.session !== null && request.session.origins.length > 0) {
    await own.setStorageState(stateOf(request.session))
  }
  if (request.session !== null) {
    await putCookies(request.session.cookies, (some) => own.addCookies(some.map((cookie) => ({ ...cookie }))))
  }
  const page = await own.newPage()
  made()
  const session = await context.newCDPSession(page)
  // What is asked over this session is answered behind what it tells, so that no wish of before is heard later.
  await session.send("Page.enable")
  const { frameTree } = await session.send("Page.getFrameTree")
  const mainFrameId = frameTree.frame.id
  const onWish = (listen: () => void) =>
    session.on(
      "Page.frameRequestedNavigation",
      safely(({ frameId }: { readonly frameId: string }) => {
        if (frameId === mainFrameId) listen()
      })
    )
  const reading: Reading = { isOver: false, isCutShort: false }
  const watch = watchPage(context, page, onWish, () => reading.isOver)
  const world = worldOf(session, mainFrameId)
  return { context, page, session, mainFrameId, world, watch, acting, reading } satisfies Omit<OpenPage, "frames">
}

/** Opens a page until the scope closes. A browser that does not open or close it is given up. */
export const openPage = (
  seat: Seat,
  request: RenderRequest,
  acting: ActingBegun
): Effect.Effect<OpenPage, CallFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { giveUp, giveUpUnclosed, running } = seat
    const { browser } = running
    const stopping = new AbortController()
    const stop = safely(() => stopping.abort())
    let context: BrowserContext | null = null
    let making: Promise<unknown> = Promise.resolve()
    // A context that is not there yet is closed as soon as it comes.
    const keep = (made: BrowserContext) => {
      context = made
      if (stopping.signal.aborted) void made.close().catch(() => {})
    }
    const close = Effect.suspend(() => {
      browser.off("disconnected", stop)
      stop()
      const opened = context
      if (opened === null) return Effect.void
      // A page that is just being made has to come first: see `stoppable`. What is asked of it then ends with it.
      const closing = making.then(() => opened.close()).catch(() => {})
      const closed = Effect.promise(() => closing)
      return Effect.timeoutOrElse(closed, {
        duration: closeWithin,
        orElse: () => Effect.raceFirst(closed, giveUpUnclosed)
      })
    })
    yield* Effect.addFinalizer(() => close)
    browser.on("disconnected", stop)
    const opened = yield* ask(() => {
      const isMade = Promise.withResolvers<void>()
      const page = open(browser, request, acting, stopping.signal, { keep, made: isMade.resolve })
      making = Promise.race([isMade.promise, page.catch(() => {})])
      return page
    }).pipe(
      Effect.timeoutOrElse({
        duration: openWithin,
        orElse: () => Effect.andThen(giveUp, Effect.fail(new CallFailed({ message: "The browser opens no page." })))
      })
    )
    return { ...opened, frames: framesOf(seat, opened.world, acting) }
  })
