/**
 * The first page of a site, fetched before somebody asks for it (contract/parse-prefetch.md §2).
 *
 * **Details.** What is kept is the capture, under the key of a plain look at the site: everything that is later made of
 * that page begins there. The work belongs to nobody and is charged to nobody, and what goes wrong in it is told to nobody.
 */
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { capturePage } from "../pages/capturePage.ts"
import { defaultPdf, nothing, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { captureKeys } from "../pages/keepCapture.ts"
import { findKept } from "../pages/keptPages.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { EgressRules } from "../web/EgressRules.ts"
import { DeadlinePassed, type TooBusy, type WebsiteInaccessible } from "../web/errors.ts"
import { emailHost } from "./domain/EmailAddress.ts"
import { siteHost, siteUrls } from "./domain/SiteScope.ts"
import { EmailDomains } from "./EmailDomains.ts"
import { DisposableEmail, FreeEmail } from "./errors.ts"
import type { SiteQueue } from "./siteQueue.ts"

/** What names a site. */
export type PrefetchTarget =
  | { readonly _tag: "Domain"; readonly domain: string }
  | { readonly _tag: "Email"; readonly email: string }

export interface PrefetchRequest {
  readonly target: PrefetchTarget
  /** By when the site must be found cached or stand in the queue; the look at it comes later. */
  readonly deadline: Deadline
}

/** The site that was meant, and whether what it is asked for was there already. */
export interface PrefetchedSite {
  readonly domain: string
  readonly wasCached: boolean
}

/** Why nothing will be fetched. */
export type PrefetchError = DeadlinePassed | DisposableEmail | FreeEmail | InvalidInput | TooBusy

/** Pages that were captured longer ago are captured again. */
export const prefetchFreshness = Duration.days(90)

/** Time for one site. */
export const prefetchTimeout = Duration.seconds(60)

const hostOf = Effect.fnUntraced(function* (target: PrefetchTarget) {
  if (target._tag === "Domain") {
    const host = siteHost(target.domain)
    if (host !== null) return host
    return yield* new InvalidInput({ field: "identifier.domain", message: "is not a domain such as example.com" })
  }
  const host = emailHost(target.email)
  if (host === null) {
    return yield* new InvalidInput({
      field: "identifier.email",
      message: "is not an email address such as name@example.com"
    })
  }
  const kind = yield* (yield* EmailDomains).kindOf(host)
  if (kind === "disposable") return yield* new DisposableEmail({ domain: host })
  if (kind === "free") return yield* new FreeEmail({ domain: host })
  return host
})

/** Fails for a site that the look which comes later would never ask: nobody would be told then. */
const checkReach = Effect.fnUntraced(function* (target: PrefetchTarget, host: string) {
  const refusals = yield* Effect.forEach(siteUrls(host), (yield* EgressRules).refusal)
  const [first = Option.none()] = refusals
  if (Option.isNone(first) || !refusals.every(Option.isSome)) return
  const field = target._tag === "Domain" ? "identifier.domain" : "identifier.email"
  return yield* new InvalidInput({ field, message: first.value.message })
})

/** Whether the first page of a site is there and young enough. */
export const isFirstPageKept = Effect.fnUntraced(function* (host: string) {
  const oldest = (yield* Clock.currentTimeMillis) - Duration.toMillis(prefetchFreshness)
  const keys = yield* Effect.forEach(siteUrls(host), (url) => captureKeys(plainSource(url)))
  return (
    (yield* findKept(
      keys.map(({ sent }) => sent),
      DateTime.makeUnsafe(oldest)
    )).size > 0
  )
})

/** Finds what is made of a site in the cache, or lets the site wait in the queue to be looked at. */
export const prefetchSite = <R>(queue: SiteQueue, isKept: (host: string) => Effect.Effect<boolean, never, R>) =>
  Effect.fn("Web.prefetch")(function* (organizationId: OrganizationId, { deadline, target }: PrefetchRequest) {
    const duration = Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis))
    const domain = yield* hostOf(target)
    yield* checkReach(target, domain)
    const wasCached = yield* Effect.timeoutOrElse(isKept(domain), {
      duration,
      orElse: () => Effect.fail(new DeadlinePassed())
    })
    if (!wasCached) yield* queue.offer(organizationId, domain)
    return { domain, wasCached } satisfies PrefetchedSite
  })

const look = (url: string, deadline: Deadline) =>
  capturePage(
    plainSource(url),
    // A site whose first page is a PDF has nothing that could be read of it later.
    { sourceUrl: url, regions: wholePage, pdf: { ...defaultPdf, shouldParse: false }, wants: nothing },
    { maxAgeMillis: Duration.toMillis(prefetchFreshness), zeroRetention: false },
    deadline
  )

/** Looks at a site that waited, in its own time: over HTTPS, and over HTTP when it does not answer so. */
export const warmBy = <A, E extends { readonly _tag: string }, R>(
  name: string,
  look: (url: string, deadline: Deadline) => Effect.Effect<A, E | WebsiteInaccessible, R>
) =>
  Effect.fn(name)(function* (host: string) {
    const atMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(prefetchTimeout)
    const deadline: Deadline = { atMillis, acceptsPart: false }
    const [secure, plain] = siteUrls(host)
    yield* look(secure!, deadline).pipe(
      Effect.catchTag("WebsiteInaccessible", () => look(plain!, deadline)),
      Effect.asVoid,
      Effect.catch((error) => Effect.logDebug("site not prefetched", { host }, error))
    )
  })

/** Looks at the first page of a site that waited, and keeps it. */
export const warmSite = warmBy("Web.warmSite", look)
