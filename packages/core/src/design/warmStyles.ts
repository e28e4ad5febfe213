/** How the front page of a site looks, seen before somebody asks for it (contract/parse-prefetch.md §2). */
import { Clock, DateTime, Duration, Effect } from "effect"
import { siteUrls } from "../sites/domain/SiteScope.ts"
import { prefetchFreshness, warmBy } from "../sites/prefetchSite.ts"
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

/** Looks at a site that waited, and keeps what it saw. */
export const warmStyles = warmBy("Design.warm", look)
