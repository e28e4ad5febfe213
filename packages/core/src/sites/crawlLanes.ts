/**
 * Pages of a crawl, several at once, until nothing is left that may be begun.
 *
 * **Details.** Claims, what came of them, and pages to be kept go to the stores many at a time: the lane that finds that
 * it is time does it, while the others go on with what is claimed. So a page costs a store a fraction of a statement,
 * and no lane waits for one while there is something to fetch.
 */
import { Clock, DateTime, Deferred, Duration, Effect } from "effect"
import { leftOf } from "../web/domain/Deadline.ts"
import { expectPages, visitPage } from "./crawlPage.ts"
import { type Crawl, tellBytesSpent } from "./crawlProgress.ts"
import type { CrawlScope } from "./crawlScope.ts"
import { deepestBeside } from "./domain/levels.ts"
import { type ClaimedEntry, type FinishedEntry, FrontierStore } from "./FrontierStore.ts"

/** Pages under way at once, over all hosts. */
const lanes = 10

/** Addresses claimed at once, and claims that wait to be finished. */
const batch = 50

/** Links that wait to be handed over with them. */
const maxFound = 5_000

/** Addresses that a crawl may know for each page it may fetch. */
const knownPerPage = 100

/** So long after the deadline a claim is nobody's. */
const leaseAfterDeadlineMillis = 60_000

/** For so long a page keeps deeper levels waiting: one that hangs must not take the time of the whole crawl. */
const patienceMillis = 15_000

/** A page that is being read. */
interface UnderWay {
  readonly depth: number
  /** Until then deeper levels wait for it. */
  readonly untilMillis: number
}

/** When an address of this depth may begin; not after now when it may at once. */
const mayBeginAt = (depth: number, maxDepth: number | null, underWay: Iterable<UnderWay>): number => {
  let atMillis = Number.NEGATIVE_INFINITY
  if (maxDepth === null) return atMillis
  for (const one of underWay) {
    if (depth > deepestBeside(one.depth, maxDepth)) atMillis = Math.max(atMillis, one.untilMillis)
  }
  return atMillis
}

/** Addresses that the crawl may know. */
export const maxKnown = ({ maxPages }: Crawl): number => maxPages * knownPerPage

/** What is told to the frontier with everything that is added to it. */
export const limitsOf = (crawl: Crawl) => Effect.map(DateTime.now, (now) => ({ maxEntries: maxKnown(crawl), now }))

/** Claims for as long as the crawl may last. */
export const claim = Effect.fnUntraced(function* ({ call }: Crawl, limit: number) {
  const left = leftOf(call.deadline, yield* Clock.currentTimeMillis)
  const lease = Duration.millis(left + leaseAfterDeadlineMillis)
  return yield* (yield* FrontierStore).claim(call.organizationId, call.requestId, { limit, lease })
})

/** Claims, visits and hands back. */
export const followLinks = Effect.fnUntraced(function* (crawl: Crawl, scope: CrawlScope) {
  const { call, progress, request, shelf } = crawl
  const frontier = yield* FrontierStore
  let waiting: Array<ClaimedEntry> = []
  let finished: Array<FinishedEntry> = []
  /** Links of what is finished. */
  let foundCount = 0
  const underWay = new Set<UnderWay>()
  let isExchanging = false
  /** Whether a claim found nothing, and nothing was finished since. */
  let isDry = false
  let moved = Deferred.makeUnsafe<void>()

  const tell = Effect.suspend(() => {
    const before = moved
    moved = Deferred.makeUnsafe()
    return Deferred.succeed(before, undefined)
  })

  const hasBytes = () => progress.bytes < request.maxBytes

  const mayBegin = Effect.map(
    Clock.currentTimeMillis,
    (now) => !progress.isFull && now < crawl.stopsAtMillis && progress.begun < crawl.maxPages && hasBytes()
  )

  const claimable = () => Math.min(batch, crawl.maxPages - progress.begun - waiting.length)

  const isTime = () =>
    !isExchanging &&
    (shelf.isFull() ||
      finished.length >= batch ||
      foundCount >= maxFound ||
      (waiting.length < lanes && claimable() > 0 && !isDry))

  /** Hands back what was finished, so that what it led to can be claimed, and claims. */
  const exchange = Effect.gen(function* () {
    const done = finished
    finished = []
    foundCount = 0
    yield* shelf.flush
    if (done.length > 0) yield* frontier.finish(call.organizationId, call.requestId, done, yield* limitsOf(crawl))
    const limit = claimable()
    if (limit > 0 && waiting.length < batch) {
      const claimed = yield* claim(crawl, limit)
      yield* expectPages(
        crawl,
        claimed.map(({ url }) => url)
      )
      isDry = claimed.length < limit && finished.length === 0
      waiting = waiting.concat(claimed)
    }
  }).pipe(
    Effect.ensuring(
      Effect.suspend(() => {
        isExchanging = false
        return tell
      })
    )
  )

  const work = (entry: ClaimedEntry, one: UnderWay) =>
    visitPage(crawl, scope, entry).pipe(
      Effect.flatMap((found) =>
        Effect.sync(() => {
          finished.push({ claimed: entry, found })
          foundCount += found.length
          isDry = false
        })
      ),
      Effect.ensuring(
        Effect.suspend(() => {
          underWay.delete(one)
          return tell
        })
      )
    )

  const lane = Effect.gen(function* () {
    while (yield* mayBegin) {
      if (isTime()) {
        isExchanging = true
        yield* exchange
      }
      const signal = moved
      const now = yield* Clock.currentTimeMillis
      const next = (yield* mayBegin) ? waiting[0] : undefined
      const atMillis = next === undefined ? now : mayBeginAt(next.depth, request.maxDepth, underWay)
      if (next !== undefined && atMillis <= now) {
        const one = { depth: next.depth, untilMillis: now + patienceMillis }
        waiting.shift()
        progress.begun += 1
        underWay.add(one)
        yield* work(next, one)
      } else if (next !== undefined) {
        yield* Effect.timeoutOption(Deferred.await(signal), Duration.millis(atMillis - now))
      } else if (isExchanging || underWay.size > 0) {
        yield* Deferred.await(signal)
      } else if (!isTime()) {
        return
      }
    }
  })
  yield* Effect.all(
    Array.from({ length: lanes }, () => lane),
    { concurrency: "unbounded", discard: true }
  )
  if (hasBytes()) return
  // What is left shows when what the last pages led to was handed over. It is for the log alone: what was read is answered without it.
  if (waiting.length === 0) yield* Effect.ignore(exchange)
  if (waiting.length > 0) yield* tellBytesSpent(crawl)
})
