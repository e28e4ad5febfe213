/** What lies in the cache under a key, whatever is made of it. */

import { Clock, DateTime, Effect, Option } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { type CachedPage, type FoundPage, PageCache } from "./PageCache.ts"
import { countedFromBytes, takeReading } from "./pageMemory.ts"

/** Whose pages are found: one space for the whole installation, since no page asked for with headers is kept. */
export const sharedSpace = "shared"

/** The address without the fragment, which never reaches a server. */
export const withoutFragment = (url: string): string => {
  const parsed = parseUrl(url)
  if (parsed === null) return url
  parsed.hash = ""
  return parsed.href
}

/** Which of the keys have a page that was kept since a moment. */
export const findKept = Effect.fnUntraced(function* (keys: ReadonlyArray<string>, since = DateTime.makeUnsafe(0)) {
  return yield* (yield* PageCache)
    .present(sharedSpace, keys, since, yield* DateTime.now)
    .pipe(Effect.catchTag("StoreUnavailable", () => Effect.succeed<ReadonlySet<string>>(new Set())))
})

const isWhole = (page: FoundPage): page is FoundPage & CachedPage => page.body !== null

/**
 * What was kept since a moment; none when there is nothing, or the store is away. A large body is counted before it is
 * loaded, and until it is: whoever makes something of it counts that.
 */
export const findPage = Effect.fnUntraced(function* (key: string, since: DateTime.Utc) {
  const cache = yield* PageCache
  const now = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
  const look = (maxBytes: number) =>
    cache
      .find(sharedSpace, key, since, now, maxBytes)
      // A cache that is away makes the answer slower, not wrong.
      .pipe(Effect.catchTag("StoreUnavailable", () => Effect.succeedNone))
  const found = yield* look(countedFromBytes)
  if (Option.isNone(found) || isWhole(found.value)) return Option.filter(found, isWhole)
  const { bodyBytes } = found.value
  const loaded = yield* borrowing(Effect.andThen(takeReading(bodyBytes), look(bodyBytes)))
  return Option.filter(loaded, isWhole)
})

/** Puts a page into the cache; one that cannot be put is logged. */
export const putPage = Effect.fnUntraced(function* (page: CachedPage) {
  yield* (yield* PageCache)
    .put(page, yield* DateTime.now)
    .pipe(Effect.catchTag("StoreUnavailable", (error) => Effect.logWarning("page not kept", error)))
})
