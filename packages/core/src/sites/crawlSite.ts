/**
 * A site page by page, following its links.
 *
 * **Model.** The frontier holds every address once, by what its spellings have in common. Lanes claim addresses in order of
 * depth, fetch and read them, and hand back what they lead to. A page counts towards the budget when it is begun. Where there is a limit of depth,
 * a level waits for the one above it (`domain/levels.ts`).
 *
 * **When something fails.** A page that cannot be read is a result and leads nowhere; the start alone fails the crawl.
 * When the store of the frontier is away the crawl fails, and what was held is given back.
 */
import { Clock, Duration, Effect } from "effect"
import { restingError } from "../pages/heedThrottling.ts"
import { makePageShelf } from "../pages/pageShelf.ts"
import { hostOf } from "../Shares.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { leftOf } from "../web/domain/Deadline.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { writtenUrl } from "../web/writtenUrl.ts"
import { makeCrawlHosts } from "./crawlHosts.ts"
import { claim, followLinks, limitsOf, maxKnown } from "./crawlLanes.ts"
import { expectPages, isDouble, keepPage, noteRead, readPage, readRested } from "./crawlPage.ts"
import { type Crawl, type CrawlWatcher, newProgress, reportOf } from "./crawlProgress.ts"
import { crawlScope } from "./crawlScope.ts"
import type { CrawlRequest } from "./domain/Crawl.ts"
import { crawlPrice } from "./domain/Price.ts"
import { type FrontierEntry, FrontierStore } from "./FrontierStore.ts"
import { siteSitemapUrls } from "./siteSitemapUrls.ts"

/** A start that cannot be asked for in time: its host rests. */
const notInTime = Effect.fnUntraced(function* (url: string) {
  const host = hostOf(url)
  const known = yield* (yield* HostPauses).restOf(host)
  return yield* known === null ? new DeadlinePassed() : restingError(host, known)
})

/** The start: what fails here fails the crawl. Gives what it leads to and the scope that its address sets. */
const begin = Effect.fnUntraced(function* (crawl: Crawl) {
  const { hosts, progress, request } = crawl
  // Parsed once, before anything else reads a host in it.
  const start = yield* writtenUrl("url", request.source.url)
  const url = request.source.url
  const entry: FrontierEntry = { identity: urlIdentity(start), url, depth: 0 }
  if (!(yield* hosts.mayFetch(url))) {
    return yield* new WebsiteInaccessible({ message: (yield* hosts.refusal(url)).message })
  }
  progress.begun += 1
  yield* expectPages(crawl, [url])
  const page = yield* readRested(crawl, url, hosts.inTurn(url)(readPage(crawl, url))).pipe(
    Effect.flatMap((read) => (read === null ? notInTime(url) : Effect.succeed(read))),
    Effect.catchTag("PdfSkipped", () => {
      progress.skipped += 1
      return Effect.succeed(null)
    })
  )
  if (page === null) return null
  noteRead(crawl, page)
  const scope = yield* crawlScope(request, page.capture.finalUrl)
  yield* isDouble(crawl, entry, page)
  yield* keepPage(crawl, entry, page)
  const listed = request.followsSitemaps
    ? yield* siteSitemapUrls(page.capture.finalUrl, crawl.call.deadline, maxKnown(crawl))
    : []
  const found = yield* scope.follow([...page.shaped.links, ...listed.map((one) => ({ url: one }))], 0)
  return { scope, entries: [entry, ...found] }
})

const crawlAll = Effect.fnUntraced(function* (crawl: Crawl) {
  const { call } = crawl
  const frontier = yield* FrontierStore
  const begun = yield* begin(crawl)
  if (begun === null) return 0
  yield* frontier.add(call.organizationId, call.requestId, begun.entries, yield* limitsOf(crawl))
  const start = yield* claim(crawl, 1)
  const finished = start.map((claimed) => ({ claimed, found: [] }))
  yield* frontier.finish(call.organizationId, call.requestId, finished, yield* limitsOf(crawl))
  yield* followLinks(crawl, begun.scope)
  return begun.scope.leftOut()
})

const run = Effect.fnUntraced(function* (
  call: Call,
  request: CrawlRequest,
  maxPages: number,
  watch: CrawlWatcher | null
) {
  const now = yield* Clock.currentTimeMillis
  const stopsAtMillis = now + request.stopAfterMillis
  const hosts = yield* makeCrawlHosts(
    yield* openSession,
    call.deadline,
    Math.min(stopsAtMillis, call.deadline.atMillis)
  )
  const shelf = makePageShelf()
  const progress = newProgress()
  const crawl: Crawl = { shelf, call, request, hosts, maxPages, stopsAtMillis, progress, watch }
  const forget = Effect.flatMap(FrontierStore, (store) => store.remove(call.organizationId, call.requestId))
  const whole = crawlAll(crawl).pipe(Effect.map((leftOut) => reportOf(crawl, leftOut, false)))
  return yield* whole.pipe(
    Effect.timeoutOrElse({
      duration: Duration.millis(leftOf(call.deadline, now)),
      orElse: () =>
        call.deadline.acceptsPart && progress.succeeded + progress.failed > 0
          ? Effect.succeed(reportOf(crawl, 0, true))
          : Effect.fail(new DeadlinePassed())
    }),
    Effect.map((value) => ({ value, recoveredPages: progress.recoveredPages })),
    // The pruner drops what cannot be forgotten now.
    Effect.ensuring(Effect.andThen(shelf.flush, Effect.ignore(forget)))
  )
})

/** Crawls a site: a credit for each page that was read, and one for each page of a file recovered from its picture. */
export const crawlSite = Effect.fn("Web.crawl")(function* (call: Call, request: CrawlRequest, watch?: CrawlWatcher) {
  return yield* charged(
    call,
    crawlPrice(request.maxPages, request.pdf.ocr)
  )((held) => {
    const maxPages = Math.min(request.maxPages, held)
    return Effect.map(run(call, request, maxPages, watch ?? null), ({ recoveredPages, value }) => ({
      value,
      credits: value.succeeded + (value.isPart ? 0 : recoveredPages)
    }))
  })
})
