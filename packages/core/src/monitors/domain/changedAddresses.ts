/** Which pages are not what they were, by what a look found. */
import type { Monitor } from "./Monitor.ts"
import type { Verdict } from "./Verdict.ts"

/**
 * The addresses whose pages a confirmed difference is about, whether anybody is told of it or not. What a session shows says nothing of the page
 * that others get.
 *
 * **Gotchas** Each of them is fetched once more by whoever reads it, so a monitor must not bring many: a sitemap lists `mostListed` that came and as
 * many that went, all of its own site (`UrlSelection`), an extraction the pages that it read, and a page the one that it leads to.
 */
export const changedAddresses = ({ target }: Monitor, verdict: Verdict): ReadonlyArray<string> => {
  if (verdict._tag !== "Changed" && verdict._tag !== "Dismissed") return []
  if (target.type === "page" && target.profileId !== undefined) return []
  const { finding } = verdict
  switch (finding.type) {
    case "page":
      return [target.url, ...(finding.finalUrl === undefined ? [] : [finding.finalUrl])]
    case "sitemap":
      // One that came may have been there before it was listed, and one that went may be another page by now.
      return [target.url, ...finding.change.added, ...finding.change.removed]
    case "extract":
      return [target.url, ...finding.matchedUrls]
  }
}
