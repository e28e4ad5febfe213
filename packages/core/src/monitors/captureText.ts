/** One capture of a watched page: fetched, read as text, and told apart from what cannot be used. */
import { Effect } from "effect"
import type { FoundRegion } from "../pages/domain/FoundRegion.ts"
import { describeLeftOut, type LeftOut, noiseRules } from "../pages/domain/LeftOut.ts"
import type { PageBlocks } from "../pages/domain/PageBlock.ts"
import { contentProblem, isSentToSignIn } from "../pages/domain/PageProblem.ts"
import { renderReason } from "../pages/domain/Rendering.ts"
import { wholePage } from "../pages/domain/ScrapeRequest.ts"
import { PageReader } from "../pages/PageReader.ts"
import { Signer } from "../security/Signer.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { BaselineMark, MonitorOf } from "./domain/Monitor.ts"
import { isEmptyText } from "./domain/PageText.ts"
import type { TraceStep } from "./domain/Run.ts"
import { leavesOutNoise } from "./domain/Target.ts"
import type { VersionSource } from "./domain/VersionSource.ts"
import { type Known, renderPage, type SeenPage, seePage } from "./seePage.ts"
import { traced } from "./traced.ts"
import { unusable } from "./Unusable.ts"
import { failIf } from "./watchProblems.ts"

/** The text of a page at one moment. */
export interface Capture
  extends Pick<
    BaselineMark,
    "fingerprint" | "finalUrl" | "etag" | "lastModified" | "digest" | "noiseRules" | "way" | "lacksBrowser"
  > {
  readonly text: string
  /** There is no main content: it is what surrounds it. */
  readonly isSurroundings?: true
  readonly source?: VersionSource
  readonly picture?: Uint8Array
}

/** How the text of a page came about. */
export interface Told {
  readonly leftOut: ReadonlyArray<LeftOut>
  /** What each selector of the target finds; null where that is not known. */
  readonly regions: ReadonlyArray<FoundRegion> | null
  /** Null where it is no HTML page. */
  readonly blocks: PageBlocks | null
}

/**
 * A capture that is compared with an earlier text as that was got, by older rules or without a browser, and the same page as it
 * is got from now on.
 */
export interface ReadTwice extends Capture {
  readonly newer?: Capture
}

/** Whether the text of a mark was read with the noise that is left out now. */
export const isOlder = (mark: BaselineMark | null, monitor: MonitorOf<"page">): boolean =>
  mark !== null && mark.noiseRules === undefined && leavesOutNoise(monitor.target)

/** How a page is read. */
interface ReadingOptions {
  readonly leavesOut: boolean
  readonly tell: ((told: Told) => void) | undefined
}

const readText = Effect.fnUntraced(function* (
  seen: SeenPage,
  { target }: MonitorOf<"page">,
  { leavesOut, tell }: ReadingOptions,
  trace: Array<TraceStep>
) {
  const isWholeFile = seen.way === "file" && target.includeSelectors.length === 0
  const page = yield* (yield* PageReader)
    .read({
      body: seen.body,
      mediaType: seen.mediaType,
      // A file has no surroundings that are not its content.
      includeSelectors: isWholeFile ? ["body"] : target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOut && seen.way !== "file",
      normalizesWhitespace: target.normalizeWhitespace,
      ...(tell === undefined ? {} : { tellsRegions: true })
    })
    .pipe(
      Effect.catchTags({
        InvalidSelector: ({ selector, message }) => unusable("empty_content", `${selector}: ${message}`),
        UnreadablePage: ({ message }) => unusable("extraction_failed", message)
      }),
      traced(trace, "read")((read) => `${read.text.length} characters`)
    )
  if (page.leftOut.length > 0)
    yield* Effect.void.pipe(traced(trace, "filter")(() => `left out ${describeLeftOut(page.leftOut)}`))
  tell?.({
    leftOut: page.leftOut,
    regions: asNamed(page.regions ?? null, isWholeFile),
    blocks: isWholeFile ? null : (page.blocks ?? null)
  })
  const { text } = page
  const captured: Capture = {
    text,
    ...(page.isSurroundings === true ? { isSurroundings: true } : {}),
    // Of a file, what was made of it for reading says no more than its text.
    ...(seen.way === "file" ? {} : { source: { mediaType: seen.mediaType, body: seen.body } }),
    fingerprint: yield* (yield* Signer).digest(text),
    finalUrl: seen.url,
    etag: seen.etag,
    lastModified: seen.lastModified,
    ...(seen.digest === undefined ? {} : { digest: seen.digest }),
    ...(leavesOut ? { noiseRules } : {}),
    ...(seen.way === undefined ? {} : { way: seen.way }),
    ...(seen.picture === undefined ? {} : { picture: seen.picture })
  }
  return captured
})

/** What was found by the selectors of the target: a whole file is kept by one that nobody named. */
const asNamed = (regions: ReadonlyArray<FoundRegion> | null, isWholeFile: boolean) =>
  isWholeFile && regions !== null ? regions.filter(({ use }) => use === "drop") : regions

/** The page as it is compared: by the rules of now, and by those of an earlier text where there is one of `older` rules. */
const readSeen = Effect.fnUntraced(function* (
  seen: SeenPage,
  monitor: MonitorOf<"page">,
  { older, sees, tell }: Pick<CaptureOptions, "older" | "sees" | "tell">,
  trace: Array<TraceStep>
) {
  sees?.(seen)
  const newer = yield* readText(seen, monitor, { leavesOut: leavesOutNoise(monitor.target), tell }, trace)
  const asThen = { leavesOut: false, tell: undefined }
  const captured: ReadTwice = older ? { ...(yield* readText(seen, monitor, asThen, trace)), newer } : newer
  return captured
})

const isHtml = ({ mediaType }: SeenPage): boolean => mediaType === "" || /html$/.test(mediaType)

/** Fewer characters than this may be a message in place of the page, or what stands there before scripts ran. */
const littleText = 1_500

const lacksBrowser = "lacksBrowser" as const

/**
 * What a browser shows in place of a page that says next to nothing, where its markup says that a browser would show more;
 * null where what it says is all there is. A page that says it is not there, or asks to sign in, fails.
 */
const seenInstead = Effect.fnUntraced(function* (
  seen: SeenPage,
  text: string,
  monitor: MonitorOf<"page">,
  trace: Array<TraceStep>
) {
  const { facts, metadata } = yield* (yield* PageReader)
    .shape({
      html: seen.body,
      ...(seen.mediaType === "application/xhtml+xml" ? { isXml: true } : {}),
      sourceUrl: monitor.target.url,
      finalUrl: seen.url,
      ...wholePage,
      frames: null,
      markdown: null,
      wantsHtml: false,
      wantsMetadata: true,
      wantsLinks: false,
      wantsImages: false,
      extract: null
    })
    .pipe(
      Effect.catchTags({
        InvalidSelector: (error) => Effect.die(error),
        UnreadablePage: ({ message }) => unusable("extraction_failed", message)
      })
    )
  const [heading = ""] = text.split("\n", 1)
  const said = { title: metadata?.title ?? null, heading, facts, sourceUrl: monitor.target.url, finalUrl: seen.url }
  yield* failIf(contentProblem(said))
  const reason = seen.way === undefined ? renderReason(facts) : null
  if (reason === null) return null
  return yield* renderPage(monitor, reason, trace, false).pipe(
    // Without a browser the text that is there is better than none.
    Effect.catchTag("NoBrowser", ({ message }) =>
      isEmptyText(text)
        ? unusable("internal_error", `Only a browser shows this page. ${message}`)
        : Effect.succeed(lacksBrowser)
    )
  )
})

export interface CaptureOptions {
  readonly known: Known
  /** Whether it is to be compared with a text that was read by older rules. */
  readonly older: boolean
  /** Whether a short text may be no more than a message in place of the page, by its fingerprint. */
  readonly isDoubted: (fingerprint: string) => boolean
  /** Whether it is to be compared with a text that only lacked a browser: with what its server sends, and rendered from now on. */
  readonly lackedBrowser?: boolean
  /** Whether it may be kept, so that a picture of it is wanted. */
  readonly mayBeKept: boolean
  /** Is told how the text came about, of every reading, so that the last one says it: of one that keeps nothing too. */
  readonly tell?: (told: Told) => void
  /** Is handed the page as it was got, of every getting, so that the last one is what was read. */
  readonly sees?: (page: SeenPage) => void
}

/** What a page that says next to nothing is taken for: itself, or what a browser shows in its place. */
const insteadOf = <E, R>(
  read: ReadTwice,
  instead: SeenPage | typeof lacksBrowser | null,
  readRendered: (rendered: SeenPage) => Effect.Effect<ReadTwice, E, R>,
  lackedBrowser: boolean
): Effect.Effect<ReadTwice, E, R> => {
  if (instead === null) return Effect.succeed(read)
  if (instead === lacksBrowser) return Effect.succeed(lacking(read))
  return Effect.map(readRendered(instead), (rendered) => {
    if (!lackedBrowser) return rendered
    const newer = rendered.newer ?? rendered
    return isEmptyText(newer.text) ? read : { ...read, newer }
  })
}

/** The same, with the mark that a browser would have shown more. */
const lacking = ({ newer, ...captured }: ReadTwice): ReadTwice => ({
  ...captured,
  lacksBrowser: true,
  ...(newer === undefined ? {} : { newer: { ...newer, lacksBrowser: true } })
})

/** Gets and reads the page; null when it is as it was. What is compared has text. */
export const capture = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: MonitorOf<"page">,
  { isDoubted, known, lackedBrowser = false, mayBeKept, ...reading }: CaptureOptions,
  trace: Array<TraceStep>
) {
  const seen: SeenPage | null = yield* seePage(session, monitor, known, trace, mayBeKept)
  if (seen === null) return null
  const read = yield* readSeen(seen, monitor, reading, trace)
  const isLittle = read.text.length < littleText || isSentToSignIn(monitor.target.url, seen.url)
  const mayBeMessage = isLittle && seen.way !== "file" && isHtml(seen)
  const isMessage = mayBeMessage && monitor.target.actions.length === 0 && isDoubted(read.fingerprint)
  const instead = isMessage ? yield* seenInstead(seen, read.text, monitor, trace) : null
  const captured = yield* insteadOf(
    read,
    instead,
    (rendered) => readSeen(rendered, monitor, reading, trace),
    lackedBrowser
  )
  return isEmptyText(captured.text)
    ? yield* unusable("empty_content", "The page, or what the selectors keep of it, has no visible text.")
    : captured
})
