/** Data of a site in the shape of a JSON Schema (contract/extract-answers.md §1). */
import { Clock, Duration, Effect, Option } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { actingOnce } from "../pages/acting.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import type { ActionOutcome } from "../pages/domain/BrowserAction.ts"
import type { PageSource } from "../pages/domain/ScrapeRequest.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, fetchingLeftOf, leftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import { openSession } from "../web/openSession.ts"
import type { DataObject } from "./domain/DataShape.ts"
import { type ExtractRequest, usualExtractPages } from "./domain/ExtractRequest.ts"
import type { FactSheet } from "./domain/FactSheet.ts"
import type { Evidence } from "./domain/Filling.ts"
import { fillPassages } from "./domain/fillPassages.ts"
import { type Filled, siblingsIn } from "./domain/fillSchema.ts"
import { extractPrice } from "./domain/Price.ts"
import { topicOf } from "./domain/rankLinks.ts"
import { siteSubject, siteTask } from "./domain/siteSubject.ts"
import { asksForPictures } from "./domain/withPictures.ts"
import { FactReader } from "./FactReader.ts"
import { type Followed, followTopic, nothingFollowed } from "./followTopic.ts"
import { inPieces } from "./inPieces.ts"
import { type ExtractPage, type ExtractReading, isEmptySheet, readExtractPage, readInTurn } from "./readExtractPage.ts"

/** Data of a site, with all that it was read from. */
export interface SiteData {
  readonly url: string
  /** Pages that were read, the start first. */
  readonly urlsAnalyzed: ReadonlyArray<string>
  readonly data: DataObject
  /** What says each value. */
  readonly evidence: ReadonlyArray<Evidence>
  /** JSON pointers of what no page says. */
  readonly missing: ReadonlyArray<string>
  readonly counts: PageCounts
  /** Null where none were asked for. */
  readonly actionsApplied: ReadonlyArray<ActionOutcome> | null
  /** Whether the deadline left pages out. */
  readonly isPart: boolean
  readonly cache: CacheReport
}

/** What became of the pages. */
export interface PageCounts {
  readonly succeeded: number
  /** No answer came, or the page is not there. */
  readonly failed: number
  /** PDF files that nobody wanted, pages that robots.txt forbids, and those for which no time was left. */
  readonly skipped: number
  /** What answered was no page: a check for robots, a wall, an error of the server. */
  readonly blocked: number
  /** Links from the start to the page that is farthest away. */
  readonly deepest: number
}

/** Of several pages: a hit where all were, and as old as the oldest. */
const cacheOf = (pages: ReadonlyArray<ExtractPage>): CacheReport => {
  const [first = { status: "miss" as const, ageMillis: 0 }] = pages.map(({ cache }) => cache)
  if (first.status === "zdr") return first
  const isHit = pages.every(({ cache }) => cache.status === "hit")
  return { status: isHit ? "hit" : "miss", ageMillis: Math.max(...pages.map(({ cache }) => cache.ageMillis)) }
}

type Failure = Effect.Error<ReturnType<typeof readInTurn>>

/** Whether something answered that is no page. */
const isBlocked = (error: Failure): boolean =>
  error._tag === "WebsiteBlocked" || (error._tag === "WebsiteInaccessible" && error.answered === true)

const countsOf = ({ deepest, failures, forbidden, leftOut, pages }: Followed<ExtractPage, Failure>): PageCounts => {
  const blocked = failures.filter(isBlocked).length
  const files = failures.filter(({ _tag }) => _tag === "PdfSkipped").length
  return {
    succeeded: pages.length,
    failed: failures.length - blocked - files,
    skipped: files + forbidden + leftOut,
    blocked,
    deepest
  }
}

/** Time that is kept for the answer where a model is asked. */
const answeringMillis = 1_000

const noPage = new WebsiteInaccessible({ message: "None of the pages that were read says anything." })

/** Why a page was not seen that only a browser shows; undefined where all were. */
const unseenOf = (pages: ReadonlyArray<ExtractPage>): ExtractPage["unrendered"] =>
  pages.find(({ unrendered }) => unrendered !== undefined)?.unrendered

/** Reads pages until there are enough, or no time is left; tells whether the caller's time cut it short. */
const readPages = Effect.fnUntraced(function* (
  { deadline: ofCall, freshness }: Call,
  request: ExtractRequest,
  followed: Followed<ExtractPage, Failure>
) {
  const { followSubdomains, instructions, maxDepth, maxPages, pdf, shape, source, stopAfterMillis } = request
  const now = yield* Clock.currentTimeMillis
  const stopsAtMillis = now + stopAfterMillis
  const deadline: Deadline = { ...ofCall, restsUntilMillis: stopsAtMillis }
  const question = {
    url: source.url,
    topic: topicOf(instructions, shape),
    maxPages,
    maxDepth,
    followSubdomains,
    atLeast: usualExtractPages
  }
  const beside: PageSource = { ...source, actions: [] }
  const reading: ExtractReading = { pdf, wantsPictures: asksForPictures(shape) }
  const read = (url: string, isStart: boolean) =>
    isStart
      ? readExtractPage(source, reading, freshness, deadline)
      : readInTurn({ ...beside, url }, reading, freshness, { ...deadline, acceptsPart: false })
  const session = yield* openSession
  const following = { session, read, deadline, stopsAtMillis, known: [] }
  const left = fetchingLeftOf(deadline, now)
  const done = yield* Effect.timeoutOption(followTopic(question, following, followed), Duration.millis(left))
  return Option.isNone(done)
})

/** With what sentences surely say of what no label says. Pages of other things than the start say nothing of it. */
const withSentences = Effect.fnUntraced(function* (
  { deadline }: Call,
  { instructions, shape }: ExtractRequest,
  filled: Filled,
  all: ReadonlyArray<FactSheet>
) {
  const beside = new Set(siblingsIn({ shape, instructions, sheets: all }))
  const sheets = all.filter((sheet) => !beside.has(sheet))
  const whom = siteSubject(instructions, shape, sheets)
  const question = { task: siteTask(instructions, sheets), shape, whom, takesSentences: false }
  const { value } = yield* inPieces(fillPassages(question, filled, sheets), deadline.atMillis - answeringMillis)
  return value
})

const extract = Effect.fnUntraced(function* (call: Call, request: ExtractRequest) {
  const { instructions, shape, source } = request
  const followed = nothingFollowed<ExtractPage, Failure>()
  const isCut = yield* readPages(call, request, followed)
  const { pages } = followed
  if (isCut && (!call.deadline.acceptsPart || pages.length === 0)) return yield* new DeadlinePassed()
  const said = pages.filter(({ sheet }) => !isEmptySheet(sheet))
  const unseen = unseenOf(pages)
  if (said.length === 0) return yield* unseen ?? noPage
  const sheets = said.map(({ finalUrl, sheet }) => ({ ...sheet, url: finalUrl }))
  const leftMillis = leftOf(call.deadline, yield* Clock.currentTimeMillis) - answeringMillis
  const filled = yield* (yield* FactReader)
    .fill({
      ...{ shape, instructions, sheets, leftMillis },
      ...{ mayPhrase: !request.factCheck, isChecked: request.factCheck, readsContacts: true }
    })
    .pipe(Effect.catchTag("UnreadablePage", ({ message }) => Effect.fail(new WebsiteInaccessible({ message }))))
  const { asked, data, evidence, isCut: isClipped, missing } = yield* withSentences(call, request, filled, sheets)
  // What was not seen may say it.
  if (evidence.length === 0 && unseen !== undefined) return yield* unseen
  const counts = countsOf(followed)
  yield* Effect.annotateCurrentSpan({
    pages: pages.length,
    blocked: counts.blocked,
    values: evidence.length,
    missing: missing.length,
    isClipped,
    model: asked ?? "none"
  })
  return {
    url: source.url,
    urlsAnalyzed: said.map(({ finalUrl }) => finalUrl),
    data,
    evidence,
    missing,
    counts,
    actionsApplied: source.actions.length === 0 ? null : (pages[0]?.actionsApplied ?? []),
    isPart: isCut || pages.some(({ isPart }) => isPart),
    cache: cacheOf(pages)
  } satisfies SiteData as SiteData
})

/** Reads what pages of a site say into the shape that is asked for. */
export const extractSite = Effect.fn("Extraction.extract")(function* (call: Call, request: ExtractRequest) {
  return yield* charged(
    call,
    exactly(extractPrice)
  )(() =>
    Effect.map(inTime(extract(call, request), call.deadline), (value) => ({ value, credits: extractPrice }))
  ).pipe(actingOnce)
})
