/** Fetched pages in the cache: under which key, in which form. */
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { Signer } from "../security/Signer.ts"
import { CaptureFacts, type PageCapture } from "./domain/PageCapture.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"
import { type CachedPage, type FoundPage, PageCache } from "./PageCache.ts"
import { countedFromBytes, takeReading } from "./pageMemory.ts"

/** Whose pages are found: one space for the whole installation, since no page asked for with headers is kept. */
export const sharedSpace = "shared"

const FactsJson = Schema.fromJsonString(CaptureFacts)
const encodeFacts = Schema.encodeEffect(FactsJson)
const decodeFacts = Schema.decodeOption(FactsJson)

/** The address without the fragment, which never reaches a server. */
const withoutFragment = (url: string): string => {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  parsed.hash = ""
  return parsed.href
}

/**
 * Under which keys a page is kept.
 *
 * **Details.** What a server sends is the same for all fragments of an address; what a browser shows need not be, since
 * scripts read the fragment: `#/pricing` and `#/docs` of one application are two pages.
 */
export interface CaptureKeys {
  /** For what the server sent. */
  readonly sent: string
  /** For what a browser made of it; the same one where the address has no fragment. */
  readonly rendered: string
}

/** Stands for everything that decides which page one gets. */
const keyFor = (source: PageSource, url: string): Effect.Effect<string, never, Signer> =>
  Effect.flatMap(Signer, (signer) =>
    signer.digest(
      JSON.stringify([
        url,
        source.country,
        source.waitMillis ?? 0,
        source.settlesAnimations,
        source.actions,
        source.includeFrames
      ])
    )
  )

/** The keys of a page. */
export const captureKeys = Effect.fnUntraced(function* (source: PageSource) {
  const sent = yield* keyFor(source, withoutFragment(source.url))
  const hash = URL.parse(source.url)?.hash ?? ""
  const rendered = hash === "" ? sent : yield* keyFor(source, `${withoutFragment(source.url)}${hash}`)
  return { sent, rendered } satisfies CaptureKeys
})

/** The key of a capture. */
export const keyOf = ({ rendered, sent }: CaptureKeys, { renderedBecause }: PageCapture): string =>
  renderedBecause === null ? sent : rendered

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

const findAt = Effect.fnUntraced(function* (key: string) {
  return Option.flatMap(yield* findPage(key, DateTime.makeUnsafe(0)), ({ body, capturedAt, facts }) =>
    Option.map(
      decodeFacts(facts),
      (known): PageCapture => ({ ...known, body, capturedAtMillis: capturedAt.epochMilliseconds })
    )
  )
})

/** A page that was fetched earlier; none when there is none, or it cannot be read any more. */
export const findCapture = Effect.fnUntraced(function* (keys: CaptureKeys) {
  for (const key of new Set([keys.rendered, keys.sent])) {
    // A page without a fragment that a browser rendered is another one than this.
    const found = Option.filter(yield* findAt(key), (capture) => keyOf(keys, capture) === key)
    if (Option.isSome(found)) return found
  }
  return Option.none<PageCapture>()
})

/** What the server sent is found by others too, whose fragment is another one. */
const forEveryone = (capture: PageCapture): PageCapture =>
  capture.renderedBecause === null ? { ...capture, finalUrl: withoutFragment(capture.finalUrl) } : capture

/** The page as the cache keeps it. */
export const toCachedPage = (keys: CaptureKeys, capture: PageCapture): Effect.Effect<CachedPage> =>
  Effect.map(Effect.orDie(encodeFacts(forEveryone(capture))), (facts) => ({
    space: sharedSpace,
    key: keyOf(keys, capture),
    capturedAt: DateTime.makeUnsafe(capture.capturedAtMillis),
    facts,
    body: capture.body
  }))

/** Puts a page into the cache; one that cannot be put is logged. */
export const putPage = Effect.fnUntraced(function* (page: CachedPage) {
  yield* (yield* PageCache)
    .put(page, yield* DateTime.now)
    .pipe(Effect.catchTag("StoreUnavailable", (error) => Effect.logWarning("page not kept", error)))
})

/** Keeps the page for later callers. */
export const keepCapture = (keys: CaptureKeys, capture: PageCapture) =>
  Effect.flatMap(toCachedPage(keys, capture), putPage)
