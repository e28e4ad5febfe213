/** The intake of a crawl: its start, or what the sitemaps of a site list. */
import { Clock, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { hostOf } from "../Shares.ts"
import { addressPattern } from "../sites/addressPattern.ts"
import { hostNamed, sitemapAddresses } from "../sites/sitemapAddresses.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { EgressRules } from "../web/EgressRules.ts"
import { addressOf } from "./domain/address.ts"
import { type BatchIntake, type CrawlControls, defaultCrawlBudget } from "./domain/Batch.ts"
import type { BatchItem } from "./domain/Item.ts"
import type { NewCrawl } from "./NewBatch.ts"

/** Time for the sitemaps of a site: less than the public client waits for its answer. */
const sitemapMillis = 40_000

/** A crawl with its defaults, and what it begins with. */
export interface CrawlIntake {
  readonly crawl: CrawlControls
  readonly intake: BatchIntake
  readonly items: ReadonlyArray<BatchItem>
}

const itemOf = (url: string, n: number): BatchItem => ({
  n,
  url,
  host: hostOf(url),
  identity: urlIdentity(new URL(url)),
  depth: 0,
  itemId: null,
  meta: null
})

const ofStart = Effect.fnUntraced(function* (given: NewCrawl, written: string) {
  const url = addressOf(written)
  const refusal = yield* (yield* EgressRules).refusal(url)
  if (Option.isSome(refusal)) {
    return yield* new InvalidInput({ field: "input.data.source.url", message: refusal.value.message })
  }
  const maxPages = given.maxPages ?? defaultCrawlBudget
  yield* addressPattern(given.urlPattern ?? null, "input.data.source.controls.regex")
  return {
    crawl: {
      source: { type: "start_url", url },
      maxPages,
      maxDepth: given.maxDepth ?? null,
      followSubdomains: given.followSubdomains ?? false,
      urlPattern: given.urlPattern ?? null
    },
    intake: { reserved: maxPages, reservedIsCeiling: true, submitted: null, duplicates: 0, invalid: null },
    items: [itemOf(url, 1)]
  } satisfies CrawlIntake as CrawlIntake
})

const ofSitemap = Effect.fnUntraced(function* (given: NewCrawl, written: string) {
  const host = hostNamed(written)
  if (host === null) {
    return yield* new InvalidInput({
      field: "input.data.source.domain",
      message: "is not a domain such as example.com"
    })
  }
  const pattern = yield* addressPattern(given.urlPattern ?? null, "input.data.source.controls.regex")
  const maxPages = given.maxPages ?? defaultCrawlBudget
  const seen = new Set<string>()
  let duplicates = 0
  const urls = yield* sitemapAddresses({
    host,
    pattern,
    take: (url) => {
      const identity = urlIdentity(new URL(url))
      if (seen.has(identity)) {
        duplicates += 1
        return false
      }
      seen.add(identity)
      return true
    },
    enough: maxPages,
    deadline: { atMillis: (yield* Clock.currentTimeMillis) + sitemapMillis, acceptsPart: false }
  })
  if (urls.length === 0) {
    return yield* new InvalidInput({
      field: "input.data.source",
      message: "has no page in its sitemaps that is wanted"
    })
  }
  return {
    crawl: {
      source: { type: "sitemap", domain: host },
      maxPages,
      maxDepth: 0,
      followSubdomains: false,
      urlPattern: given.urlPattern ?? null
    },
    intake: { reserved: urls.length, reservedIsCeiling: false, submitted: null, duplicates, invalid: null },
    items: urls.map((url, index) => itemOf(url, index + 1))
  } satisfies CrawlIntake as CrawlIntake
})

/** What a crawl begins with. Sitemaps are read now, so that what is reserved is exact. */
export const readCrawl = (given: NewCrawl) =>
  given.source.type === "start_url" ? ofStart(given, given.source.url) : ofSitemap(given, given.source.domain)
