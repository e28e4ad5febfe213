/** The addresses that the sitemaps of a site list, for work that was paid for otherwise. */
import { Clock, Duration, Effect } from "effect"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed, type ReadingError, TooBusy, WebsiteInaccessible, WebsiteNotFound } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import type { AddressPattern } from "./addressPattern.ts"
import { isInScope, type SiteScope, siteHost, siteUrls, withoutWww } from "./domain/SiteScope.ts"
import { robotsAt } from "./readRobots.ts"
import { type ListingWalk, newWalk, walkSite } from "./walkSitemaps.ts"

/** The site under the first of its usual addresses that answers. */
const openSite = Effect.fnUntraced(function* (host: string, deadline: Deadline) {
  const session = yield* openSession
  let failure: ReadingError = new WebsiteInaccessible({ message: "The site does not answer." })
  for (const root of siteUrls(host)) {
    const robots = yield* robotsAt(session, root, deadline).pipe(
      Effect.catchTag("PageUnreachable", ({ message, reason }) =>
        Effect.suspend(() => {
          if (reason === "busy") return Effect.fail(new TooBusy({ message }))
          failure = reason === "unknown_host" ? new WebsiteNotFound({ message }) : new WebsiteInaccessible({ message })
          return Effect.succeed(null)
        })
      )
    )
    if (robots !== null) return { session, root, sitemaps: robots.sitemaps }
  }
  return yield* Effect.fail(failure)
})

/** Says that a site may list more than was taken of it, though more was wanted: who asked for its pages has fewer then. */
const tellLeftOut = (host: string, { cut, failed, fetched, skipped, urls }: ListingWalk) =>
  Effect.logWarning(
    "a batch may have fewer pages than its site lists: not all sitemaps were read, or not to their end"
  ).pipe(Effect.annotateLogs({ host, addresses: urls.size, read: fetched, notRead: skipped, failed: failed.size, cut }))

/**
 * Up to `enough` addresses of the site, in the order of its sitemaps, that match. `take` is asked of each that does, and says
 * whether it is new. Fails where the site cannot be reached, its sitemaps cannot be read in time, or the pattern takes too long to match.
 */
export const sitemapAddresses = Effect.fnUntraced(function* (options: {
  readonly host: string
  readonly pattern: AddressPattern
  readonly take: (url: string) => boolean
  readonly enough: number
  readonly deadline: Deadline
}) {
  const { deadline, enough, host, pattern, take } = options
  const scope: SiteScope = { host: withoutWww(new URL(`http://${host}/`).hostname), registrable: null }
  const read = Effect.gen(function* () {
    const { root, session, sitemaps } = yield* openSite(host, deadline)
    const accepts = (url: string) => isInScope(new URL(url).hostname, scope) && pattern.matches(url) && take(url)
    const walk = newWalk({ session, headers: {}, deadline, accepts, isOver: pattern.isSpent, enough })
    yield* walkSite(walk, root, sitemaps)
    yield* pattern.whole
    if (walk.fetched === 0)
      return yield* new WebsiteInaccessible({ message: "The site has no sitemap that can be read." })
    if (walk.urls.size < enough && walk.skipped + walk.cut > 0) yield* tellLeftOut(host, walk)
    return [...walk.urls]
  })
  return yield* Effect.timeoutOrElse(read, {
    duration: Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis)),
    orElse: () => Effect.fail(new DeadlinePassed())
  })
})

/** The host that somebody means who names a domain or a whole address. */
export const hostNamed = (domain: string): string | null => siteHost(domain)
