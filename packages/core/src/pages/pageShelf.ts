/** Kept pages for one work that reads many: looked up and put many at a time, beside the fetching. */
import { Effect } from "effect"
import type { Signer } from "../security/Signer.ts"
import type { CaptureShelf } from "./capturePage.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"
import { captureKeys, findCapture, toCachedPage } from "./keepCapture.ts"
import { findKept, putPage } from "./keptPages.ts"
import type { CachedPage, PageCache } from "./PageCache.ts"

/** Pages put together. */
const putTogether = 24

/** Larger pages are put at once and waited for, so that few megabytes wait to be put. */
const maxWaitingBytes = 262_144

/** What the work knows of kept pages, and those of its own that wait to be kept. */
export interface PageShelf extends CaptureShelf {
  /** Looks up which of the pages are kept; only of those is each asked for itself. */
  readonly expect: (sources: ReadonlyArray<PageSource>) => Effect.Effect<void, never, PageCache | Signer>
  /** Whether so many pages wait that they should be put. */
  readonly isFull: () => boolean
  /** Puts what waits. */
  readonly flush: Effect.Effect<void, never, PageCache>
}

const lookUp = Effect.fnUntraced(function* (known: Set<string>, sources: ReadonlyArray<PageSource>) {
  const keys = yield* Effect.forEach(sources, captureKeys)
  for (const key of yield* findKept([...new Set(keys.flatMap(({ rendered, sent }) => [rendered, sent]))]))
    known.add(key)
})

/** A shelf on which nothing waits. */
export const makePageShelf = (): PageShelf => {
  const known = new Set<string>()
  // As they are kept: what was made of a page meanwhile is let go with it.
  let waiting: Array<CachedPage> = []
  return {
    expect: (sources) => lookUp(known, sources),
    find: (keys) => {
      const isKnown = known.delete(keys.rendered)
      return known.delete(keys.sent) || isKnown ? findCapture(keys) : Effect.succeedNone
    },
    keep: (keys, capture) =>
      Effect.flatMap(toCachedPage(keys, capture), (page) => {
        if (page.body.length > maxWaitingBytes) return putPage(page)
        waiting.push(page)
        return Effect.void
      }),
    isFull: () => waiting.length >= putTogether,
    flush: Effect.suspend(() => {
      const taken = waiting
      waiting = []
      return Effect.forEach(taken, putPage, { concurrency: "unbounded", discard: true })
    })
  }
}
