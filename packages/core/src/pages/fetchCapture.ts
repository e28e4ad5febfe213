/** A page as its server sends it. */

import { Clock, Duration, Effect } from "effect"
import { leaving } from "../budget/MemoryBudget.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { type Deadline, exchangeLeftOf, fetchingLeftOf, leftOf } from "../web/domain/Deadline.ts"
import { retryAfterSeconds } from "../web/domain/retryAfter.ts"
import { ContentUnsupported, TooBusy } from "../web/errors.ts"
import {
  countedOf,
  type Download,
  type FetchSession,
  MayBeLed,
  maxBodyBytes,
  type Validators
} from "../web/HttpFetcher.ts"
import { type Classified, ContentClassifier, type EncodedPage } from "./ContentClassifier.ts"
import { ofExchange } from "./captureProblems.ts"
import { type FileType, isImageType } from "./domain/FileType.ts"
import type { PageCapture } from "./domain/PageCapture.ts"
import { type PageProblem, problemOf, robotsWall, wallMaxBodyLength, wallProblem } from "./domain/PageProblem.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"

/** What the server answered. */
export type Fetched =
  | {
      readonly _tag: "Page"
      readonly capture: PageCapture
      /** How the body of the capture is encoded; only where that may stay so. */
      readonly encoded?: EncodedPage
    }
  /** What was fetched before still holds. */
  | { readonly _tag: "NotModified"; readonly robots?: string }
  /** The server refused in the way of those that let only browsers pass. */
  | { readonly _tag: "Walled"; readonly problem: PageProblem }

/** The extension of the file that the address names; null when it names none. */
export const extensionOf = (url: string): string | null => {
  const path = parseUrl(url)?.pathname ?? ""
  return /\.([a-z0-9]{1,8})$/i.exec(path)?.[1] ?? null
}

/** Statuses behind which a check for robots may stand that is not known as one. What answers 429 asks for fewer requests, unless it is known. */
const walledStatuses = new Set([401, 403, 503])

const classify = (download: Download, mayStayEncoded: boolean) =>
  Effect.flatMap(ContentClassifier, (classifier) =>
    classifier.classify({
      bytes: download.bytes,
      contentType: download.contentType,
      extension: extensionOf(download.url),
      isHandedOver: mayStayEncoded
    })
  )

const robotsOf = ({ robots }: Pick<Download, "robots">) => (robots === undefined ? {} : { robots })

/** What browsers read as XML. */
const xmlTypes = /^\s*(?:application\/xhtml\+xml|application\/xml|text\/xml)\s*(?:;|$)/i

/** Whether a page of this kind came as XML. */
export const xmlOf = (type: FileType, contentType: string | null): Pick<PageCapture, "isXml"> =>
  type === "html" && xmlTypes.test(contentType ?? "") ? { isXml: true } : {}

const captureOf = (download: Download, type: FileType, { utf8 }: Classified, now: number): PageCapture => ({
  finalUrl: download.url,
  status: download.status,
  type,
  ...xmlOf(type, download.contentType),
  body: utf8 ?? download.bytes,
  frames: [],
  finalDomState: download.isPart ? "still-loading" : "loaded",
  actionsApplied: [],
  isStale: false,
  renderedBecause: null,
  etag: download.etag,
  lastModified: download.lastModified,
  ...robotsOf(download),
  capturedAtMillis: now
})

/** What a page shows instead of its content. Of a long one nothing is decoded: it is no wall. */
const bodyProblem = (utf8: Uint8Array | null): PageProblem | null =>
  utf8 === null || utf8.length > bytesPerCharacter * wallMaxBodyLength
    ? null
    : wallProblem(new TextDecoder().decode(utf8))

/** Most bytes that a character of a string stands for in UTF-8. */
const bytesPerCharacter = 3

/** What stays counted of an answer: the body of a page, until it is given up for what reading it takes (`giveFetched`). */
const heldOf = (fetched: Fetched): number => (fetched._tag === "Page" ? countedOf(fetched.capture.body.length) : 0)

/** Fetches the page once in `session`. A long one may stay as it is encoded where its caller knows what to do with that. */
export const fetchCapture = Effect.fnUntraced(function* (
  session: FetchSession,
  source: PageSource,
  validators: Validators | null,
  deadline: Deadline,
  mayStayEncoded = false
) {
  const now = yield* Clock.currentTimeMillis
  const download = yield* session
    .download({
      url: source.url,
      headers: source.headers,
      country: source.country,
      validators,
      maxBytes: maxBodyBytes,
      timeout: Duration.millis(exchangeLeftOf(deadline, now)),
      patience: Duration.millis(fetchingLeftOf(deadline, now)),
      acceptsPart: deadline.acceptsPart
    })
    .pipe(Effect.mapError(ofExchange))
  if (download.isNotModified) return { _tag: "NotModified", ...robotsOf(download) } satisfies Fetched
  const classified = yield* classify(download, mayStayEncoded)
  const askedSeconds = retryAfterSeconds(download.retryAfter, yield* Clock.currentTimeMillis)
  const wall = download.isChallenge === true ? robotsWall : bodyProblem(classified.utf8)
  const found = problemOf(download.status, askedSeconds, wall)
  if (found !== null) {
    const problem: PageProblem = { ...found, finalUrl: download.url }
    // Who says when to come again wants fewer requests, and not those of a browser.
    const saysWhen = typeof problem.retryAfterSeconds === "number"
    const isCheck = problem.wall === "robots" || (download.status === 429 && wall !== null)
    const mayLetBrowsersIn = (isCheck || walledStatuses.has(download.status)) && !saysWhen
    return mayLetBrowsersIn ? ({ _tag: "Walled", problem } satisfies Fetched) : yield* Effect.fail(problem)
  }
  // The text of a picture is read from an uploaded file, and not where a page is asked for.
  if (classified.type === null || isImageType(classified.type)) {
    return yield* new ContentUnsupported({
      message: `The target is of the kind ${classified.mediaType}, which is no page and has no text to read.`,
      status: download.status
    })
  }
  const capture = captureOf(download, classified.type, classified, now)
  const { encoded } = classified
  return { _tag: "Page", capture, ...(encoded === undefined ? {} : { encoded }) } satisfies Fetched
}, leaving(heldOf))

/** Most frames of a page whose documents are fetched. */
export const maxFrames = 10

/** Time for the document of one frame. */
const frameTime = Duration.seconds(10)

/** The documents of frames that can be had; one that cannot is left out. Fails where it is our room that is wanting. */
export const fetchFrames = Effect.fnUntraced(function* (
  session: FetchSession,
  urls: ReadonlyArray<string>,
  deadline: Deadline
) {
  const now = yield* Clock.currentTimeMillis
  const frames = yield* Effect.forEach(
    urls.slice(0, maxFrames),
    (url) =>
      session
        .fetch({ url, validators: null, timeout: frameTime, patience: Duration.millis(leftOf(deadline, now)) })
        .pipe(
          Effect.map((answer) =>
            answer._tag === "Fetched" && answer.status === 200 ? [{ url, html: answer.body }] : []
          ),
          // They are part of the page.
          Effect.provideService(MayBeLed, null),
          Effect.catch(({ message, reason }) =>
            reason === "busy" ? Effect.fail(new TooBusy({ message })) : Effect.succeed([])
          )
        ),
    { concurrency: 4 }
  )
  return frames.flat()
})
