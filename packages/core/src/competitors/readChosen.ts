/** Pages of others that are read because they may speak of a company. */

import { Clock, Duration, Effect, Option } from "effect"
import { readCompanyPage } from "../companies/readCompanySite.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import type { Call } from "../web/domain/Call.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { openSession } from "../web/openSession.ts"
import { reading } from "./readCompany.ts"

/** Longest time of one page. */
const pageMillis = 10_000

/** Takes a page that is our choice: robots.txt is heard, and what goes wrong with it is its own. */
export const makeReadChosen = Effect.fnUntraced(function* (call: Call, deadline: Deadline) {
  const hosts = yield* makeCrawlHosts(yield* openSession, deadline)
  return Effect.fnUntraced(function* (url: string) {
    const latest = (yield* Clock.currentTimeMillis) + pageMillis
    const own: Deadline = { atMillis: Math.min(latest, deadline.atMillis), acceptsPart: false }
    const work = Effect.gen(function* () {
      if (!(yield* hosts.mayFetch(url))) return null
      return yield* hosts.inTurn(url)(ofOnePage(url)(readCompanyPage(reading(call), url, own)))
    })
    return yield* work.pipe(
      Effect.timeoutOption(Duration.millis(pageMillis)),
      Effect.match({ onSuccess: (page) => Option.getOrNull(page), onFailure: () => null })
    )
  })
})

export type ReadChosen = Effect.Success<ReturnType<typeof makeReadChosen>>
