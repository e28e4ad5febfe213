/** What one page shows of a brand (contract/brand.md, by_direct_url). */
import { Clock, Effect } from "effect"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import { ContentUnsupported, DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { dialledPhone } from "./dialledPhone.ts"
import type { BrandProfile } from "./domain/BrandProfile.ts"
import { mergeFacts } from "./domain/mergeFacts.ts"
import { pageFacts } from "./domain/pageFacts.ts"
import { pictureCandidates } from "./domain/pictureCandidates.ts"
import { keepPictures } from "./keepPictures.ts"
import { brandLinks, brandPage, readBrandPage, siteAt } from "./readBrand.ts"

/** Time that is kept for answering. */
const reserveMillis = 1_000

const noPage = new ContentUnsupported({ message: "The address is that of a file, and of no page that shows a brand." })

const read = Effect.fnUntraced(function* (url: string, maxAgeMillis: number, deadline: Deadline) {
  const page = yield* readBrandPage(url, maxAgeMillis, deadline).pipe(
    Effect.catchTags({
      PdfSkipped: () => Effect.fail(noPage),
      // `NOT_FOUND` says that no brand is known.
      TargetNotFound: ({ message }) =>
        Effect.fail(new WebsiteInaccessible({ message: `The page is not there: ${message}` }))
    })
  )
  return page.capture.type === "html" ? page : yield* noPage
})

/** Reads the page at an address and nothing else of its site but pictures. */
export const readOnePage = Effect.fnUntraced(function* (call: Call, url: string) {
  const { deadline, freshness } = call
  const { cache, ...shown } = yield* read(url, freshness.maxAgeMillis, deadline)
  const page = brandPage({ cache, ...shown }, true)
  const site = yield* siteAt(page.url)
  const now = yield* Clock.currentTimeMillis
  const rest: Deadline = { ...deadline, atMillis: now + Math.max(0, fetchingLeftOf(deadline, now) - reserveMillis) }
  const { logos } = yield* keepPictures(call, yield* openSession, pictureCandidates(page, site), rest)
  const isLate = (yield* Clock.currentTimeMillis) >= rest.atMillis
  if (isLate && !deadline.acceptsPart) return yield* new DeadlinePassed()
  const told = mergeFacts(pageFacts(page, site), site.domain)
  const facts = { ...told, phone: yield* dialledPhone(told, page.url, page.metadata.language ?? "", rest) }
  const profile: BrandProfile = {
    ...facts,
    domain: site.domain,
    colours: [],
    logos,
    backdrops: [],
    links: brandLinks(page),
    isThin: true
  }
  return { profile, isPage: true, cache, isPart: isLate }
})
