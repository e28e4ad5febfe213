/** One page of a crawl: fetched, read, and kept unless it is one that was kept already. */

import { Clock, Effect, Result, Schedule } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { BackgroundWork } from "../pages/BackgroundWork.ts"
import { capturePage, keptPage, type ReadPage, shownPage } from "../pages/capturePage.ts"
import { nothing, type PageSource, type PageWants } from "../pages/domain/ScrapeRequest.ts"
import { isThrottled, restingError } from "../pages/heedThrottling.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { neverReads } from "../pages/pageMemory.ts"
import { StaysWithin } from "../pages/StaysWithin.ts"
import { hostOf } from "../Shares.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { Signer } from "../security/Signer.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { isForbidden, isOutOfScope } from "../web/errors.ts"
import { addPage, type Crawl, endFull } from "./crawlProgress.ts"
import type { CrawlScope } from "./crawlScope.ts"
import type { CrawledPage, CrawlRequest } from "./domain/Crawl.ts"
import type { FrontierEntry } from "./FrontierStore.ts"

/** Longest time for one exchange with a page. */
const pageMillis = 60_000

/** How often a page is asked for whose host is asked too often. */
const mostTries = 3

/** When a page for which there was no room in memory is asked for again, until the crawl must end. */
const looksAgain = Schedule.spaced("1 second").pipe(Schedule.jittered)

const untilRoom = <A, E extends { readonly _tag: string }, R>(reading: Effect.Effect<A, E, R>) =>
  Effect.retry(reading, { schedule: looksAgain, while: ({ _tag }) => _tag === "TooBusy" })

const sourceOf = ({ source }: CrawlRequest, url: string): PageSource => ({
  ...source,
  url,
  headers: {},
  actions: [],
  profile: null
})

/** Looks up together which pages are kept; one that was not looked up is fetched. */
export const expectPages = ({ call, request, shelf }: Crawl, urls: ReadonlyArray<string>) =>
  call.freshness.maxAgeMillis > 0 && !call.freshness.zeroRetention
    ? shelf.expect(urls.map((url) => sourceOf(request, url)))
    : Effect.void

/** How a page is read. */
const readingOf = ({ call, request, shelf }: Crawl, url: string) => {
  const wants: PageWants = { ...nothing, markdown: request.markdown, links: true }
  return [
    sourceOf(request, url),
    { sourceUrl: url, regions: request.regions, pdf: request.pdf, wants },
    call.freshness,
    { atMillis: call.deadline.atMillis, acceptsPart: false, exchangeMillis: pageMillis },
    shelf
  ] as const
}

/** Fetches and reads a page. */
export const readPage = Effect.fnUntraced(function* (crawl: Crawl, url: string) {
  return yield* capturePage(...readingOf(crawl, url)).pipe(
    Effect.flatMap(shownPage),
    // What is made of the page is counted when it is kept.
    borrowing,
    Effect.provideService(BackgroundWork, true)
  )
})

const failedPage = ({ depth, url }: FrontierEntry, statusCode: number, problem: string): CrawledPage => ({
  url,
  depth,
  statusCode,
  succeeded: false,
  markdown: "",
  type: null,
  metadata: { sourceUrl: url, finalUrl: url },
  problem
})

const readPageOf = ({ depth, url }: FrontierEntry, { capture, shaped }: ReadPage): CrawledPage => ({
  url,
  depth,
  statusCode: capture.status,
  succeeded: true,
  markdown: shaped.markdown ?? "",
  type: capture.type,
  metadata: shaped.metadata ?? { sourceUrl: url, finalUrl: capture.finalUrl },
  problem: null
})

/** The identity of an address; most pages stand where the entry says. */
const identityOf = (url: string, entry: FrontierEntry): string | null => {
  if (url === entry.url) return entry.identity
  const parsed = parseUrl(url)
  return parsed === null ? null : urlIdentity(parsed)
}

/** Whether the page is one that was kept under another address: it led there, or the whole of it is the same. */
export const isDouble = Effect.fnUntraced(function* ({ progress }: Crawl, entry: FrontierEntry, page: ReadPage) {
  const { body, finalUrl, frames } = page.capture
  const names = [entry.identity, identityOf(finalUrl, entry) ?? entry.identity]
  // An empty answer says nothing, so that two of them need not be the same page.
  if (body.length > 0) {
    const signer = yield* Signer
    const own = yield* signer.digest(body)
    names.push(`is ${frames.length === 0 ? own : yield* signer.digest(JSON.stringify([own, frames]))}`)
  }
  const isKnown = names.some((name) => progress.kept.has(name))
  if (!isKnown) for (const name of names) progress.kept.add(name)
  return isKnown
})

/** Counts what was read, whether or not it is kept. */
export const noteRead = ({ progress }: Crawl, { capture }: ReadPage): void => {
  progress.read += 1
  progress.bytes += capture.body.length
}

/** Makes the page a result of the crawl. */
export const keepPage = (crawl: Crawl, entry: FrontierEntry, page: ReadPage): Effect.Effect<void> => {
  const { progress } = crawl
  if (page.cache.status === "hit") {
    progress.hits += 1
    progress.oldestMillis = Math.max(progress.oldestMillis, page.cache.ageMillis)
  }
  progress.recoveredPages += page.recoveredPages
  return addPage(crawl, readPageOf(entry, page))
}

/** How a host that throttles is known, when it will have rested before the crawl must end; null of any other. */
const restInTime = Effect.fnUntraced(function* ({ call, stopsAtMillis }: Crawl, url: string) {
  const known = yield* (yield* HostPauses).restOf(hostOf(url))
  if (known === null || known.restMillis === 0) return { known: null, isInTime: true }
  const endsAtMillis = Math.min(stopsAtMillis, call.deadline.atMillis)
  return { known, isInTime: (yield* Clock.currentTimeMillis) + known.restMillis < endsAtMillis }
})

/** The page of an address whose host throttles, where it is kept: it needs no turn, since nobody is asked for it. */
const keptOfThrottling = Effect.fnUntraced(function* (crawl: Crawl, url: string) {
  if ((yield* (yield* HostPauses).restOf(hostOf(url))) === null) return null
  const reading = keptPage(...readingOf(crawl, url)).pipe(borrowing, Effect.provideService(BackgroundWork, true))
  return yield* crawl.hosts.inLane(url)(reading).pipe(untilRoom)
})

/** Reads the page of an address in its turn; null when there is no time for it any more. */
const readOnce = (crawl: Crawl, url: string) => {
  const mayRead = Effect.gen(function* () {
    const { isInTime } = yield* restInTime(crawl, url)
    return isInTime && (yield* Clock.currentTimeMillis) < crawl.stopsAtMillis && !crawl.progress.isFull
  })
  return crawl.hosts
    .inTurn(url)(
      // A page whose turn comes after the budget is used was never begun.
      Effect.flatMap(mayRead, (may) => (may ? readPage(crawl, url) : Effect.succeed(null)))
    )
    .pipe(untilRoom, Effect.provideService(BackgroundWork, true))
}

/**
 * Reads the page of an address, and again after a rest where its host is asked too often; null when there is no time for it. A page that is
 * kept waits for no rest, and any other of a host that is given up fails without being asked for.
 */
export const readRested = Effect.fnUntraced(function* <A, E, R>(
  crawl: Crawl,
  url: string,
  once: Effect.Effect<A | null, E, R>
) {
  const kept = yield* keptOfThrottling(crawl, url)
  if (kept !== null) return kept
  let refusal: E | null = null
  for (let tries = 1; ; tries += 1) {
    const { isInTime, known } = yield* restInTime(crawl, url)
    if (refusal === null && known?.isGivenUp) return yield* restingError(hostOf(url), known)
    const mayAsk = isInTime && !known?.isGivenUp && tries <= mostTries
    const read = mayAsk ? yield* Effect.result(once) : Result.succeed(null)
    if (Result.isFailure(read) && isThrottled(read.failure)) refusal = read.failure
    else if (Result.isFailure(read)) return yield* Effect.fail(read.failure)
    else if (read.success !== null || refusal === null) return read.success
    else return yield* Effect.fail(refusal)
  }
})

/** Whether what the crawl holds leaves no room for a page like those that it has read: a single one may be larger than all others. */
const isFull = ({ progress }: Crawl): Effect.Effect<boolean> => neverReads(progress.bytes / Math.max(1, progress.read))

/** Fetches the page of an entry, keeps it, and gives what it leads to. */
export const visitPage = Effect.fnUntraced(function* (crawl: Crawl, scope: CrawlScope, entry: FrontierEntry) {
  const { call, hosts, progress } = crawl
  if (!(yield* hosts.mayFetch(entry.url))) {
    progress.begun -= 1
    progress.forbiddenByRobots += 1
    return []
  }
  const reading = ofOnePage(entry.url)(readRested(crawl, entry.url, readOnce(crawl, entry.url)))
  const read = yield* Effect.result(Effect.provideService(reading, StaysWithin, scope))
  if (read._tag === "Failure") {
    const error = read.failure
    // The deadline of the call is no failure of the page: whoever watches it ends the crawl at this moment.
    if (error._tag === "DeadlinePassed" && (yield* Clock.currentTimeMillis) >= call.deadline.atMillis) {
      return yield* Effect.never
    }
    if (error._tag === "ContentTooLarge" && (yield* isFull(crawl))) {
      // It begins no other page, so that nobody asks how many have begun.
      yield* endFull(crawl)
    } else if (error._tag === "PdfSkipped") {
      progress.begun -= 1
      progress.skipped += 1
    } else if (isOutOfScope(error)) {
      progress.begun -= 1
    } else if (isForbidden(error)) {
      progress.begun -= 1
      progress.forbiddenByRobots += 1
    } else {
      const problem = "message" in error && error.message !== "" ? error.message : error._tag
      const statusCode = "status" in error ? (error.status ?? 0) : 0
      yield* addPage(crawl, failedPage(entry, statusCode, problem))
    }
    return []
  }
  const page = read.success
  if (page === null) {
    progress.begun -= 1
    return []
  }
  noteRead(crawl, page)
  if (!scope.holds(page.capture.finalUrl)) return []
  // What a page leads to counts whether or not it says anything new: its addresses may be relative to its own.
  if (yield* isDouble(crawl, entry, page)) progress.doubles += 1
  else yield* keepPage(crawl, entry, page)
  return yield* scope.follow(page.shaped.links, entry.depth)
})
