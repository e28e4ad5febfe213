/** What the pages of a crawl in a batch keep to: the site it is of, what is wanted of it, and what its hosts ask of robots. */

import { Clock, Effect, Result, Schema } from "effect"
import type { InvalidInput } from "../InvalidInput.ts"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import type { LedScope } from "../pages/StaysWithin.ts"
import { hostOf } from "../Shares.ts"
import { maxUrlLength } from "../security/domain/parseUrl.ts"
import { addressPattern } from "../sites/addressPattern.ts"
import { type CrawlHosts, makeCrawlHosts } from "../sites/crawlHosts.ts"
import { patternFrom } from "../sites/crawlScope.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { isInScope, type SiteScope, scopeName, withoutWww } from "../sites/domain/SiteScope.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { openSession } from "../web/openSession.ts"
import type { WorkedBatch } from "./BatchWorkStore.ts"
import type { FoundItem } from "./domain/Item.ts"

/** What a crawl keeps to. */
export interface CrawlRules extends LedScope {
  readonly hosts: CrawlHosts
  /** What of the links the crawl follows, one level below `depth`; fails where the pattern cannot, or takes too long to match them. */
  readonly follow: (
    links: ReadonlyArray<{ readonly url: string }>,
    depth: number
  ) => Effect.Effect<ReadonlyArray<FoundItem>, NotFollowed>
}

/** Why the links of a page were not followed: its pattern took too long, or is none. What the crawl's owner may do about it stands in `message`. */
export class NotFollowed extends Schema.TaggedError<NotFollowed>()("NotFollowed", {
  reason: Schema.Literals(["too_slow", "no_pattern"]),
  message: Schema.String
}) {}

const because =
  (reason: NotFollowed["reason"]) =>
  ({ message }: InvalidInput): NotFollowed =>
    new NotFollowed({ reason, message: `regex: ${message}` })

/** After so long the rules of a crawl are read anew: what a site asks of robots may have changed. */
const rulesMillis = 10 * 60_000

/** Crawls whose rules are remembered. */
const maxRemembered = 200

/** Most links of one page that are looked at, and characters of those among them that are followed: no page for readers has so many. */
const [maxLinks, maxFollowedLength] = [10_000, 4_000_000]

const scopeOf = Effect.fnUntraced(function* ({ crawl }: WorkedBatch, startUrl: string) {
  const host = new URL(startUrl).hostname
  const registrable = crawl!.followSubdomains ? (yield* DomainNames).registrable(host) : null
  return { host: withoutWww(host), registrable } satisfies SiteScope as SiteScope
})

const makeRules = Effect.fnUntraced(function* (batch: WorkedBatch, startUrl: string, deadlineMillis: number) {
  const { maxDepth, source, urlPattern } = batch.crawl!
  const scope = yield* scopeOf(batch, startUrl)
  const pattern = source.type === "start_url" ? patternFrom(urlPattern, source.url, startUrl) : urlPattern
  // It was compiled when the batch was submitted, maybe by a server that took larger ones.
  const compiled = yield* Effect.result(addressPattern(pattern, "input.data.source.controls.regex", true))
  const holds = (url: string) => isInScope(new URL(url).hostname, scope)
  /** What is followed; null where there was an address that could not be matched. */
  function* looked(
    links: ReadonlyArray<{ readonly url: string }>,
    depth: number
  ): Generator<void, ReadonlyMap<string, FoundItem> | null> {
    const found = new Map<string, FoundItem>()
    let length = 0
    for (const { url } of links.slice(0, maxLinks)) {
      yield
      if (length > maxFollowedLength) break
      // Nobody can ask for a longer one.
      if (url.length > maxUrlLength || !holds(url)) continue
      // The pages of a crawl share what its pattern may take: only those fail that have something left to match.
      if (Result.isFailure(compiled) || compiled.success.isSpent()) return null
      if (!compiled.success.matches(url)) continue
      const identity = urlIdentity(new URL(url))
      // Where the start answered the store knows that it was read.
      if (found.has(identity)) continue
      found.set(identity, { url, identity, host: hostOf(url), depth })
      length += url.length
    }
    return found
  }
  return {
    hosts: yield* makeCrawlHosts(yield* openSession, { atMillis: deadlineMillis, acceptsPart: false }),
    name: scopeName(scope),
    holds,
    follow: Effect.fnUntraced(function* (links, depth) {
      if (source.type === "sitemap" || (maxDepth !== null && depth >= maxDepth)) return []
      const found = yield* inThreadTurns(looked(links, depth + 1))
      if (found !== null) return [...found.values()]
      const wanted = yield* Effect.mapError(Effect.fromResult(compiled), because("no_pattern"))
      yield* Effect.mapError(wanted.whole, because("too_slow"))
      return []
    })
  } satisfies CrawlRules as CrawlRules
})

interface Known {
  readonly rules: CrawlRules
  readonly untilMillis: number
}

/** Gives the rules of a crawl, made once in a while for each. */
export const makeCrawlRules = () => {
  // Those first whose time is over first.
  const known = new Map<string, Known>()
  const forget = (key: string) => {
    known.get(key)?.rules.hosts.forget()
    known.delete(key)
  }
  const forgetOld = (now: number) => {
    for (const [key, { untilMillis }] of known) {
      if (untilMillis > now && known.size <= maxRemembered) return
      forget(key)
    }
  }
  return Effect.fnUntraced(function* (batch: WorkedBatch, url: string) {
    // Until the start has answered, the crawl is of the site that the start is of.
    const startUrl = batch.scopeUrl ?? url
    const key = `${batch.id} ${batch.scopeUrl === null ? "" : startUrl}`
    const now = yield* Clock.currentTimeMillis
    const found = known.get(key)
    // A clock that was set back does not make them last longer.
    if (found !== undefined && found.untilMillis > now && found.untilMillis <= now + rulesMillis) return found.rules
    const untilMillis = now + rulesMillis
    const rules = yield* makeRules(batch, startUrl, untilMillis + rulesMillis)
    forget(key)
    known.set(key, { rules, untilMillis })
    forgetOld(now)
    return rules
  })
}

export type RulesOf = ReturnType<typeof makeCrawlRules>
