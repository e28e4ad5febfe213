/**
 * The products of a site, page by page.
 *
 * **Details.** The start is read first. What it lists as products, and what its links and the sitemaps of the site look like, says where
 * to go next: the likeliest pages are read a few at once, each in its host's turn and only where robots.txt allows it, and what lists
 * products adds those. It ends with as many products as are wanted, with as many pages as such a search is worth, or when its time is
 * over.
 */

import { Clock, Duration, Effect, Option } from "effect"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { withoutWww } from "../sites/domain/SiteScope.ts"
import { siteSitemapUrls } from "../sites/siteSitemapUrls.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { DeadlinePassed, isForbidden } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import type { Product } from "./domain/Product.ts"
import { ProductLeads } from "./domain/ProductLeads.ts"
import { readProductPage, type SeenPage } from "./readProductPage.ts"

export interface Catalog {
  readonly products: ReadonlyArray<Product>
  /** Pages that were read, the start first. */
  readonly pages: ReadonlyArray<SeenPage>
  /** Whether the deadline cut the search short. */
  readonly isPart: boolean
}

/**
 * Pages read at once, and beside the products that are wanted; addresses that robots.txt forbids, for each page that may be read; addresses asked of
 * sitemaps; time for a page, and for all but the start.
 */
const limits = {
  atOnce: 4,
  beside: 10,
  forbidden: 10,
  listed: 2_000,
  sitemapMillis: 8_000,
  pageMillis: 12_000,
  millis: 35_000
} as const

/** What is found, and where to go on. */
class Search {
  readonly pages: Array<SeenPage> = []
  private readonly found = new Map<string, Product>()
  readonly leads: ProductLeads
  /** Whether a page did not come in time. */
  isLate = false
  /** Addresses that robots.txt forbids. */
  forbidden = 0
  private readonly wanted: number

  constructor(start: SeenPage, wanted: number) {
    this.wanted = wanted
    this.leads = new ProductLeads({ host: withoutWww(new URL(start.url).hostname), registrable: null })
    this.leads.meet(start.url)
    this.see(start)
  }

  see(page: SeenPage): void {
    this.pages.push(page)
    for (const product of [...(page.product === null ? [] : [page.product]), ...page.cards]) {
      const key = `${product.name}\n${product.sku ?? ""}`.toLowerCase()
      if (!this.found.has(key) && this.found.size < this.wanted) this.found.set(key, product)
    }
    this.leads.addListed(page.listed)
    this.leads.add(page.links)
  }

  get products(): ReadonlyArray<Product> {
    return [...this.found.values()]
  }

  /** Pages that may still be read. */
  get left(): number {
    const most = this.wanted + limits.beside
    return this.found.size >= this.wanted || this.forbidden >= limits.forbidden * most ? 0 : most - this.pages.length
  }
}

const follow = Effect.fnUntraced(function* (search: Search, freshness: Freshness, deadline: Deadline) {
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, deadline)
  const visit = Effect.fnUntraced(function* (url: string) {
    if (!(yield* hosts.mayFetch(url))) {
      search.forbidden += 1
      return
    }
    const latest = (yield* Clock.currentTimeMillis) + limits.pageMillis
    const atMillis = Math.min(latest, deadline.atMillis)
    yield* hosts
      .inTurn(url)(ofOnePage(url)(readProductPage(url, freshness, { ...deadline, atMillis })))
      .pipe(
        Effect.match({
          onSuccess: (page) => search.see(page),
          onFailure: (error) => {
            if (isForbidden(error)) search.forbidden += 1
            if (error._tag === "DeadlinePassed" && atMillis < latest) search.isLate = true
          }
        })
      )
  })
  const readOn = Effect.fnUntraced(function* () {
    while (search.left > 0) {
      const urls = search.leads.take(Math.min(limits.atOnce, search.left))
      if (urls.length === 0) return
      yield* Effect.forEach(urls, visit, { concurrency: limits.atOnce, discard: true })
    }
  })
  const [start] = search.pages
  if (search.leads.size < limits.atOnce && start !== undefined) {
    const now = yield* Clock.currentTimeMillis
    const atMillis = Math.min(deadline.atMillis, now + limits.sitemapMillis)
    const listed = yield* siteSitemapUrls(start.url, { ...deadline, atMillis }, limits.listed)
    search.leads.add(listed.map((url) => ({ url, text: "" })))
  }
  yield* readOn()
})

/** Looks for products from a page that was read. */
export const readCatalog = Effect.fnUntraced(function* (
  start: SeenPage,
  wanted: number,
  freshness: Freshness,
  deadline: Deadline
) {
  const search = new Search(start, wanted)
  const now = yield* Clock.currentTimeMillis
  const left = fetchingLeftOf(deadline, now)
  const own = Math.min(left, limits.millis)
  const done = yield* Effect.timeoutOption(
    follow(search, freshness, { ...deadline, atMillis: now + own }),
    Duration.millis(own)
  )
  // Time of our own that is over leaves out what is far away; time of the caller's leaves out what he asked for.
  const isCut = (Option.isNone(done) || search.isLate) && left <= limits.millis
  if (isCut && (!deadline.acceptsPart || search.products.length === 0)) return yield* new DeadlinePassed()
  return { products: search.products, pages: search.pages, isPart: isCut } satisfies Catalog as Catalog
})
