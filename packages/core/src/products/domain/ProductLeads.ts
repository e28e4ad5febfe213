/** Addresses of a site that may lead to what it sells, each once. */

import { isUrl, maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { isInScope, type SiteScope } from "../../sites/domain/SiteScope.ts"
import { urlIdentity } from "../../web/domain/UrlIdentity.ts"
import { listedScore, productLinkScore } from "./rankProductLinks.ts"

/** Addresses that are weighed. */
const most = 5_000

/** @internal */
export class ProductLeads {
  private readonly known = new Set<string>()
  private readonly waiting = new Map<string, number>()
  private readonly scope: SiteScope

  constructor(scope: SiteScope) {
    this.scope = scope
  }

  get size(): number {
    return this.waiting.size
  }

  /** Whether the address is one of the site that was not met before. */
  meet(url: string): boolean {
    // Nobody can ask for a longer one.
    const parsed = url.length > maxUrlLength ? null : parseUrl(url)
    if (parsed === null || !isInScope(parsed.hostname, this.scope)) return false
    const identity = urlIdentity(parsed)
    if (this.known.has(identity) || this.known.size >= most) return false
    this.known.add(identity)
    return true
  }

  add(links: ReadonlyArray<{ readonly url: string; readonly text: string }>): void {
    for (const { text, url } of links) {
      const score = isUrl(url) ? productLinkScore(url, text) : 0
      if (score > 0 && this.meet(url)) this.waiting.set(url, score)
    }
  }

  /** What a page says itself that it lists. */
  addListed(urls: ReadonlyArray<string>): void {
    for (const url of urls) {
      if (this.waiting.has(url)) this.waiting.set(url, listedScore)
      else if (this.meet(url)) this.waiting.set(url, listedScore)
    }
  }

  /** The best, at most so many. */
  take(count: number): ReadonlyArray<string> {
    const best = [...this.waiting].toSorted(([, one], [, other]) => other - one).slice(0, count)
    for (const [url] of best) this.waiting.delete(url)
    return best.map(([url]) => url)
  }
}
