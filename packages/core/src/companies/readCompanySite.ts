/**
 * The few pages by which a company tells who it is and what it does.
 *
 * **Details.** The front page, and what it links to as *about us* and as *products* or *services*: each kept for as long as what is known
 * of companies, found where pages are found, and fetched otherwise. Whoever named the company asked for its front page; the others are our
 * choice, so that robots.txt is heard first. One that cannot be read is left out: the front page alone must be there.
 */

import { Clock, Duration, Effect } from "effect"
import { type CaptureShelf, capturePage, type ReadPage } from "../pages/capturePage.ts"
import { defaultPdf, nothing, type PageWants, plainSource } from "../pages/domain/ScrapeRequest.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { siteUrls } from "../sites/domain/SiteScope.ts"
import { prefetchFreshness } from "../sites/prefetchSite.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { type CompanyPageKind, type LinkedPage, type LinkedPageKind, linkedPages } from "./domain/CompanyPage.ts"

/** What is known of companies may be as old as this. */
export const companyFreshness = prefetchFreshness

/** Most time for the pages beside the front page, together. */
const linkedMillis = 15_000

export interface CompanyPage extends ReadPage {
  readonly kind: CompanyPageKind
}

export interface CompanySite {
  readonly domain: string
  /** The front page first. */
  readonly pages: ReadonlyArray<CompanyPage>
  /** Whether the deadline left pages out. */
  readonly isPart: boolean
}

/** How a company's site is read. */
export interface CompanyReading {
  readonly domain: string
  readonly wants: PageWants
  readonly mainContentOnly: boolean
  /** Pages beside the front page; those about it and about what it offers unless given. */
  readonly kinds?: ReadonlyArray<LinkedPageKind>
  /** Oldest page that is taken, in milliseconds; `companyFreshness` unless given. */
  readonly maxAgeMillis?: number
  readonly freshness: Pick<Freshness, "zeroRetention">
  readonly deadline: Deadline
  readonly shelf?: CaptureShelf
}

/** Reads one page as those of a company are read. */
export const readCompanyPage = (
  { freshness, mainContentOnly, maxAgeMillis, shelf, wants }: Omit<CompanyReading, "deadline" | "domain">,
  url: string,
  deadline: Deadline
) =>
  capturePage(
    plainSource(url),
    {
      sourceUrl: url,
      regions: { includeSelectors: [], excludeSelectors: [], mainContentOnly },
      // Nobody tells in a PDF what his company is, and reading one may take a minute.
      pdf: { ...defaultPdf, shouldParse: false },
      wants: { ...nothing, ...wants, links: true }
    },
    { maxAgeMillis: maxAgeMillis ?? Duration.toMillis(companyFreshness), zeroRetention: freshness.zeroRetention },
    deadline,
    shelf
  )

/** What a front page cannot be: the site is there all the same, and nothing is to be read of it. */
const noFrontPage = (message: string) => new WebsiteInaccessible({ message })

const readFront = Effect.fnUntraced(function* (reading: CompanyReading) {
  const [secure, plain] = siteUrls(reading.domain)
  return yield* readCompanyPage(reading, secure!, reading.deadline).pipe(
    Effect.catchTag("WebsiteInaccessible", () => readCompanyPage(reading, plain!, reading.deadline)),
    Effect.catchTags({
      TargetNotFound: ({ message }) => Effect.fail(noFrontPage(`The first page of the site is not there: ${message}`)),
      PdfSkipped: () => Effect.fail(noFrontPage("The first page of the site is a PDF.")),
      ContentUnsupported: ({ message }) => Effect.fail(noFrontPage(message))
    })
  )
})

/** A page beside the front page; how it ended without one where it did. */
const readLinked = Effect.fnUntraced(function* (
  reading: CompanyReading,
  pages: ReadonlyArray<LinkedPage>,
  deadline: Deadline
) {
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, deadline)
  return yield* Effect.forEach(
    pages,
    Effect.fnUntraced(function* ({ kind, url }) {
      if (!(yield* hosts.mayFetch(url))) return { page: null, isLate: false }
      return yield* hosts
        .inTurn(url)(ofOnePage(url)(readCompanyPage(reading, url, deadline)))
        .pipe(
          Effect.match({
            onSuccess: (page) => ({ page: { ...page, kind } satisfies CompanyPage as CompanyPage, isLate: false }),
            onFailure: ({ _tag }) => ({ page: null, isLate: _tag === "DeadlinePassed" })
          })
        )
    }),
    { concurrency: 2 }
  )
})

/** Reads the pages. */
export const readCompanySite = Effect.fnUntraced(function* (reading: CompanyReading) {
  const { deadline, domain } = reading
  const front: CompanyPage = { ...(yield* readFront(reading)), kind: "front" }
  const isFrontPart = front.capture.finalDomState === "still-loading" && deadline.acceptsPart
  const now = yield* Clock.currentTimeMillis
  const linked = linkedPages(front.shaped.links, front.capture.finalUrl, reading.kinds)
  if (linked.length === 0) return { domain, pages: [front], isPart: isFrontPart } satisfies CompanySite as CompanySite
  const left = fetchingLeftOf(deadline, now)
  const others = yield* readLinked(reading, linked, { ...deadline, atMillis: now + Math.min(left, linkedMillis) })
  const isCut = left < linkedMillis && others.some(({ isLate }) => isLate)
  if (isCut && !deadline.acceptsPart) return yield* new DeadlinePassed()
  const pages = [front, ...others.flatMap(({ page }) => page ?? [])]
  return { domain, pages, isPart: isFrontPart || isCut } satisfies CompanySite as CompanySite
})
