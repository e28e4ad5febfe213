/** Mistakes in what is watched and what is crawled. */
import { type Mutant, mutantsOf } from "./Mutant.ts"

const core = mutantsOf("packages/core")

const watching: ReadonlyArray<Mutant> = [
  core(
    "flicker: it is forgotten when the page is as it was",
    "src/monitors/lookAtPage.ts",
    "  const { digest: _, ...kept } = mark\n",
    "  const { digest: _, flicker: _flicker, ...kept } = mark\n",
    "test/monitors/looking.test.ts"
  ),
  core(
    "flicker: what stayed is told a look late",
    "src/monitors/domain/Flicker.ts",
    "one.looks + looks >= looksUntilTold",
    "one.looks + looks > looksUntilTold",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "flicker: differences are told apart by what goes alone",
    "src/monitors/domain/Diff.ts",
    "[...gone, 0, ...come].reduce(",
    "[...gone, 0].reduce(",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "flicker: a line that comes often hides what stands behind it",
    "src/monitors/domain/Diff.ts",
    "if (isRead && lines.every(",
    "if (lines.every(",
    "test/monitors/Diff.test.ts"
  ),
  core(
    "noise: a text is replaced although the looks differ",
    "src/monitors/lookAtPage.ts",
    "return held === 0 && isSame ? newer : undefined",
    "return held === 0 || isSame ? newer : undefined",
    "test/monitors/noise.test.ts"
  ),
  core(
    "noise: a text that was kept with it is compared without it",
    "src/monitors/captureText.ts",
    "mark !== null && mark.noiseRules === undefined && leavesOutNoise(monitor.target)",
    "mark !== null && mark.noiseRules === -1 && leavesOutNoise(monitor.target)",
    "test/monitors/noise.test.ts"
  )
]

const sitemaps: ReadonlyArray<Mutant> = [
  core(
    "sitemap: one reading is enough",
    "src/monitors/lookAtSitemap.ts",
    "concluded(session, monitor, before, [first, second], trace)",
    "concluded(session, monitor, before, [first, first], trace)",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: counts are cut with the lists",
    "src/monitors/domain/sitemapDifference.ts",
    "addedCount: added.length",
    "addedCount: added.slice(0, mostListed).length",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: what a part that failed listed is gone",
    "src/monitors/readListing.ts",
    "if (lost !== undefined) return",
    "if (lost !== undefined && before === null) return",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: what stood beyond the tracked addresses is new",
    "src/monitors/domain/sitemapDifference.ts",
    "before.isCut === true ||",
    "before.isCut === undefined ||",
    "test/monitors/sitemapDifference.test.ts"
  ),
  core(
    "sitemap: two pages that say the same are one that moved",
    "src/monitors/domain/movedUrls.ts",
    "found.has(key) ? null : page",
    "page",
    "test/monitors/movedUrls.test.ts"
  )
]

const crawls: ReadonlyArray<Mutant> = [
  core(
    "crawl: pages that say nothing are one",
    "src/sites/crawlPage.ts",
    "if (body.length > 0) {",
    "if (body.length >= 0) {",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: it is as old as its last page",
    "src/sites/crawlPage.ts",
    "Math.max(progress.oldestMillis, page.cache.ageMillis)",
    "Math.max(0, page.cache.ageMillis)",
    "test/sites/crawling.test.ts"
  )
]

const kept: ReadonlyArray<Mutant> = [
  core(
    "kept: whoever joins a reading counts nothing for his answer",
    "src/pages/capturePage.ts",
    "if (!own.isBegun && read.success.reading !== null)",
    "if (own.isBegun && read.success.reading === null)",
    "test/pages/scraping.test.ts"
  ),
  core(
    "kept: who has no room has it refused to all who wait with him",
    "src/pages/capturePage.ts",
    'if (own.isBegun || read.failure._tag !== "TooBusy")',
    'if (own.isBegun || read.failure._tag === "TooBusy")',
    "test/pages/scraping.test.ts"
  ),
  core(
    "kept: each reads it alone",
    "src/pages/capturePage.ts",
    "if (shelf !== cacheShelf) return yield* look",
    "if (shelf !== null) return yield* look",
    "test/pages/scraping.test.ts"
  )
]

export const mutantsOfWatching = [...watching, ...sitemaps, ...crawls, ...kept]
