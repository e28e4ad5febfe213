/** The addresses that a site lists of itself, for a crawl that begins at one of them. */
import { Effect } from "effect"
import type { Deadline } from "../web/domain/Deadline.ts"
import { TooBusy } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { robotsAt } from "./readRobots.ts"
import { newWalk, walkSite } from "./walkSitemaps.ts"

/** Up to `enough` addresses of the sitemaps that the site of `url` names, or that stand where they usually do; fails where there was no room. */
export const siteSitemapUrls = Effect.fnUntraced(function* (url: string, deadline: Deadline, enough: number) {
  const session = yield* openSession
  const walk = newWalk({ session, headers: {}, deadline, accepts: () => true, enough })
  const named = yield* robotsAt(session, url, deadline).pipe(
    Effect.map(({ sitemaps }) => sitemaps),
    Effect.catchTag("PageUnreachable", ({ message, reason }) =>
      reason === "busy" ? Effect.fail(new TooBusy({ message })) : Effect.succeed([])
    )
  )
  yield* walkSite(walk, url, named)
  return [...walk.urls]
})
