/** Fetched pages in the cache: under which key, in which form. */

import { DateTime, Effect, Option, Schema } from "effect"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { Signer } from "../security/Signer.ts"
import { findUnchanged } from "./changedPages.ts"
import { CaptureFacts, type PageCapture } from "./domain/PageCapture.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"
import { putPage, sharedSpace, withoutFragment } from "./keptPages.ts"
import type { CachedPage } from "./PageCache.ts"

const FactsJson = Schema.fromJsonString(CaptureFacts)
const encodeFacts = Schema.encodeEffect(FactsJson)
const decodeFacts = Schema.decodeOption(FactsJson)

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
  /** The address for all of these, which tells whether the page was seen to have changed. */
  readonly url: string
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
  const url = withoutFragment(source.url)
  const sent = yield* keyFor(source, url)
  const hash = parseUrl(source.url)?.hash ?? ""
  const rendered = hash === "" ? sent : yield* keyFor(source, `${url}${hash}`)
  return { sent, rendered, url } satisfies CaptureKeys
})

/** The key of a capture. */
export const keyOf = ({ rendered, sent }: CaptureKeys, { renderedBecause }: PageCapture): string =>
  renderedBecause === null ? sent : rendered

const findAt = (key: string, url: string) =>
  findUnchanged(url, key, DateTime.makeUnsafe(0), ({ body, capturedAt, facts }) =>
    Option.map(
      decodeFacts(facts),
      (known): PageCapture => ({ ...known, body, capturedAtMillis: capturedAt.epochMilliseconds })
    )
  )

/** A page that was fetched earlier; none when there is none, it cannot be read any more, or was seen to have changed since. */
export const findCapture = Effect.fnUntraced(function* (keys: CaptureKeys) {
  for (const key of new Set([keys.rendered, keys.sent])) {
    // A page without a fragment that a browser rendered is another one than this.
    const found = Option.filter(yield* findAt(key, keys.url), (capture) => keyOf(keys, capture) === key)
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

/** Keeps the page for later callers. */
export const keepCapture = (keys: CaptureKeys, capture: PageCapture) =>
  Effect.flatMap(toCachedPage(keys, capture), putPage)
