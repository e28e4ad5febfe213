/**
 * Addresses of a crawl, added and done by one write.
 *
 * **Model.** The write does all or nothing, and nothing when what it was sent for does not hold:
 *
 * - The crawl is not the one of which something is known. Then it is sent again with all addresses.
 * - A claim was lost. Then it is sent again without that one and what it led to. So links need not be told apart by what
 *   led to them: what many pages have in common, which is most, is sent and looked up once.
 */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import type { ClaimedEntry, FinishedEntry, FrontierEntry, FrontierLimits } from "@kittiwake/core/sites/FrontierStore"
import type { KnownAddresses, KnownCrawl } from "@kittiwake/storage/knownAddresses"
import { Effect } from "effect"
import { millisOf } from "./moments.ts"
import { packEndings, packEntries } from "./packEntries.ts"
import type { CrawlKey, FrontierWrite, Written } from "./writes/frontierEntries.ts"

/** Carries a write out; undefined when the crawl is not the one meant. */
type Write = (input: FrontierWrite) => Effect.Effect<Written | undefined, StoreUnavailable>

/** Those that may be new, each identity once and as it was spelled first. */
const unknownOf = (
  found: ReadonlyArray<FrontierEntry>,
  known: KnownCrawl | undefined,
  maxEntries: number
): ReadonlyMap<string, FrontierEntry> => {
  const unknown = new Map<string, FrontierEntry>()
  // Nothing can be added to a crawl that is full, and none ever gets emptier.
  if (known !== undefined && known.entries >= maxEntries) return unknown
  for (const entry of found) {
    const { identity } = entry
    if (known?.identities.has(identity) !== true && !unknown.has(identity)) unknown.set(identity, entry)
  }
  return unknown
}

/** What is written to frontiers, without what is known to be there. */
export const frontierRows = (known: KnownAddresses) => {
  const writeUnknown = Effect.fnUntraced(function* (
    write: Write,
    key: CrawlKey,
    claims: ReadonlyArray<ClaimedEntry>,
    found: ReadonlyArray<FrontierEntry>,
    { maxEntries, now }: FrontierLimits
  ) {
    const endings = packEndings(claims)
    for (;;) {
      const crawl = known.of(key)
      const unknown = unknownOf(found, crawl, maxEntries)
      const written = yield* write({
        ...key,
        crawl: crawl?.crawl ?? null,
        endings,
        entries: packEntries([...unknown.values()]),
        maxEntries,
        now: millisOf(now)
      })
      if (written !== undefined) {
        const isWhole = written.held.length === claims.length && written.entries < maxEntries
        known.learn(key, written.crawl, written.entries, isWhole ? unknown.keys() : [])
        return written
      }
      // The crawl is gone, or has begun anew: what is known says nothing of that one.
      known.forget(key)
      if (crawl === undefined) return undefined
    }
  })

  return {
    /** Adds addresses; tells how many were new. */
    add: (write: Write, key: CrawlKey, found: ReadonlyArray<FrontierEntry>, limits: FrontierLimits) =>
      Effect.map(writeUnknown(write, key, [], found, limits), (written) => written?.added ?? 0),

    /** Ends claims and adds what they led to; tells of each whether it held. */
    finish: Effect.fnUntraced(function* (
      write: Write,
      key: CrawlKey,
      finished: ReadonlyArray<FinishedEntry>,
      limits: FrontierLimits
    ) {
      let left = firstReports(finished)
      while (left.length > 0) {
        const claims = left.map((place) => finished[place]!.claimed)
        const found = left.flatMap((place) => finished[place]!.found)
        const written = yield* writeUnknown(write, key, claims, found, limits)
        if (written?.held.length === left.length) break
        left = (written?.held ?? []).map((index) => left[index]!)
      }
      const ended = new Set(left)
      return finished.map((_, place) => ended.has(place))
    })
  }
}

/** Places of the first report of each claim, which is the one that counts. */
const firstReports = (finished: ReadonlyArray<FinishedEntry>): ReadonlyArray<number> => {
  const places = new Map<string, number>()
  for (const [place, { claimed }] of finished.entries()) {
    const name = `${claimed.token} ${claimed.identity}`
    if (!places.has(name)) places.set(name, place)
  }
  return [...places.values()]
}
