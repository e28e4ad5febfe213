/** How the front page of a site looks, seen before somebody asks for it (contract/parse-prefetch.md §2). */
import { Clock, DateTime, Duration, Effect } from "effect"
import { siteUrls } from "../sites/domain/SiteScope.ts"
import { prefetchFreshness, prefetchTimeout } from "../sites/prefetchSite.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { isLookKept, lookAtStyles, usualScheme } from "./lookAtStyles.ts"

/** Whether there is a look at the site that is young enough. */
export const isStyleKept = Effect.fnUntraced(function* (host: string) {
  const oldest = (yield* Clock.currentTimeMillis) - Duration.toMillis(prefetchFreshness)
  return yield* isLookKept(siteUrls(host), DateTime.makeUnsafe(oldest))
})

const look = (url: string, deadline: Deadline) =>
  lookAtStyles(
    { deadline, freshness: { maxAgeMillis: Duration.toMillis(prefetchFreshness), zeroRetention: false } },
    url,
    usualScheme
  )

/** Looks at a site that waited, and keeps what it saw: over HTTPS, and over HTTP when it does not answer so. */
export const warmStyles = Effect.fn("Design.warm")(function* (host: string) {
  const atMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(prefetchTimeout)
  const deadline: Deadline = { atMillis, acceptsPart: false }
  const [secure, plain] = siteUrls(host)
  yield* look(secure!, deadline).pipe(
    Effect.catchTag("WebsiteInaccessible", () => look(plain!, deadline)),
    Effect.asVoid,
    Effect.catch((error) => Effect.logDebug("site not prefetched", { host }, error))
  )
})
