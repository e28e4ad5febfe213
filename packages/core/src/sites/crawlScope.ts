/** Which of the addresses that a page leads to a crawl follows. */
import { Effect } from "effect"
import type { InvalidInput } from "../InvalidInput.ts"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import type { PageLink } from "../pages/domain/PageLink.ts"
import type { LedScope } from "../pages/StaysWithin.ts"
import { maxUrlLength } from "../security/domain/parseUrl.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { addressPattern } from "./addressPattern.ts"
import { DomainNames } from "./DomainNames.ts"
import type { CrawlRequest } from "./domain/Crawl.ts"
import { isInScope, type SiteScope, scopeName, withoutWww } from "./domain/SiteScope.ts"
import type { FrontierEntry } from "./FrontierStore.ts"

export interface CrawlScope extends LedScope {
  /**
   * What of the links the crawl follows, one level below `depth`; those that it was given before may be missing. Fails where the pattern takes
   * too long to match them.
   */
  readonly follow: (
    links: ReadonlyArray<Pick<PageLink, "url">>,
    depth: number
  ) => Effect.Effect<ReadonlyArray<FrontierEntry>, InvalidInput>
  /** Addresses that the pattern left out so far, each counted once. */
  readonly leftOut: () => number
}

/** Addresses beyond this many are no longer told apart when they are counted. */
const maxCounted = 100_000

/** Addresses that are remembered: pages of a site lead to the same ones, and most need not be looked at again. */
const maxRemembered = 50_000

/** Characters that they have together. */
const maxRememberedLength = 8_000_000

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** The pattern, moved along with a start that redirects when it holds to the start's own address. */
export const patternFrom = (pattern: string | null, sourceUrl: string, startUrl: string): string | null => {
  if (pattern === null || startUrl === sourceUrl) return pattern
  const isOfStart = pattern === `^${sourceUrl}` || pattern === `^${escaped(sourceUrl)}`
  return isOfStart ? `^${escaped(startUrl)}` : pattern
}

/** The scope of a crawl whose start answered at `startUrl`. */
export const crawlScope = Effect.fnUntraced(function* (request: CrawlRequest, startUrl: string) {
  const host = new URL(startUrl).hostname
  const scope: SiteScope = {
    host: withoutWww(host),
    registrable: request.followSubdomains ? (yield* DomainNames).registrable(host) : null
  }
  const pattern = yield* addressPattern(patternFrom(request.pattern, request.source.url, startUrl), "urlRegex")
  const counted = new Set<string>()
  const remembered = new Set<string>()
  let rememberedLength = 0
  const holds = (url: string) => isInScope(new URL(url).hostname, scope)

  function* looked(links: ReadonlyArray<Pick<PageLink, "url">>, depth: number): Generator<void, Array<FrontierEntry>> {
    const found: Array<FrontierEntry> = []
    for (const { url } of links) {
      // Nobody can ask for a longer one.
      if (url.length > maxUrlLength || remembered.has(url)) continue
      if (remembered.size < maxRemembered && rememberedLength < maxRememberedLength) {
        remembered.add(url)
        rememberedLength += url.length
      }
      const parsed = new URL(url)
      if (!isInScope(parsed.hostname, scope)) continue
      const identity = urlIdentity(parsed)
      if (pattern.matches(url)) found.push({ identity, url, depth })
      else if (counted.size < maxCounted) counted.add(identity)
      if (pattern.isSpent()) break
      yield
    }
    return found
  }

  return {
    name: scopeName(scope),
    holds,
    follow: Effect.fnUntraced(function* (links, depth) {
      if (request.maxDepth !== null && depth >= request.maxDepth) return []
      const found = yield* inThreadTurns(looked(links, depth + 1))
      yield* pattern.whole
      return found
    }),
    leftOut: () => counted.size
  } satisfies CrawlScope as CrawlScope
})
