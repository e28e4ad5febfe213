/** The addresses that the sitemaps of a site list, for work that was paid for otherwise. */
import { Clock, Duration, Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed, type ReadingError, WebsiteInaccessible, WebsiteNotFound } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { isInScope, type SiteScope, siteHost, siteUrls, withoutWww } from "./domain/SiteScope.ts"
import { Patterns } from "./Patterns.ts"
import { robotsAt } from "./readRobots.ts"
import { newWalk, walkSite } from "./walkSitemaps.ts"

/** Matches what the pattern says; everything without one. */
export const compilePattern = Effect.fnUntraced(function* (pattern: string | null, field: string) {
  if (pattern === null) return () => true
  return yield* (yield* Patterns)
    .compile(pattern)
    .pipe(Effect.mapError(({ message }) => new InvalidInput({ field, message })))
})

/** The site under the first of its usual addresses that answers. */
const openSite = Effect.fnUntraced(function* (host: string, deadline: Deadline) {
  const session = yield* openSession
  let failure: ReadingError = new WebsiteInaccessible({ message: "The site does not answer." })
  for (const root of siteUrls(host)) {
    const robots = yield* robotsAt(session, root, deadline).pipe(
      Effect.catchTag("PageUnreachable", ({ message, reason }) =>
        Effect.sync(() => {
          failure = reason === "unknown_host" ? new WebsiteNotFound({ message }) : new WebsiteInaccessible({ message })
          return null
        })
      )
    )
    if (robots !== null) return { session, root, sitemaps: robots.sitemaps }
  }
  return yield* Effect.fail(failure)
})

/**
 * Up to `enough` addresses of the site, in the order of its sitemaps, that match. `take` is asked of each that does, and says
 * whether it is new. Fails where the site cannot be reached or its sitemaps cannot be read in time.
 */
export const sitemapAddresses = Effect.fnUntraced(function* (options: {
  readonly host: string
  readonly matches: (url: string) => boolean
  readonly take: (url: string) => boolean
  readonly enough: number
  readonly deadline: Deadline
}) {
  const { deadline, enough, host, matches, take } = options
  const scope: SiteScope = { host: withoutWww(new URL(`http://${host}/`).hostname), registrable: null }
  const read = Effect.gen(function* () {
    const { root, session, sitemaps } = yield* openSite(host, deadline)
    const accepts = (url: string) => isInScope(new URL(url).hostname, scope) && matches(url) && take(url)
    const walk = newWalk({ session, headers: {}, deadline, accepts, enough })
    yield* walkSite(walk, root, sitemaps)
    if (walk.fetched === 0)
      return yield* new WebsiteInaccessible({ message: "The site has no sitemap that can be read." })
    return [...walk.urls]
  })
  return yield* Effect.timeoutOrElse(read, {
    duration: Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis)),
    orElse: () => Effect.fail(new DeadlinePassed())
  })
})

/** The host that somebody means who names a domain or a whole address. */
export const hostNamed = (domain: string): string | null => siteHost(domain)
