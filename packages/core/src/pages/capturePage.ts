/**
 * A page and what is made of it: kept, fetched, or rendered.
 *
 * **Details.** The server's own answer comes first. It is read at once, and only what that reading shows decides whether
 * a browser must look too; the reason is kept with the page. Equal requests at the same time share the fetching, and
 * whoever needs another reading of it reads on his own.
 */
import { Clock, DateTime, Effect, Option, Result } from "effect"
import { giveBack } from "../giveBack.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { WithProfilePorts } from "../profiles/withProfile.ts"
import type { Signer } from "../security/Signer.ts"
import type { HostPauses } from "../sharing/HostPauses.ts"
import type { InSharedPlace } from "../sharing/makeSharedPlaces.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import type { EgressResolver } from "../web/EgressResolver.ts"
import { CapabilityMissing, type ReadingError } from "../web/errors.ts"
import { type HttpFetcher, MayBeLed, validatorsOf } from "../web/HttpFetcher.ts"
import { inTime } from "../web/inTime.ts"
import { openSession } from "../web/openSession.ts"
import { sharedBy, sharedDeadline, sharedTime } from "../web/sharedWork.ts"
import { writtenUrl } from "../web/writtenUrl.ts"
import { actingOnce, leavable } from "./acting.ts"
import type { Browser } from "./Browser.ts"
import { type CaptureError, CaptureFlights, type Flown, type KeptPage } from "./CaptureFlights.ts"
import type { ContentClassifier } from "./ContentClassifier.ts"
import { ofAnswer, ofPage, ofProfilePage } from "./captureProblems.ts"
import type { DocumentReader } from "./DocumentReader.ts"
import type { Extracted } from "./domain/ExtractRules.ts"
import type { FileType } from "./domain/FileType.ts"
import { isKeepable, type PageCapture } from "./domain/PageCapture.ts"
import { contentProblem, type PageProblem } from "./domain/PageProblem.ts"
import { isBlank, renderReason } from "./domain/Rendering.ts"
import { asksForBrowser, type PageSource } from "./domain/ScrapeRequest.ts"
import { type Fetched as FetchedCapture, fetchCapture, fetchFrames } from "./fetchCapture.ts"
import { heedThrottling } from "./heedThrottling.ts"
import { type CaptureKeys, captureKeys, findCapture, keepCapture } from "./keepCapture.ts"
import { keepToRules } from "./keepToRules.ts"
import { findKept } from "./keptPages.ts"
import type { PageCache } from "./PageCache.ts"
import type { PageReader } from "./PageReader.ts"
import { PageReadings, tellGone } from "./PageReadings.ts"
import { giveFetched, type NoMemory, takeMemory } from "./pageMemory.ts"
import { ownText, type Reading, type ReadingRequest, readCapture } from "./readCapture.ts"
import { renderCapture } from "./renderCapture.ts"
import { StaysWithin } from "./StaysWithin.ts"
import { givesWay } from "./WalksSite.ts"

/** Everything that capturing a page stands on. */
export type CapturePorts =
  | Browser
  | CaptureFlights
  | ContentClassifier
  | DocumentReader
  | EgressResolver
  | HostPauses
  | HttpFetcher
  | PageCache
  | PageReader
  | Signer
  | WithProfilePorts

/** Where an answer came from. */
export interface CacheReport {
  readonly status: "hit" | "miss" | "zdr"
  readonly ageMillis: number
}

/** A page that was fetched and read. */
export interface ReadPage extends Reading {
  readonly capture: PageCapture
  readonly cache: CacheReport
  /** Why a browser, which would show more of the page than its markup says, did not look at it; absent where none was needed. */
  readonly unrendered?: ReadingError
}

/** Where pages are kept for later callers, and found. */
export interface CaptureShelf {
  readonly find: (keys: CaptureKeys) => Effect.Effect<Option.Option<PageCapture>, NoMemory, PageCache | Signer>
  readonly keep: (keys: CaptureKeys, capture: PageCapture) => Effect.Effect<void, never, PageCache>
}

const cacheShelf: CaptureShelf = { find: findCapture, keep: keepCapture }

const isProblem = (error: CaptureError | PageProblem): error is PageProblem => "kind" in error

/** What a page that is not what was asked for means; who sent a session is told what became of it. */
const ofProblem = (problem: PageProblem, { profile }: PageSource): CaptureError =>
  profile !== null && problem.kind === "blocked" ? ofProfilePage(problem) : ofPage(problem)

const asError = <A, R>(
  effect: Effect.Effect<A, CaptureError | PageProblem, R>,
  source: PageSource
): Effect.Effect<A, CaptureError, R> =>
  Effect.mapError(effect, (error) => (isProblem(error) ? ofProblem(error, source) : error))

/** Why the page is not what was asked for, as it says itself; null when it is. */
const contentProblemOf = ({ shaped }: Reading, capture: PageCapture, source: PageSource): PageProblem | null =>
  capture.type !== "html" || source.actions.length > 0
    ? null
    : contentProblem({
        title: shaped.metadata?.title ?? null,
        facts: shaped.facts,
        status: capture.status,
        sourceUrl: source.url,
        finalUrl: capture.finalUrl
      })

/** What came from a server, now or before, read: where that fails, the failure says what the server answered. */
const readAnswer = (capture: PageCapture, request: ReadingRequest, deadline: Deadline, charset?: string) =>
  readCapture(capture, request, deadline, charset).pipe(
    Effect.mapError((error) => (error._tag === "InvalidInput" ? error : ofAnswer(error, capture.status)))
  )

const render = Effect.fnUntraced(function* (
  source: PageSource,
  request: ReadingRequest,
  deadline: Deadline,
  reason: string
) {
  const capture = yield* renderCapture(source, deadline, reason)
  return { capture, reading: yield* readAnswer(capture, request, deadline) }
})

/** A page that was fetched and read in one way. */
type Fetched = Omit<Flown, "request">

/** What a browser shows instead of `plain`; `plain` itself, with the reason, where there is no browser or it does not get further. */
const renderInstead = (plain: Fetched, source: PageSource, request: ReadingRequest, deadline: Deadline) => {
  const reason = reasonOf(plain)
  if (reason === null) return Effect.succeed(plain)
  return render(source, request, deadline, reason).pipe(
    Effect.map((rendered): Fetched => rendered),
    Effect.catchIf(
      (error): error is ReadingError => !isProblem(error) && error._tag !== "InvalidInput",
      (error) => Effect.succeed({ ...plain, unrendered: namedFor(error) })
    )
  )
}

const lackOf = ({ unrendered }: Fetched): Pick<ReadPage, "unrendered"> =>
  unrendered === undefined ? {} : { unrendered }

/** Why a browser must look at what the server sent; null where its markup says all, or a browser looked. */
const reasonOf = ({ capture, reading }: Pick<Fetched, "capture" | "reading">): string | null =>
  capture.type === "html" && capture.renderedBecause === null ? renderReason(reading.shaped.facts) : null

/** What is missing, and what for: who asked for a page asked for no browser. */
const namedFor = (error: ReadingError): ReadingError =>
  error._tag === "CapabilityMissing"
    ? new CapabilityMissing({ message: `Only a browser shows this page. ${error.message}` })
    : error

/**
 * The page, unless it says nothing of what was asked for because a browser alone would show it: then why none did. An empty answer would be
 * taken for the page.
 */
export const shownPage = (page: ReadPage): Effect.Effect<ReadPage, ReadingError> =>
  page.unrendered !== undefined && saysNothing(page)
    ? Effect.fail(ofAnswer(page.unrendered, page.capture.status))
    : Effect.succeed(page)

const saysNothing = ({ shaped: { extracted, facts, images, links, markdown } }: ReadPage): boolean => {
  if (images.length > 0 || Object.values(extracted ?? {}).some(isFound)) return false
  if (markdown !== null) return isBlank(facts) || markdown.trim() === ""
  return links.length === 0 && isBlank(facts)
}

const isFound = (value: Extracted): boolean => (Array.isArray(value) ? value.length > 0 : value !== null)

const withFrames = Effect.fnUntraced(function* (
  session: Effect.Success<typeof openSession>,
  capture: PageCapture,
  reading: Reading,
  request: ReadingRequest,
  deadline: Deadline
) {
  const frames = yield* fetchFrames(session, reading.shaped.facts.frameUrls, deadline)
  if (frames.length === 0) return { capture, reading }
  const whole: PageCapture = { ...capture, frames }
  return { capture: whole, reading: yield* readAnswer(whole, request, deadline) }
})

/** Reads a page as it came; one that is refused is never held in UTF-8, and all others when they were read. */
const readFetched = Effect.fnUntraced(function* (
  { capture, encoded }: Extract<FetchedCapture, { readonly _tag: "Page" }>,
  request: ReadingRequest,
  deadline: Deadline
) {
  const { length } = capture.body
  yield* giveFetched(length)
  if (encoded === undefined) return { capture, reading: yield* readAnswer(capture, request, deadline) }
  const reading = yield* readAnswer(capture, request, deadline, encoded.charset).pipe(
    Effect.onError(() => Effect.sync(() => giveBack(capture.body)))
  )
  const body = yield* encoded.toUtf8
  // It counts itself, and what it was made of is gone.
  yield* giveFetched(length)
  return { capture: { ...capture, body }, reading }
})

/** A page as its server has it, with its frames where they are wanted, or as a browser shows it where that takes one. */
const completed = Effect.fnUntraced(function* (
  page: Fetched,
  session: Effect.Success<typeof openSession>,
  source: PageSource,
  request: ReadingRequest,
  deadline: Deadline
) {
  const { capture, reading } = page
  const isFramed = source.includeFrames && capture.type === "html"
  const plain = isFramed ? yield* withFrames(session, capture, reading, request, deadline) : page
  return yield* renderInstead(plain, source, request, deadline)
})

const fly = Effect.fnUntraced(function* (
  source: PageSource,
  request: ReadingRequest,
  deadline: Deadline,
  earlier: PageCapture | null
): Effect.fn.Return<Fetched, CaptureError | PageProblem, CapturePorts> {
  if (asksForBrowser(source)) return yield* render(source, request, deadline, "the caller asked for it")
  const session = yield* openSession
  const validators = earlier === null || earlier.renderedBecause !== null ? null : validatorsOf(earlier)
  const fetched = yield* fetchCapture(session, source, validators, deadline, true)
  if (fetched._tag === "Walled") {
    // What keeps programs out may let a browser in. Without one, the wall is the answer.
    return yield* render(source, request, deadline, "the server lets only browsers pass").pipe(
      Effect.catchTag("CapabilityMissing", () => Effect.fail(fetched.problem))
    )
  }
  if (fetched._tag === "NotModified" && earlier !== null) {
    const capture: PageCapture = {
      ...earlier,
      ...(fetched.robots === undefined ? {} : { robots: fetched.robots }),
      // Its server answers for the page alone: what stands in its frames is asked for anew.
      frames: [],
      capturedAtMillis: yield* Clock.currentTimeMillis
    }
    const confirmed = { capture, reading: yield* readAnswer(capture, request, deadline) }
    return yield* completed(confirmed, session, source, request, deadline)
  }
  if (fetched._tag === "NotModified") return yield* Effect.die("A server can only confirm what was fetched before.")
  const read = yield* readFetched(fetched, request, deadline)
  return yield* completed(read, session, source, request, deadline)
})

const readingKeyOf = (request: ReadingRequest): string =>
  JSON.stringify(request, (_, value) => (value instanceof Map ? [...value] : value))

const isSameReading = (a: ReadingRequest, b: ReadingRequest): boolean => a === b || readingKeyOf(a) === readingKeyOf(b)

const nothingKept: KeptPage = { capture: null, reading: null }

const findAndRead = Effect.fnUntraced(function* (
  keys: CaptureKeys,
  request: ReadingRequest,
  freshness: Freshness,
  deadline: Deadline,
  shelf: CaptureShelf
) {
  const capture = Option.getOrNull(yield* shelf.find(keys))
  if (capture === null) return nothingKept
  const age = (yield* Clock.currentTimeMillis) - capture.capturedAtMillis
  if (age > freshness.maxAgeMillis) return { capture, reading: null } satisfies KeptPage
  const reading = yield* readAnswer(capture, request, deadline)
  // One that a process without a browser kept is no answer: a browser may be there now.
  return { capture, reading: reasonOf({ capture, reading }) === null ? reading : null } satisfies KeptPage
})

const isOfMemory = ({ _tag }: CaptureError): boolean => _tag === "TooBusy" || _tag === "ContentTooLarge"

/**
 * What is kept of a page, read when it is young enough. Those who want the same at the same time share it: a page is loaded
 * and read once however many ask, and each counts what his own answer takes.
 */
const readKept = Effect.fnUntraced(function* (
  keys: CaptureKeys,
  request: ReadingRequest,
  freshness: Freshness,
  deadline: Deadline,
  shelf: CaptureShelf
): Effect.fn.Return<KeptPage, CaptureError, CapturePorts> {
  // A work that reads many pages looks them up together, and knows which are kept.
  if (shelf !== cacheShelf) return yield* findAndRead(keys, request, freshness, deadline, shelf)
  const look = findAndRead(keys, request, freshness, sharedDeadline(deadline), shelf)
  const { readingKept } = yield* CaptureFlights
  const key = [yield* sharedBy, keys.rendered, freshness.maxAgeMillis, readingKeyOf(request)].join(" ")
  for (;;) {
    const own = { isBegun: false }
    const begin = Effect.suspend(() => {
      own.isBegun = true
      return look
    })
    const read = yield* Effect.result(readingKept(key, () => begin, { time: sharedTime(deadline) }))
    // Who found no room was somebody else: the next of those who waited tries for itself.
    if (Result.isFailure(read)) {
      if (own.isBegun || !isOfMemory(read.failure)) return yield* Effect.fail(read.failure)
      continue
    }
    if (!own.isBegun && read.success.reading !== null) yield* takeMemory(read.success.capture?.body.length ?? 0)
    return read.success
  }
})

/** What is kept is no answer of its host. */
const heeding = ({ url }: PageSource, deadline: Deadline) =>
  heedThrottling(url, deadline, ({ cache, capture: { finalUrl } }: ReadPage) =>
    cache.status === "hit" ? null : finalUrl
  )

/** Fetches and reads a page, or reads one that was fetched at most `freshness.maxAgeMillis` ago. */
export const capturePage = (
  source: PageSource,
  request: ReadingRequest,
  freshness: Freshness,
  deadline: Deadline,
  shelf: CaptureShelf = cacheShelf
) =>
  inTime(capture(source, request, freshness, deadline, shelf), deadline).pipe(
    (captured) => Effect.andThen(writtenUrl("url", source.url), captured),
    Effect.tap(({ capture: { finalUrl } }) => keepToRules(source.url, finalUrl)),
    Effect.tap((page) => (isCallers(source, freshness) ? Effect.void : tellOf(page))),
    Effect.tapError((error) =>
      error._tag !== "TargetNotFound" || isCallers(source, freshness)
        ? Effect.void
        : tellGone(source.url, error.finalUrl ?? source.url)
    )
  )

/** Whether a page is its caller's alone: nobody else may find it, and nothing of it is kept. */
export const isCallers = ({ headers, profile }: PageSource, { zeroRetention }: Freshness): boolean =>
  zeroRetention || profile !== null || Object.keys(headers).length > 0

/** Whether what is given for its HTML is a file's own text without tags. */
const hasNoMarkup = (type: FileType): boolean => ownText.has(type) && type !== "xml" && type !== "svg"

/** Tells of a page that was read for its words, or for its markup. */
const tellOf = Effect.fnUntraced(function* (page: ReadPage) {
  const { capture, shaped } = page
  const organizationId = yield* WorksFor
  const text = shaped.markdown ?? shaped.html
  if (organizationId === null || text === null || capture.status >= 300) return
  if (page.unrendered !== undefined && saysNothing(page)) return
  const { tell } = yield* PageReadings
  const { capturedAtMillis, finalUrl, robots } = capture
  const asked = robots === undefined ? {} : { robots }
  const isMarkup = shaped.markdown === null && !hasNoMarkup(capture.type)
  const markup = isMarkup ? { isHtml: true as const } : {}
  yield* tell({ organizationId, url: finalUrl, metadata: shaped.metadata, text, capturedAtMillis, ...asked, ...markup })
})

const isRead = (found: Fetched | KeptPage): found is Fetched => found.capture !== null && found.reading !== null

/**
 * Fetches, unless another process is just fetching the same: then what that keeps is read, and what it does not keep, such as a
 * page it could not fetch, is fetched.
 */
const unlessFetched = <R1, R2>(
  inTurn: InSharedPlace,
  key: string,
  fetch: Effect.Effect<Fetched, CaptureError, R1>,
  look: Effect.Effect<KeptPage, CaptureError, R2>
) =>
  inTurn(
    `page:${key}`,
    1
  )((waited) => (waited ? Effect.succeed(null) : fetch)).pipe(
    Effect.flatMap((fetched) => (fetched === null ? look : Effect.succeed<Fetched | KeptPage>(fetched))),
    Effect.flatMap((found) => (isRead(found) ? Effect.succeed(found) : fetch))
  )

/** Whether a page may be answered with one that is kept. */
const mayBeKept = (source: PageSource, freshness: Freshness): boolean =>
  !isCallers(source, freshness) && freshness.maxAgeMillis > 0

/** Whether something is kept of a page that is young enough. It is looked up and not read. */
const isKept = Effect.fnUntraced(function* (source: PageSource, freshness: Freshness) {
  if (!mayBeKept(source, freshness)) return false
  const { rendered, sent } = yield* captureKeys(source)
  const since = (yield* Clock.currentTimeMillis) - freshness.maxAgeMillis
  return (yield* findKept([...new Set([rendered, sent])], DateTime.makeUnsafe(Math.max(0, since)))).size > 0
})

const hitOf = ({ capture, reading }: KeptPage, nowMillis: number): ReadPage | null => {
  if (capture === null || reading === null) return null
  const cache: CacheReport = { status: "hit", ageMillis: Math.max(0, nowMillis - capture.capturedAtMillis) }
  return { ...reading, capture, cache }
}

/**
 * A page that is kept, read; none where nothing is kept that is an answer. Nobody is asked for it, so that it need not wait until its host has
 * rested: what is looked up may turn out to be another page, or one that only a browser shows.
 */
export const keptPage = Effect.fnUntraced(function* (
  source: PageSource,
  request: ReadingRequest,
  freshness: Freshness,
  deadline: Deadline,
  shelf: CaptureShelf = cacheShelf
) {
  if (!(yield* isKept(source, freshness))) return null
  const reading = Effect.flatMap(captureKeys(source), (keys) => readKept(keys, request, freshness, deadline, shelf))
  const hit = hitOf(yield* inTime(reading, deadline), yield* Clock.currentTimeMillis)
  if (hit === null) return null
  yield* keepToRules(source.url, hit.capture.finalUrl)
  yield* tellOf(hit)
  return hit
})

/** Who waited for longer than this for a host looks again: somebody may have kept the page meanwhile. */
const looksAfterMillis = 500

const capture = Effect.fnUntraced(function* (
  source: PageSource,
  request: ReadingRequest,
  freshness: Freshness,
  deadline: Deadline,
  shelf: CaptureShelf
) {
  const keys = yield* captureKeys(source)
  const look = mayBeKept(source, freshness)
    ? readKept(keys, request, freshness, deadline, shelf)
    : Effect.succeed(nothingKept)
  const kept = yield* look
  const lookedMillis = yield* Clock.currentTimeMillis
  const hit = hitOf(kept, lookedMillis)
  if (hit !== null) return hit
  const asking = Effect.gen(function* () {
    const hasWaited = (yield* Clock.currentTimeMillis) - lookedMillis > looksAfterMillis
    const known = hasWaited ? yield* look : kept
    const found = hitOf(known, yield* Clock.currentTimeMillis)
    const earlier = known.capture ?? kept.capture
    return found ?? (yield* ask({ source, request, freshness, deadline, shelf, keys, earlier }))
  })
  return yield* heeding(source, deadline)(asking)
})

interface Asked {
  readonly source: PageSource
  readonly request: ReadingRequest
  readonly freshness: Freshness
  readonly deadline: Deadline
  readonly shelf: CaptureShelf
  readonly keys: CaptureKeys
  /** What was kept of the page, and is too old. */
  readonly earlier: PageCapture | null
}

/** The page from its server, or from a browser. Who leaves meanwhile may leave one behind that was acted on. */
const ask = (asked: Asked) => leavable(asked.source, askNow(asked))

const askNow = Effect.fnUntraced(function* ({ deadline, earlier, freshness, keys, request, shelf, source }: Asked) {
  const isOwn = isCallers(source, freshness)
  const isAlone = isOwn || deadline.acceptsPart
  const workUntil = isAlone ? deadline : sharedDeadline(deadline)
  const work = Effect.gen(function* () {
    const done = yield* fly(source, request, workUntil, earlier)
    const problem = contentProblemOf(done.reading, done.capture, source)
    if (problem !== null) return yield* Effect.fail(problem)
    if (!isOwn && done.unrendered === undefined && isKeepable(done.capture)) yield* shelf.keep(keys, done.capture)
    return done
  }).pipe((flying) => asError(flying, source))
  const cache: CacheReport = { status: freshness.zeroRetention ? "zdr" : "miss", ageMillis: 0 }
  if (isAlone) {
    const done = yield* work
    return { ...done.reading, ...lackOf(done), capture: done.capture, cache } satisfies ReadPage
  }
  const { fetching, inTurn } = yield* CaptureFlights
  // Who waits for an answer shares no work that stands behind him.
  const isBehind = yield* givesWay
  const key = `${yield* sharedBy} ${keys.rendered}`
  // Nor does who named it do with what keeps to rules that are not his.
  const isLed = (yield* MayBeLed) !== null
  const within = yield* StaysWithin
  const line = `${key}${isLed ? " led" : ""}${isLed && within !== null ? ` within ${within.name}` : ""}${isBehind ? " behind" : ""}`
  const begun = mayBeKept(source, freshness)
    ? unlessFetched(inTurn, line, work, findAndRead(keys, request, freshness, workUntil, shelf))
    : work
  const shared = actingOnce(begun)
  const flown = yield* fetching(
    `${line} ${deadline.exchangeMillis ?? ""}`,
    () => Effect.map(shared, (fetched) => ({ ...fetched, request })),
    // Who gives way, or less time to one exchange, does with what is fetched for others, and not the other way round.
    { orUnder: `${key} `, time: sharedTime(deadline) }
  )
  const isSame = isSameReading(flown.request, request)
  // Who only joined took nothing yet, and is about to make an answer of his own.
  if (isSame && flown.request !== request) yield* takeMemory(flown.capture.body.length)
  const reading = isSame ? flown.reading : yield* readCapture(flown.capture, request, deadline)
  return { ...reading, ...lackOf(flown), capture: flown.capture, cache } satisfies ReadPage
})
