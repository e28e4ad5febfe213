/** What differs between a sitemap as it was and as readings of it show it (contract/monitors.md §2, sitemap confirmation). */
import { identityOf } from "../../sites/domain/UrlSelection.ts"
import type { SitemapState } from "./Baseline.ts"
import { type MovedUrl, mostListed, type UrlChange } from "./UrlChange.ts"
import type { UrlListing } from "./UrlListing.ts"

/** What a reading of all sitemaps of a monitor found. */
export interface SitemapReading {
  readonly listing: UrlListing
  /** Sitemaps that could not be read, and cannot have been before either. */
  readonly unread: ReadonlyArray<string>
  /** Sitemaps that are named and not there. */
  readonly missing: ReadonlyArray<string>
}

/** Addresses that came and went, in the order of the alphabet. */
export interface UrlDifference {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** Tells whether an address is among these, however it is written. Most are written alike, and need not be read. */
const among = (urls: ReadonlyArray<string>) => {
  const written = new Set(urls)
  let identities: ReadonlySet<string> | null = null
  return (url: string): boolean => {
    if (written.has(url) || written.size === 0) return written.has(url)
    identities ??= new Set(urls.map(identityOf))
    return identities.has(identityOf(url))
  }
}

/**
 * What all readings agree on. Of a listing that was not read to its end nothing is known to be gone. What went makes room for what
 * came; where the readings differ in what went, there is less of it than each of them had.
 */
export const agreedDifference = (
  { urls }: SitemapState,
  readings: ReadonlyArray<Pick<SitemapReading, "listing">>
): UrlDifference => {
  const listings = readings.map(({ listing }) => listing)
  const [first, ...others] = listings
  if (first === undefined) return { added: [], removed: [] }
  const fresh = others.map((listing) => among(listing.fresh))
  const removed = listings.every(({ isWhole }) => isWhole)
    ? urls.filter((url) => listings.every((listing) => !listing.present.has(url)))
    : []
  const added = first.fresh.filter((url) => fresh.every((isListed) => isListed(url)))
  return { added: added.slice(0, Math.max(0, first.most - (urls.length - removed.length))), removed }
}

/** What differs between two states. */
export const stateDifference = (before: SitemapState, after: SitemapState): UrlDifference => {
  const [was, is] = [among(before.urls), among(after.urls)]
  return { added: after.urls.filter((url) => !was(url)), removed: before.urls.filter((url) => !is(url)) }
}

export const isEmpty = ({ added, removed }: UrlDifference): boolean => added.length + removed.length === 0

/** The state after a difference. */
export const afterDifference = (
  { isCut: _, missing: ___, unread: __, ...before }: SitemapState,
  { added, removed }: UrlDifference,
  {
    listing: { isCut },
    missing,
    unread
  }: {
    readonly listing: { readonly isCut: boolean }
    readonly unread: ReadonlyArray<string>
    readonly missing: ReadonlyArray<string>
  }
): SitemapState => {
  const gone = new Set(removed)
  return {
    ...before,
    urls: [...before.urls.filter((url) => !gone.has(url)), ...added].sort(),
    ...(isCut ? { isCut: true } : {}),
    ...(unread.length === 0 ? {} : { unread }),
    ...(missing.length === 0 ? {} : { missing })
  }
}

/** A sitemap that was read for the first time. */
export const firstState = (reading: SitemapReading): SitemapState =>
  afterDifference({ type: "sitemap", urls: [] }, { added: reading.listing.fresh, removed: [] }, reading)

/**
 * Whether new addresses may have been listed before without being seen: the listing was longer than what is tracked, or a
 * sitemap that could not be read was read now. They are tracked from now on, and nobody is told.
 */
export const mayBeKnown = (before: SitemapState, { unread }: Pick<SitemapReading, "unread">): boolean =>
  before.isCut === true || (before.unread ?? []).some((url) => !unread.includes(url))

/** A listing that lost so much at once is more likely broken than right: nine of ten, of at least so many. */
const shrunken = { least: 20, share: 0.9 } as const

/** Runs in a row that must find a listing shrunken before it is believed, this one among them. */
export const runsUntilShrunken = 3

/** Whether a listing is so much shorter that it is more likely broken. */
export const isShrunken = ({ urls }: SitemapState, { removed }: UrlDifference): boolean =>
  urls.length >= shrunken.least && removed.length >= urls.length * shrunken.share

/** A difference as it is told: lists are cut, counts are not. */
export const urlChange = ({ added, removed }: UrlDifference, moved: ReadonlyArray<MovedUrl>): UrlChange => ({
  added: added.slice(0, mostListed),
  addedCount: added.length,
  removed: removed.slice(0, mostListed),
  removedCount: removed.length,
  moved
})
