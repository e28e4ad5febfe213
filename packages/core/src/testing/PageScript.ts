/** What a scripted page shows, and how that changes. */
import type { DateTime, Duration } from "effect"
import type { PageUnreachable } from "../web/HttpFetcher.ts"

/** A page at one moment. */
export interface PageContent {
  readonly body: string
  /** What a download gets in place of the body: a file that is no text, so that there is no other way to it. */
  readonly bytes?: Uint8Array
  /** 200 unless it says otherwise. */
  readonly status?: number
  /** `text/html` unless it says otherwise. */
  readonly mediaType?: string
  /** An entity tag; `true` makes one of the body, so that a page that did not change answers "not modified". */
  readonly etag?: string | true
  readonly lastModified?: string
  /** What is asked of robots (`X-Robots-Tag`). */
  readonly robots?: string
  /** The answer says in its headers that it is a check for robots. */
  readonly isChallenge?: true
  /** What a download is told of when to come again. */
  readonly cacheControl?: string
  /** When the server wants to be asked again. */
  readonly retryAfter?: string
  /** Where the page has moved to, absolute or relative. */
  readonly redirectTo?: string
  /** How long the answer takes. */
  readonly latency?: Duration.Input
  /** There is no answer, for this reason. */
  readonly unreachable?: PageUnreachable["reason"]
}

/**
 * A page: its body, all of it, or a function of the moment and of how often it was looked at since it was
 * scripted. A function gives the
 * same answers on every run as long as it uses nothing else.
 */
export type PageScript = string | PageContent | ((at: DateTime.Utc, look: number) => string | PageContent)

/** A page that shows one after the other, a new one at each look, and then the first again. */
export const flicker =
  (...pages: readonly [string | PageContent, ...ReadonlyArray<string | PageContent>]): PageScript =>
  (_at, look) =>
    pages[look % pages.length]!

/** What the script shows at a moment, to whoever has looked `look` times before. @internal */
export const contentAt = (script: PageScript, at: DateTime.Utc, look: number): PageContent => {
  const shown = typeof script === "function" ? script(at, look) : script
  return typeof shown === "string" ? { body: shown } : shown
}

/** The page's entity tag, made of its body where the script leaves that to us. @internal */
export const etagOf = ({ body, etag }: PageContent): string | null => {
  if (etag !== true) return etag ?? null
  let hash = 0x811c9dc5
  for (let index = 0; index < body.length; index++) hash = Math.imul(hash ^ body.charCodeAt(index), 0x01000193)
  return `"${(hash >>> 0).toString(16)}"`
}
