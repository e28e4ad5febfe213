/** Fetched pages in the cache: under which key, in which form. */
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { Signer } from "../security/Signer.ts"
import { isTextType } from "./domain/FileType.ts"
import { CaptureFacts, type PageCapture } from "./domain/PageCapture.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"
import { PageCache } from "./PageCache.ts"

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
    Option.map(decodeFacts(facts), (known): PageCapture => {
      const isText = isTextType(known.type)
      return {
        ...known,
        text: isText ? new TextDecoder().decode(body) : null,
        bytes: isText ? null : body,
        capturedAtMillis: capturedAt.epochMilliseconds
      }
    })
  )
})

/** Keeps the page for later callers. */
export const keepCapture = Effect.fnUntraced(function* (key: string, capture: PageCapture) {
  const cache = yield* PageCache
  const facts = yield* Effect.orDie(encodeFacts(capture))
  const body = capture.bytes ?? new TextEncoder().encode(capture.text ?? "")
  const capturedAt = DateTime.makeUnsafe(capture.capturedAtMillis)
  yield* cache
    .put({ space: sharedSpace, key, capturedAt, facts, body })
    .pipe(Effect.catchTag("StoreUnavailable", (error) => Effect.logWarning("page not kept", error)))
})
