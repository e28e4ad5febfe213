/** Fetched pages in the cache: under which key, in which form. */
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { Signer } from "../security/Signer.ts"
import { CaptureFacts, type PageCapture } from "./domain/PageCapture.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"
import { type CachedPage, PageCache } from "./PageCache.ts"

/** Whose pages are found: one space for the whole installation, since no page asked for with headers is kept. */
export const sharedSpace = "shared"

const FactsJson = Schema.fromJsonString(CaptureFacts)
const encodeFacts = Schema.encodeEffect(FactsJson)
const decodeFacts = Schema.decodeOption(FactsJson)

/** The address as a key: its fragment never reaches a server. */
const withoutFragment = (url: string): string => {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}

/** Stands for everything that decides which page one gets. */
export const captureKey = (source: PageSource): Effect.Effect<string, never, Signer> =>
  Effect.flatMap(Signer, (signer) =>
    signer.digest(
      JSON.stringify([
        withoutFragment(source.url),
        source.country,
        source.waitMillis ?? 0,
        source.settlesAnimations,
        source.actions,
        source.includeFrames
      ])
    )
  )

/** Which of the keys have a page. */
export const findKept = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
  return yield* (yield* PageCache)
    .present(sharedSpace, keys, DateTime.makeUnsafe(0))
    .pipe(Effect.catchTag("StoreUnavailable", () => Effect.succeed<ReadonlySet<string>>(new Set())))
})

/** A page that was fetched earlier; none when there is none, it cannot be read any more, or the store is away. */
export const findCapture = Effect.fnUntraced(function* (key: string) {
  const cache = yield* PageCache
  const now = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
  const found = yield* cache
    .find(sharedSpace, key, DateTime.makeUnsafe(0), now)
    // A cache that is away makes the answer slower, not wrong.
    .pipe(Effect.catchTag("StoreUnavailable", () => Effect.succeedNone))
  return Option.flatMap(found, ({ body, capturedAt, facts }) =>
    Option.map(
      decodeFacts(facts),
      (known): PageCapture => ({ ...known, body, capturedAtMillis: capturedAt.epochMilliseconds })
    )
  )
})

/** The page as the cache keeps it. */
export const toCachedPage = (key: string, capture: PageCapture): Effect.Effect<CachedPage> =>
  Effect.map(Effect.orDie(encodeFacts(capture)), (facts) => ({
    space: sharedSpace,
    key,
    capturedAt: DateTime.makeUnsafe(capture.capturedAtMillis),
    facts,
    body: capture.body
  }))

/** Puts a page into the cache; one that cannot be put is logged. */
export const putPage = Effect.fnUntraced(function* (page: CachedPage) {
  yield* (yield* PageCache)
    .put(page)
    .pipe(Effect.catchTag("StoreUnavailable", (error) => Effect.logWarning("page not kept", error)))
})

/** Keeps the page for later callers. */
export const keepCapture = (key: string, capture: PageCapture) => Effect.flatMap(toCachedPage(key, capture), putPage)
