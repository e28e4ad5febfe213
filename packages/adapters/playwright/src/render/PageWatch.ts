/** What is seen of a page from outside, without asking it anything. */
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Exit } from "effect"
import type { BrowserContext, Dialog, Download, Frame, Page, Request, Response } from "playwright-core"
import { safely } from "../safely.ts"
import { makeFrameSites, originOf } from "./frameSites.ts"
import { crashed, isFile, takesTooMuch } from "./PageFailed.ts"

/** The answer that the document was made from. */
export interface MainAnswer {
  readonly url: string
  readonly status: number
  readonly contentType: string | null
  readonly robots?: string
}

export interface PageWatch {
  /** Fails once nothing more can come of the page. */
  readonly broken: Deferred.Deferred<never, PageUnreachable>
  /** Done once the process that shows the page has ended. */
  readonly rendererEnded: Deferred.Deferred<void>
  /** Answer of the newest document; null before one has come. */
  readonly mainAnswer: () => MainAnswer | null
  /** The newest address that the page went for. */
  readonly navigatingTo: () => string | null
  /** How many documents the page has shown. */
  readonly documents: () => number
  /** How often the page went for another document, redirects not counted. */
  readonly navigations: () => number
  /** How often its scripts, forms and links asked for another document: the page goes for it a moment later, or not at all. */
  readonly wishes: () => number
  /** Whether the document that it went for last is waited for: not answered, or answered and not shown yet. */
  readonly isComing: () => boolean
  /** Requests that a page waits for: connections that stay open by nature are not counted. */
  readonly inFlight: () => number
  /** Grows with everything that is sent or comes. */
  readonly activity: () => number
  /** How many windows the page asked for; each was closed at once. */
  readonly windows: () => number
  /** Where documents of the page and its frames stood, in the order in which they came. */
  readonly origins: () => ReadonlySet<string>
  /** Ends the rendering: nothing that can be relied on will be told any more. */
  readonly giveUp: () => void
}

/** So many origins are remembered, and fewer where frames stand there: a page may have any number of those. */
const maxOrigins = 20
const maxOriginsOfFrames = 10

/** Frames may stand at so many origins at once: pages of the web with most advertisements have some thirty. */
const maxFrameOrigins = 64

/** And go to so many one after the other: frames that wander to new sites without end have a browser do nothing but start and end processes. */
const maxFrameArrivals = 250

/** Redirects lead them there, and most addresses on the way get no process: advertisements stand behind some eight each. */
const maxFrameHops = 1_000

/** Kinds of requests that may go on for ever on a page that is complete. */
const isLasting = (request: Request): boolean =>
  ["websocket", "eventsource", "media", "ping", "texttrack", "manifest"].includes(request.resourceType())

/** Types that a browser shows by itself. */
const isShown = (contentType: string | null): boolean => {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  return (
    type === "" || /^(?:text|image)\/|[/+](?:xml|json)$|^application\/(?:javascript|ecmascript|ld\+json)$/.test(type)
  )
}

/**
 * Watches until the page is gone. `onWish` calls whoever listens when its main document asks for another. A page that asks whether it may be
 * left stays, unless `isRead` says that nobody needs it any more.
 */
export const watchPage = (
  context: BrowserContext,
  page: Page,
  onWish: (listen: () => void) => void = () => {},
  isRead: () => boolean = () => false
): PageWatch => {
  const broken = Deferred.makeUnsafe<never, PageUnreachable>()
  const fail = (why: PageUnreachable) => Deferred.doneUnsafe(broken, Exit.fail(why))
  const rendererEnded = Deferred.makeUnsafe<void>()
  const waitedFor = new Set<Request>()
  let answer: MainAnswer | null = null
  let target: string | null = null
  let documents = 0
  let navigations = 0
  let wishes = 0
  let coming: Request | null = null
  let activity = 0
  let windows = 0
  const origins = new Set<string>()
  const frameSites = makeFrameSites()
  let frameHops = 0

  /** The frame that goes elsewhere with a request; null of other requests. */
  const goingIn = (request: Request): Frame | null => {
    try {
      return request.isNavigationRequest() ? request.frame() : null
    } catch {
      // Requests of workers, and of frames that are gone, have no frame.
      return null
    }
  }
  const isMain = (request: Request): boolean => goingIn(request) === page.mainFrame()
  const stands = (frame: Frame, address: string) => {
    if (frame === page.mainFrame()) return
    frameSites.stand(frame, address)
    if (frameSites.count() > maxFrameOrigins || frameSites.arrivals() > maxFrameArrivals) fail(takesTooMuch)
  }
  const goes = (frame: Frame, request: Request) => {
    if (request.redirectedFrom() === null) return stands(frame, request.url())
    if (frame !== page.mainFrame()) frameHops += 1
    if (frameHops > maxFrameHops) fail(takesTooMuch)
  }
  const end = (request: Request) => {
    activity += 1
    waitedFor.delete(request)
  }

  const giveUp = () => fail(crashed)

  const wish = safely(() => {
    wishes += 1
  }, giveUp)
  onWish(wish)
  const asked = (request: Request) => {
    activity += 1
    if (!isLasting(request)) waitedFor.add(request)
    const frame = goingIn(request)
    if (frame !== null) goes(frame, request)
    if (frame !== page.mainFrame()) return
    target = request.url()
    coming = request
    if (request.redirectedFrom() === null) navigations += 1
  }
  const brokeOff = (request: Request) => {
    end(request)
    if (request === coming) coming = null
  }
  const answered = (response: Response) => {
    const status = response.status()
    if (!isMain(response.request()) || (status >= 300 && status < 400)) return
    if (status === 204 || status === 205) {
      coming = null
      return
    }
    const { "content-type": contentType = null, "x-robots-tag": robots } = response.headers()
    answer = { url: response.url(), status, contentType, ...(robots === undefined ? {} : { robots }) }
    if (!isShown(answer.contentType)) fail(isFile)
  }
  const shown = (frame: Frame) => {
    const isOfPage = frame === page.mainFrame()
    stands(frame, frame.url())
    if (origins.size < (isOfPage ? maxOrigins : maxOriginsOfFrames)) {
      const origin = originOf(frame.url())
      if (origin !== null) origins.add(origin)
    }
    if (!isOfPage) return
    coming = null
    if (frame.url() !== "about:blank") documents += 1
  }
  const ended = () => {
    Deferred.doneUnsafe(rendererEnded, Exit.void)
    fail(crashed)
  }
  const saves = (download: Download) => {
    coming = null
    if (documents === 0) fail(isFile)
    return download.cancel()
  }
  const opens = (opened: Page) => {
    if (opened === page) return undefined
    windows += 1
    return opened.close({ runBeforeUnload: false })
  }
  page.on("request", safely(asked, giveUp))
  page.on("requestfinished", safely(end, giveUp))
  page.on("requestfailed", safely(brokeOff, giveUp))
  page.on("response", safely(answered, giveUp))
  page.on("framenavigated", safely(shown, giveUp))
  page.on("framedetached", safely(frameSites.leave, giveUp))
  page.on("crash", safely(ended))
  page.on("close", safely(giveUp))
  page.on(
    "dialog",
    safely((dialog: Dialog) => (dialog.type() === "beforeunload" && isRead() ? dialog.accept() : dialog.dismiss()))
  )
  page.on("download", safely(saves))
  context.on("page", safely(opens))

  return {
    broken,
    rendererEnded,
    mainAnswer: () => answer,
    navigatingTo: () => target,
    documents: () => documents,
    navigations: () => navigations,
    wishes: () => wishes,
    isComing: () => coming !== null,
    inFlight: () => waitedFor.size,
    activity: () => activity,
    windows: () => windows,
    origins: () => origins,
    giveUp
  }
}
