/**
 * A watched page as it is got: from its server, as a file, or from a browser.
 *
 * **Details.** A page is fetched as its server sends it, with what is known of the last answer, until that shows that it takes
 * more: a kind of content that is no text is downloaded and read as a file, and so is a feed that is seen for the first time; a
 * page that only a browser shows is rendered. The way is kept with the baseline, so that later looks go it at once, and a
 * baseline that was got in one way is compared with what is got in the same.
 */
import { Clock, Duration, Effect } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import type { PageCapture } from "../pages/domain/PageCapture.ts"
import { answerProblem, isSentToSignIn, type PageProblem } from "../pages/domain/PageProblem.ts"
import { defaultPdf, type PageSource, plainSource } from "../pages/domain/ScrapeRequest.ts"
import { fetchCapture } from "../pages/fetchCapture.ts"
import { giveFetched, takeMemory, takeReading } from "../pages/pageMemory.ts"
import { readDocument } from "../pages/readCapture.ts"
import { renderPictured } from "../pages/renderCapture.ts"
import type { ProfileError } from "../profiles/errors.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { retryAfterSeconds } from "../web/domain/retryAfter.ts"
import type { ReadingError } from "../web/errors.ts"
import type { Answer, FetchSession, Validators } from "../web/HttpFetcher.ts"
import type { BaselineMark, MonitorOf, Way } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import { asksForBrowser } from "./domain/Target.ts"
import { tellOfHidden } from "./tellOfHidden.ts"
import { traced } from "./traced.ts"
import { NoBrowser, unusable } from "./Unusable.ts"
import { failIf, ofReading, ofUnreachable } from "./watchProblems.ts"

/** Time for one fetch or rendering, redirects and body included, once its turn has come. */
export const fetchTimeout = Duration.seconds(30)

/** Time for a download or a rendering with all that it waits for; the lease of the run is renewed meanwhile. */
const patience = Duration.minutes(10)

/** What was got of a page. */
export interface SeenPage extends Pick<BaselineMark, "etag" | "lastModified" | "digest"> {
  readonly body: string
  /** In lower case without parameters; empty is HTML. */
  readonly mediaType: string
  /** Address of the last hop. */
  readonly url: string
  /** What its server asks of robots; absent when it asks nothing. */
  readonly robots?: string
  /** Absent where it is as its server sent it. */
  readonly way?: Way
  /** A PNG of it; absent where none was wanted, or none could be taken. */
  readonly picture?: Uint8Array
}

const asked = (robots: string | undefined) => (robots === undefined ? {} : { robots })

/** What is known of the last look. */
export interface Known {
  /** Asks only for a newer page. */
  readonly validators: Validators | null
  /** How the page was got; undefined where it is as its server sends it, null where nobody looked yet. */
  readonly way: Way | undefined | null
}

/** Lowest point of a page that its picture shows. */
const pictureHeight = 5_000

/** Larger pictures are not kept. */
export const pictureMaxBytes = 4 * 1024 * 1024

const sourceOf = ({ organizationId, target }: MonitorOf<"page">): PageSource => ({
  ...plainSource(target.url),
  actions: target.actions,
  profile: target.profileId === undefined ? null : { organizationId, id: target.profileId }
})

const deadlineFrom = (nowMillis: number): Deadline => ({
  atMillis: nowMillis + Duration.toMillis(patience),
  acceptsPart: false,
  exchangeMillis: Duration.toMillis(fetchTimeout)
})

/** What an action that did not work means: the page behind it was never there. */
const checkActions = ({ target }: MonitorOf<"page">, { actionsApplied, finalUrl, isStale }: PageCapture) => {
  const failed = actionsApplied.find(({ status }) => status !== "applied")
  if (failed !== undefined) {
    const why = failed.error === undefined ? "" : `: ${failed.error}`
    const said = `The action "${failed.instruction}" did not work${why}`
    // A form to sign in has nothing to act on: what it stands for is what the owner has to know.
    return isSentToSignIn(target.url, finalUrl)
      ? unusable("blocked", `The page asks to sign in instead of showing its content. ${said}`, "sign_in")
      : unusable("fetch_failed", said)
  }
  return isStale ? unusable("fetch_failed", "The page could not be read again after its actions.") : Effect.void
}

type RenderingError = PageProblem | ProfileError | ReadingError | StoreUnavailable

const ofRendering = (error: RenderingError) => {
  if (!("_tag" in error)) return ofReading(error)
  if (error._tag === "StoreUnavailable") return error
  return error._tag === "CapabilityMissing" ? new NoBrowser(error.message) : ofReading(error)
}

/** What came of a rendering. */
const renderedAs = ({ capture, picture }: Effect.Success<ReturnType<typeof renderPictured>>, reason: string) => {
  const said = `status ${capture.status}, because ${reason}`
  if (picture === null) return said
  return picture.png.length > pictureMaxBytes
    ? `${said}; its picture is too large to be kept`
    : `${said}; with a picture`
}

/** The page as a browser shows it, with a picture where one is wanted; `reason` says why one does. */
export const renderPage = Effect.fnUntraced(function* (
  monitor: MonitorOf<"page">,
  reason: string,
  trace: Array<TraceStep>,
  isPictured: boolean
) {
  const deadline = deadlineFrom(yield* Clock.currentTimeMillis)
  const wanted = isPictured ? { fullPage: true, maxHeight: pictureHeight, mayLack: true as const } : null
  const { capture, picture } = yield* renderPictured(sourceOf(monitor), deadline, reason, wanted).pipe(
    Effect.tap((rendered) => takeReading(rendered.capture.body.length)),
    Effect.tap((rendered) => takeMemory(rendered.picture?.png.length ?? 0)),
    Effect.mapError(ofRendering),
    Effect.tap((rendered) => checkActions(monitor, rendered.capture)),
    traced(trace, "render")((rendered) => renderedAs(rendered, reason))
  )
  const kept = picture !== null && picture.png.length <= pictureMaxBytes ? { picture: picture.png } : {}
  return {
    ...kept,
    body: new TextDecoder().decode(capture.body),
    mediaType:
      capture.type !== "html" ? "application/xml" : capture.isXml === true ? "application/xhtml+xml" : "text/html",
    url: capture.finalUrl,
    etag: null,
    lastModified: null,
    ...asked(capture.robots),
    way: "browser"
  } satisfies SeenPage
})

const file = "file" as const

/** A file as its text, which has no surroundings to be left out. */
const readFile = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: MonitorOf<"page">,
  validators: Validators | null,
  trace: Array<TraceStep>
) {
  const deadline = deadlineFrom(yield* Clock.currentTimeMillis)
  const fetched = yield* fetchCapture(session, sourceOf(monitor), validators, deadline).pipe(
    Effect.mapError(ofReading),
    Effect.tap((answer) => (answer._tag === "Walled" ? failIf(answer.problem) : Effect.void)),
    traced(
      trace,
      "fetch"
    )((answer) => (answer._tag === "Page" ? `a file of the kind ${answer.capture.type}` : "not modified"))
  )
  if (fetched._tag !== "Page") return null
  const { capture } = fetched
  const found = {
    url: capture.finalUrl,
    etag: capture.etag,
    lastModified: capture.lastModified,
    ...asked(capture.robots)
  }
  yield* giveFetched(capture.body.length)
  yield* Effect.mapError(takeMemory(capture.body.length), ofReading)
  if (capture.type === "html") {
    // A page in the place of a file may say that the file is not there, or ask to sign in: it is read as a page is.
    return { ...found, body: new TextDecoder().decode(capture.body), mediaType: "text/html" } satisfies SeenPage
  }
  const { html } = yield* readDocument(capture, defaultPdf, deadline).pipe(
    Effect.catchTag("InvalidInput", ({ message }) => unusable("fetch_failed", message)),
    Effect.mapError((error) => (error._tag === "Unusable" ? error : ofReading(error)))
  )
  return { ...found, way: file, body: `<body>${html}</body>`, mediaType: "text/html" } satisfies SeenPage
})

const isMarkupLanguage = (mediaType: string): boolean => /(?:^|[/+])xml$/.test(mediaType)

/** The elements that feeds begin with; what may stand before them is short. */
const feedBeginning = /<(?:rss|(?:[\w.-]{1,40}:)?feed|rdf:RDF)[\s>]/

const isFeed = ({ body, mediaType, status }: Extract<Answer, { _tag: "Fetched" }>): boolean =>
  status === 200 && isMarkupLanguage(mediaType) && feedBeginning.test(body.slice(0, 2_000))

const fetchPage = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: MonitorOf<"page">,
  { validators, way }: Known,
  trace: Array<TraceStep>
) {
  const answer = yield* borrowing(session.fetch({ url: monitor.target.url, validators, timeout: fetchTimeout })).pipe(
    Effect.catchTag("PageUnreachable", (error) =>
      error.reason === "unsupported_content" ? Effect.succeed(file) : Effect.fail(ofUnreachable(error))
    ),
    traced(
      trace,
      "fetch"
    )((seen) => {
      if (seen === file) return "no text, but a file"
      return seen._tag === "NotModified" ? "not modified" : `status ${seen.status}`
    })
  )
  if (answer === file) return yield* readFile(session, monitor, null, trace)
  if (answer._tag === "NotModified") {
    yield* tellOfHidden(monitor, answer.robots)
    return null
  }
  yield* Effect.mapError(takeMemory(answer.body.length), ofReading)
  if (way === null && isFeed(answer)) return yield* readFile(session, monitor, null, trace)
  const askedSeconds = retryAfterSeconds(answer.retryAfter, yield* Clock.currentTimeMillis)
  const problem = answerProblem(answer.status, answer.body, askedSeconds, answer.isChallenge)
  yield* failIf(problem === null ? null : { ...problem, finalUrl: answer.url })
  const { body, digest, etag, lastModified, mediaType, robots, url } = answer
  return {
    body,
    mediaType,
    url,
    etag,
    lastModified,
    ...asked(robots),
    ...(digest === undefined ? {} : { digest })
  } satisfies SeenPage
})

const inBrowser = (monitor: MonitorOf<"page">, reason: string, trace: Array<TraceStep>, isPictured: boolean) =>
  Effect.catchTag(renderPage(monitor, reason, trace, isPictured), "NoBrowser", ({ message }) =>
    unusable("internal_error", message)
  )

/**
 * Gets the page once, in the way that it is known to take; null when it is as it was. A picture is taken only where the monitor
 * asks for a browser.
 */
export const seePage = (
  session: FetchSession,
  monitor: MonitorOf<"page">,
  known: Known,
  trace: Array<TraceStep>,
  wantsPicture: boolean
) => {
  if (asksForBrowser(monitor.target)) return inBrowser(monitor, "the monitor asks for it", trace, wantsPicture)
  switch (known.way) {
    case "browser":
      return inBrowser(monitor, "its scripts show what is watched", trace, false)
    case "file":
      return readFile(session, monitor, known.validators, trace)
    default:
      return fetchPage(session, monitor, known, trace)
  }
}
