/** The addresses that a site lists of itself (contract/scrape.md §7). */
import { Clock, Duration, Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { forEachInTurns, inThreadTurns } from "../organizations/inThreadTurns.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed, TooBusy, WebsiteNotFound } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { type AddressPattern, addressPattern } from "./addressPattern.ts"
import { DomainNames } from "./DomainNames.ts"
import { sitemapPrice } from "./domain/Price.ts"
import { isInScope, type SiteScope, siteHost, siteUrls, withoutWww } from "./domain/SiteScope.ts"
import { rankingUrls } from "./domain/UrlSearch.ts"
import { robotsAt } from "./readRobots.ts"
import { readSiteLinks } from "./readSiteLinks.ts"
import { type ListingWalk, newWalk, readSitemap, walkSite, walkSitemaps } from "./walkSitemaps.ts"

export interface SitemapRequest {
  readonly domain: string
  /** Read this one and what it lists, and nothing else. */
  readonly sitemapUrl: string | null
  readonly maxLinks: number
  /** RE2; only addresses that match are told and counted. */
  readonly pattern: string | null
  /** A phrase that the addresses are about, best first. */
  readonly search: string | null
  readonly includeSubdomains: boolean
  readonly headers: Readonly<Record<string, string>>
}

export interface SitemapListing {
  readonly domain: string
  readonly urls: ReadonlyArray<string>
  readonly discovered: number
  readonly fetched: number
  /** Those that were not read, and those that list more than was taken of them. */
  readonly skipped: number
  readonly errors: number
  readonly isPart: boolean
}

/** Most addresses that are held while they are searched. */
const maxHeld = 1_000_000

/** What robots.txt names, else what stands where sitemaps usually do. */
const discover = Effect.fnUntraced(function* (
  walk: ListingWalk,
  host: string,
  accepts: (url: string) => boolean,
  request: SitemapRequest
) {
  const roots = siteUrls(host)
  let isThere = false
  for (const root of roots) {
    const found = yield* robotsAt(walk.session, root, walk.deadline).pipe(
      Effect.map((robots) => ({ _tag: "Found", robots }) as const),
      Effect.catchTag("PageUnreachable", ({ message, reason }) =>
        reason === "busy"
          ? Effect.fail(new TooBusy({ message }))
          : Effect.succeed({ _tag: "Unreachable", message, reason } as const)
      )
    )
    if (found._tag === "Unreachable") {
      if (found.reason === "unknown_host") return yield* new WebsiteNotFound({ message: found.message })
      continue
    }
    isThere = true
    yield* walkSite(walk, root, found.robots.sitemaps)
    break
  }
  if (walk.fetched > 0 && (walk.urls.size > 0 || walk.isFull())) return
  if (isThere || walk.fetched === 0) {
    // A site that lists nothing of itself still links to something from its first page.
    const { links } = yield* readSiteLinks(host, walk.deadline, request.headers)
    yield* forEachInTurns(links, ({ url }) => {
      if (!walk.isFull() && accepts(url)) walk.urls.add(url)
    })
  }
})

/** Exactly the sitemap that was named, and what it lists: when it cannot be read, there is nothing to answer. */
const walkNamed = Effect.fnUntraced(function* (walk: ListingWalk, url: string) {
  yield* walkSitemaps(walk, yield* readSitemap(walk, url), false)
})

const scopeOf = Effect.fnUntraced(function* (host: string, includeSubdomains: boolean) {
  const { hostname } = new URL(`http://${host}/`)
  const registrable = includeSubdomains ? (yield* DomainNames).registrable(hostname) : null
  // Child hosts only: who asks for shop.example.com does not mean all of example.com.
  const scope: SiteScope = {
    host: withoutWww(hostname),
    registrable: registrable === null ? null : withoutWww(hostname)
  }
  return (url: string) => isInScope(new URL(url).hostname, scope)
})

/** Which addresses are told. */
interface Acceptor {
  readonly accepts: (url: string) => boolean
  readonly pattern: AddressPattern
}

const acceptor = Effect.fnUntraced(function* (host: string, request: SitemapRequest) {
  const inScope = yield* scopeOf(host, request.includeSubdomains)
  const pattern = yield* addressPattern(request.pattern, "urlRegex")
  return { accepts: (url) => inScope(url) && pattern.matches(url), pattern } satisfies Acceptor as Acceptor
})

const list = Effect.fnUntraced(function* (
  host: string,
  { accepts, pattern }: Acceptor,
  request: SitemapRequest,
  deadline: Deadline
) {
  const walk = newWalk({
    session: yield* openSession,
    headers: request.headers,
    deadline,
    accepts,
    isOver: pattern.isSpent,
    enough: request.search === null ? request.maxLinks : maxHeld
  })
  const work =
    request.sitemapUrl === null ? discover(walk, host, accepts, request) : walkNamed(walk, request.sitemapUrl)
  const isPart = yield* Effect.timeoutOrElse(Effect.as(work, false), {
    duration: Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis)),
    orElse: () =>
      deadline.acceptsPart && walk.urls.size > 0 ? Effect.succeed(true) : Effect.fail(new DeadlinePassed())
  })
  yield* pattern.whole
  const urls =
    request.search === null ? [...walk.urls] : yield* inThreadTurns(rankingUrls([...walk.urls], request.search))
  return {
    domain: host,
    urls: urls.slice(0, request.maxLinks),
    discovered: walk.seen.size,
    fetched: walk.fetched,
    skipped: walk.skipped + walk.cut,
    errors: walk.failed.size,
    isPart
  } satisfies SitemapListing
})

/** Lists the addresses of a site. */
export const listSitemap = Effect.fn("Web.sitemap")(function* (call: Call, request: SitemapRequest) {
  const host = siteHost(request.domain)
  if (host === null) return yield* new InvalidInput({ field: "domain", message: "is not a domain such as example.com" })
  const accepted = yield* acceptor(host, request)
  const price = sitemapPrice(request.search !== null)
  return yield* charged(
    call,
    exactly(price)
  )(() =>
    Effect.map(list(host, accepted, request, call.deadline), (value) => ({ value, credits: value.isPart ? 1 : price }))
  )
})
