/** A page as a browser shows it. */
import { Clock, Duration, Effect } from "effect"
import type { BrowserSession } from "../profiles/domain/BrowserSession.ts"
import { withProfile } from "../profiles/withProfile.ts"
import { type Deadline, exchangeLeftOf, fetchingLeftOf } from "../web/domain/Deadline.ts"
import { noteActing, noteRendered, renderActing } from "./acting.ts"
import { Browser, type CaptureOptions, type RenderRequest, type Viewport } from "./Browser.ts"
import { ContentClassifier } from "./ContentClassifier.ts"
import { ofRendering } from "./captureProblems.ts"
import type { PageCapture } from "./domain/PageCapture.ts"
import { answerProblem, type PageProblem } from "./domain/PageProblem.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"
import { xmlOf } from "./fetchCapture.ts"
import { keepToRules } from "./keepToRules.ts"
import { reachable } from "./reachable.ts"

/** Size of the window in which pages are read. */
export const readingViewport: Viewport = { width: 1920, height: 1080 }

/** A rendering of the page for its content. */
const requestFor = (
  source: PageSource,
  url: string,
  deadline: Deadline,
  now: number,
  session: BrowserSession | null,
  capture: CaptureOptions | null
): RenderRequest => ({
  url,
  headers: source.headers,
  country: source.country,
  viewport: readingViewport,
  colorScheme: null,
  wait: Duration.millis(source.waitMillis ?? 0),
  actions: source.actions,
  settlesAnimations: source.settlesAnimations,
  handlesCookieBanner: false,
  clearsPopups: false,
  wantsFrames: source.includeFrames,
  capture,
  session,
  timeout: Duration.millis(exchangeLeftOf(deadline, now)),
  patience: Duration.millis(fetchingLeftOf(deadline, now)),
  acceptsPart: deadline.acceptsPart
})

/** Renders the page once, with a picture of it where one is asked for; `reason` says why a browser does it. */
export const renderPictured = Effect.fnUntraced(function* (
  source: PageSource,
  deadline: Deadline,
  reason: string,
  wanted: CaptureOptions | null
) {
  const browser = yield* Browser
  const url = yield* reachable(source.url)
  const now = yield* Clock.currentTimeMillis
  const render = (session: BrowserSession | null) =>
    renderActing(browser, requestFor(source, url, deadline, now, session, wanted)).pipe(
      Effect.tap((rendered) => noteRendered(source, rendered)),
      Effect.mapError(ofRendering),
      Effect.tapError((error) => (error._tag === "MayHaveActed" ? noteActing(source) : Effect.void))
    )
  const rendered =
    source.profile === null ? yield* render(null) : yield* withProfile(source.profile, source.url, deadline, render)
  yield* keepToRules(url, rendered.url)
  const problem = answerProblem(rendered.status, rendered.html)
  if (problem !== null) return yield* Effect.fail<PageProblem>({ ...problem, finalUrl: rendered.url })
  // A browser shows text files and the like as a page of its own making; only those that were pages are pages.
  const { type } = yield* (yield* ContentClassifier).classify({
    bytes: new Uint8Array(),
    contentType: rendered.contentType,
    extension: null
  })
  const capture: PageCapture = {
    finalUrl: rendered.url,
    status: rendered.status,
    type: type === "svg" || type === "xml" ? type : "html",
    ...xmlOf(type ?? "html", rendered.contentType),
    body: new TextEncoder().encode(rendered.html),
    frames: rendered.frames,
    finalDomState: rendered.finalDomState,
    actionsApplied: rendered.actionsApplied,
    isStale: rendered.isStale,
    renderedBecause: reason,
    etag: null,
    lastModified: null,
    ...(rendered.robots === undefined ? {} : { robots: rendered.robots }),
    capturedAtMillis: now
  }
  return { capture, picture: rendered.capture }
})

/** Renders the page once; `reason` says why a browser does it. */
export const renderCapture = (source: PageSource, deadline: Deadline, reason: string) =>
  Effect.map(renderPictured(source, deadline, reason, null), ({ capture }) => capture)
