/**
 * Finds the feeds of a company's site.
 *
 * **Details.** The front page is what was asked for; the pages of its press, its news and its blog are our choice, so that robots.txt is
 * heard first, and so are the feeds. Where a site names none, a few places are guessed.
 */

import { Clock, Duration, Effect } from "effect"
import { companyFreshness, readCompanySite } from "../companies/readCompanySite.ts"
import { capturePage } from "../pages/capturePage.ts"
import { defaultPdf, nothing, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { robotsOrNothing } from "../sites/readRobots.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import { openSession } from "../web/openSession.ts"
import { siteOfHost } from "./domain/NewsSource.ts"
import { feedsOf, guessedFeeds, newsPages, newsSitemaps, siteBounds } from "./domain/newsPages.ts"

/** Most time for the pages beside the front page, together. */
const pagesMillis = 10_000

/** What a site names. */
export interface SiteFeeds {
  /** Those that it names, the likeliest first. */
  readonly feeds: ReadonlyArray<string>
  /** Where one may be, when it names none. */
  readonly guesses: ReadonlyArray<string>
  /** What the site calls itself. */
  readonly siteName: string | null
}

const reading = (url: string) => ({
  sourceUrl: url,
  regions: { ...wholePage, mainContentOnly: false },
  pdf: { ...defaultPdf, shouldParse: false },
  wants: { ...nothing, links: true }
})

const readPages = Effect.fnUntraced(function* (
  urls: ReadonlyArray<string>,
  isOfSite: (host: string) => boolean,
  deadline: Deadline
) {
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, deadline)
  const freshness = { maxAgeMillis: Duration.toMillis(companyFreshness), zeroRetention: false }
  const read = Effect.fnUntraced(function* (url: string) {
    if (!(yield* hosts.mayFetch(url))) return []
    const page = yield* hosts.inTurn(url)(
      ofOnePage(url)(capturePage(plainSource(url), reading(url), freshness, deadline))
    )
    return feedsOf(page.shaped.metadata, page.shaped.links, isOfSite)
  })
  const found = yield* Effect.forEach(urls, (url) => Effect.orElseSucceed(read(url), (): ReadonlyArray<string> => []), {
    concurrency: 2
  })
  return found.flat()
})

/** Feeds of the site at the domain. */
export const findFeeds = Effect.fn("News.findFeeds")(function* (domain: string, deadline: Deadline) {
  const domains = yield* DomainNames
  const domainOf = (host: string) => domains.registrable(host) ?? host
  const site = yield* readCompanySite({
    domain,
    wants: nothing,
    mainContentOnly: false,
    kinds: [],
    freshness: { zeroRetention: false },
    deadline
  })
  const front = site.pages[0]!
  const frontUrl = front.capture.finalUrl
  const { links, metadata } = front.shaped
  const sites = new Set([domainOf(new URL(frontUrl).hostname), domainOf(siteOfHost(domain))])
  const isOfSite = (host: string) => sites.has(domainOf(host))
  const now = yield* Clock.currentTimeMillis
  const pagesDeadline = { ...deadline, atMillis: now + Math.min(fetchingLeftOf(deadline, now), pagesMillis) }
  const [ofPages, robots] = yield* Effect.all(
    [
      readPages(newsPages(links, frontUrl, domainOf), isOfSite, pagesDeadline),
      robotsOrNothing(yield* openSession, frontUrl, pagesDeadline)
    ],
    { concurrency: 2 }
  )
  const named = [...ofPages, ...feedsOf(metadata, links, isOfSite), ...newsSitemaps(robots.sitemaps)]
  const feeds = [...new Set(named)].slice(0, siteBounds.feeds)
  return {
    feeds,
    guesses: feeds.length > 0 ? [] : guessedFeeds(frontUrl),
    siteName: metadata?.siteName ?? null
  } satisfies SiteFeeds as SiteFeeds
})
