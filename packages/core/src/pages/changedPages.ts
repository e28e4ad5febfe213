/**
 * Pages that were seen to be others than those that are kept of them.
 *
 * **Details.** A page is kept in many forms (plain, after a wait, from a country, as a picture), and nobody knows in which. None is
 * an answer any more once a monitor found that the page changed. So the moment of that is kept as well, under the address
 * alone, and what is found of a page counts only when it is not older.
 */
import { DateTime, Effect, Option } from "effect"
import { Signer } from "../security/Signer.ts"
import { findPage, sharedSpace, withoutFragment } from "./keptPages.ts"
import { type CachedPage, PageCache } from "./PageCache.ts"

/** What noting a change stands on. */
export type ChangedPagesPorts = PageCache | Signer

const noBody = new Uint8Array()

/** Moments that are put at once. */
const putTogether = 16

const keyOf = (url: string): Effect.Effect<string, never, Signer> =>
  Effect.flatMap(Signer, (signer) => signer.digest(JSON.stringify(["changed", url])))

/** Notes that the pages are not what they were before this moment. Where the store is away for one, it is not asked for the others. */
export const noteChanged = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const cache = yield* PageCache
  const capturedAt = yield* DateTime.now
  const note = Effect.fnUntraced(function* (url: string) {
    const key = yield* keyOf(url)
    yield* cache.put({ space: sharedSpace, key, capturedAt, facts: "{}", body: noBody }, capturedAt)
  })
  yield* Effect.forEach(new Set(urls.map(withoutFragment)), note, { concurrency: putTogether, discard: true }).pipe(
    Effect.catchTag("StoreUnavailable", (error) => Effect.logWarning("changed pages not noted", error))
  )
})

/** Whether one of the addresses was seen to have changed after a moment. */
const haveChanged = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, capturedAt: DateTime.Utc) {
  const cache = yield* PageCache
  const now = yield* DateTime.now
  const since = DateTime.add(capturedAt, { milliseconds: 1 })
  for (const url of new Set(urls.map(withoutFragment))) {
    // Found and not only looked up: what is in use stays, and this must not go before the pages that it speaks of.
    const isChanged = yield* cache.find(sharedSpace, yield* keyOf(url), since, now, 0).pipe(
      Effect.map(Option.isSome),
      // A page too many is fetched, rather than one told that may be an older one.
      Effect.catchTag("StoreUnavailable", () => Effect.succeed(true))
    )
    if (isChanged) return true
  }
  return false
})

/** What is made of a page that was kept since a moment, unless it was seen to have changed after it was captured. */
export const findUnchanged = Effect.fnUntraced(function* <A extends { readonly finalUrl: string }>(
  url: string,
  key: string,
  since: DateTime.Utc,
  make: (page: CachedPage) => Option.Option<A>
) {
  const page = yield* findPage(key, since)
  const made = Option.flatMap(page, make)
  if (Option.isNone(page) || Option.isNone(made)) return Option.none<A>()
  const isOutdated = yield* haveChanged([url, made.value.finalUrl], page.value.capturedAt)
  return isOutdated ? Option.none<A>() : made
})
