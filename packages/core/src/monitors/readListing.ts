/** One reading of all sitemaps that a monitor watches: the one that is named and what it lists, or those of a site. */
import { Clock, Duration, Effect } from "effect"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import { siteOf } from "../sites/domain/UrlSelection.ts"
import { robotsAt } from "../sites/readRobots.ts"
import { maxSitemapEntries, SitemapReader } from "../sites/SitemapReader.ts"
import { maxSitemaps, newWalkOf, readSitemap, type SitemapWalk, walkSite, walkSitemaps } from "../sites/walkSitemaps.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { SitemapState } from "./domain/Baseline.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import { runsUntilShrunken, type SitemapReading } from "./domain/sitemapDifference.ts"
import { UrlListing } from "./domain/UrlListing.ts"
import { traced } from "./traced.ts"
import { type NoRoom, Unusable, unusable } from "./Unusable.ts"
import { ofReading, ofUnreachable } from "./watchProblems.ts"

/** Time for all sitemaps of a monitor, with all that it waits for; the lease of the run is renewed meanwhile. */
const patience = Duration.minutes(10)

/** Addresses that are looked up before whoever else waits for the thread gets it: some milliseconds. */
const addedAtOnce = 2_000

/** Most sitemaps that are remembered as unreadable. More than that is no sitemap any more. */
const mostUnread = 50

/** Where sitemaps are found: the first page of a site and its robots.txt stand for what the site names. */
const isSite = ({ pathname, search }: URL): boolean => search === "" && (pathname === "/" || pathname === "/robots.txt")

const newListingWalk = (
  session: FetchSession,
  monitor: MonitorOf<"sitemap">,
  deadline: Deadline,
  listing: UrlListing,
  broken: Set<string>
): SitemapWalk => {
  const { exclude, include, url } = monitor.target
  const selection = { site: siteOf(url), include, exclude }
  return newWalkOf({
    session,
    headers: {},
    deadline,
    // No more addresses are held than a monitor may have.
    heldBytes: () => 0,
    isFull: () => false,
    take: Effect.fnUntraced(function* (text, base) {
      const selected = yield* (yield* SitemapReader).select(text, base, selection)
      for (let from = 0; from < selected.urls.length; from += addedAtOnce) {
        listing.add(selected.urls.slice(from, from + addedAtOnce))
        yield* Effect.yieldNow
      }
      if (selected.beyond > 0) listing.cut(selected.beyond)
      if (selected.isBroken) broken.add(base)
      return selected
    })
  })
}

const walkNamed = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  const children = yield* readSitemap(walk, url).pipe(Effect.mapError(ofReading))
  yield* Effect.mapError(walkSitemaps(walk, children, false), ofReading)
})

const walkFound = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  const { sitemaps } = yield* robotsAt(walk.session, url, walk.deadline).pipe(Effect.mapError(ofUnreachable))
  yield* Effect.mapError(walkSite(walk, url, sitemaps), ofReading)
  if (walk.fetched > 0) return
  const [failure] = walk.failed.values()
  if (failure !== undefined) return yield* Effect.fail(ofReading(failure))
  return yield* unusable(
    "not_found",
    "The site names no sitemap in its robots.txt, and none stands where they usually do."
  )
})

const brokenOff = new Unusable({
  code: "extraction_failed",
  message: "The sitemap ends before its end: it was not sent, or not written, whole."
})

/** What is not there lists nothing. All else that could not be read, or not to its end, may list what is not known. */
const unreadOf = (
  { failed }: SitemapWalk,
  broken: ReadonlySet<string>
): ReadonlyArray<readonly [url: string, error: NoRoom | Unusable]> => [
  ...[...failed].flatMap(([url, error]) => (error._tag === "TargetNotFound" ? [] : [[url, ofReading(error)] as const])),
  ...[...broken].map((url) => [url, brokenOff] as const)
]

/**
 * Fails when a sitemap could not be read and something that was listed is missing: it would be told as gone. While all is listed
 * that was, the sitemap is a new one, or lists nothing of its own.
 */
const checkUnread = Effect.fnUntraced(function* (
  walk: SitemapWalk,
  before: SitemapState | null,
  { present }: UrlListing,
  broken: ReadonlySet<string>
) {
  const unread = unreadOf(walk, broken)
  const known = new Set(before?.unread ?? [])
  const isAllThere = present.size === (before?.urls.length ?? 0) && unread.length <= mostUnread
  const lost = isAllThere ? undefined : unread.find(([url]) => !known.has(url))
  if (lost !== undefined) return yield* Effect.fail(lost[1])
  return unread.map(([url]) => url).sort()
})

/** Sitemaps that are named and not there. */
const missingOf = ({ failed }: SitemapWalk): ReadonlyArray<string> =>
  [...failed].flatMap(([url, error]) => (error._tag === "TargetNotFound" ? [url] : [])).slice(0, mostUnread)

/**
 * Fails when a sitemap that was there is not, and something that was listed is missing: an answer of one moment. What several runs in a
 * row find so is believed.
 */
const checkMissing = (
  { lastError }: MonitorOf<"sitemap">,
  before: SitemapState | null,
  { present }: UrlListing,
  missing: ReadonlyArray<string>
) => {
  const known = new Set(before?.missing ?? [])
  const lost = missing.find((url) => !known.has(url))
  const isBelieved = (lastError?.shrunkenInARow ?? 0) >= runsUntilShrunken - 1
  if (before === null || lost === undefined || isBelieved || present.size === before.urls.length) return Effect.void
  const message = `The sitemap ${lost} is not there, and addresses that were listed are missing. This is told as a change when ${runsUntilShrunken} runs in a row find it so.`
  return Effect.fail(new Unusable({ code: "not_found", message }, true))
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** What is listed; at a first look all of it is new. */
const listedBy = ({ fresh, isCut, present }: UrlListing, isFirst: boolean): string => {
  const listed = isFirst
    ? counted(fresh.length, "address", "addresses")
    : `${counted(present.size, "known address", "known addresses")} and ${counted(fresh.length, "new one", "new ones")}`
  return isCut ? `${listed}, of more` : listed
}

const outcomeOf = (walk: SitemapWalk, listed: string, broken: ReadonlySet<string>): string => {
  const sitemaps = counted(walk.fetched, "sitemap", "sitemaps")
  const unread = walk.failed.size === 0 ? "" : `, ${walk.failed.size} could not be read`
  const cut = broken.size === 0 ? "" : `, ${broken.size} not to ${broken.size === 1 ? "its" : "their"} end`
  return `${sitemaps}${unread}${cut}: ${listed}`
}

/** What is listed and not watched, because there is more of it than is read or tracked; null where all is. */
const leftOutOf = (walk: SitemapWalk, listing: UrlListing, maxUrls: number): string | null => {
  const sitemaps = walk.skipped - walk.failed.size
  const parts = [
    { count: listing.beyond, what: `beyond max_urls (${maxUrls})`, one: "address", more: "addresses" },
    {
      count: listing.unread,
      what: `beyond the first ${maxSitemapEntries} of one sitemap`,
      one: "entry",
      more: "entries"
    },
    { count: sitemaps, what: `beyond ${maxSitemaps} or the fifth level`, one: "sitemap", more: "sitemaps" }
  ].flatMap(({ count, more, one, what }) => (count > 0 ? [`${count} ${count === 1 ? one : more} ${what}`] : []))
  return parts.length === 0 ? null : `left out, and does not watch, ${parts.join("; ")}`
}

/** Reads what is listed now, held to what is tracked. A listing that keeps no address at all is not to be compared with. */
export const readListing = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: MonitorOf<"sitemap">,
  before: SitemapState | null,
  trace: Array<TraceStep>
) {
  const { maxUrls, url } = monitor.target
  const listing = new UrlListing(new Set(before?.urls ?? []), maxUrls)
  const nowMillis = yield* Clock.currentTimeMillis
  const deadline = { atMillis: nowMillis + Duration.toMillis(patience), acceptsPart: false }
  const broken = new Set<string>()
  const walk = newListingWalk(session, monitor, deadline, listing, broken)
  const reading = isSite(new URL(url)) ? walkFound(walk, url) : walkNamed(walk, url)
  const settled = Effect.andThen(
    reading,
    Effect.suspend(() => inThreadTurns(listing.settle()))
  )
  const unread = yield* Effect.andThen(settled, checkUnread(walk, before, listing, broken)).pipe(
    traced(trace, "fetch")(() => outcomeOf(walk, listedBy(listing, before === null), broken))
  )
  // Sitemaps beyond those that are read may list what is tracked.
  if (walk.skipped > walk.failed.size) listing.cut()
  const leftOut = leftOutOf(walk, listing, maxUrls)
  if (leftOut !== null) yield* Effect.void.pipe(traced(trace, "filter")(() => leftOut))
  if (listing.present.size + listing.fresh.length === 0) {
    return yield* unusable("empty_content", "The sitemap lists no address that the monitor keeps.")
  }
  const missing = missingOf(walk)
  yield* checkMissing(monitor, before, listing, missing)
  return { listing, unread, missing } satisfies SitemapReading
})
