/** The product: `Pages.scrape` of single pages to Markdown, each held, charged and kept, as its callers use it. */

import { defaultMarkdown, defaultPdf, wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Pages } from "@kittiwake/core/pages/Pages"
import { IndexBounds, indexBoundsDefaults } from "@kittiwake/core/search/IndexBounds"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { pageUrl, type Site } from "../crawl/site.ts"
import { layerAdapters, layerLog } from "../installation.ts"
import { timed } from "../measure.ts"
import { putOrganization } from "../outcomes.ts"
import { inFlight, type ScrapeRound, type Scraping } from "./scraping.ts"

/** For the measure of what indexing costs (`bench/search/cost.ts`): `none` keeps no index, and `all` waits until it has all pages. */
const indexing = process.env.BENCH_INDEX ?? ""

const runtime = ManagedRuntime.make(
  services.layer.pipe(
    Layer.provideMerge(layerAdapters),
    Layer.provide(layerLog),
    Layer.provide(
      Layer.succeed(IndexBounds, { ...indexBoundsDefaults, ...(indexing === "none" ? { maxPages: 0 } : {}) })
    )
  )
)

let scraped = 0

/** Waits until the index has every page that was scraped. */
const indexed = Effect.gen(function* () {
  const index = yield* PageIndex
  while ((yield* index.size).pages < scraped) yield* Effect.sleep("20 millis")
})

const organization = runtime.runPromise(putOrganization)

const scrape = Effect.fnUntraced(function* (site: Site, page: number) {
  const organizationId = yield* Effect.promise(() => organization)
  const now = yield* Clock.currentTimeMillis
  const { value } = yield* (yield* Pages).scrape(
    {
      organizationId,
      requestId: `scrape-${site.round}-${page}`,
      route: "/web/scrape/markdown",
      caller: "bench",
      deadline: { atMillis: now + 55_000, acceptsPart: false },
      freshness: { maxAgeMillis: 259_200_000, zeroRetention: false },
      isWanted: () => true
    },
    {
      source: {
        url: pageUrl(site, page),
        headers: {},
        country: null,
        waitMillis: null,
        settlesAnimations: false,
        actions: [],
        includeFrames: false,
        profile: null
      },
      regions: wholePage,
      pdf: defaultPdf,
      markdown: defaultMarkdown,
      html: false,
      extract: null
    }
  )
  if (value.cache.status !== "miss" || !value.markdown?.includes(`Catalogue ${page} of round ${site.round}`)) {
    return yield* Effect.die(new Error(`page ${page} was not read`))
  }
})

const scrapeAll = ({ site }: Scraping) =>
  Effect.forEach(Array.from({ length: site.pages }).keys(), (page) => scrape(site, page), {
    concurrency: inFlight,
    discard: true
  })

answerCalls(
  {
    /** With the seconds until the last caller has its page, which waits for no index. */
    round: async (scraping: Scraping): Promise<ScrapeRound> => {
      let readSeconds = 0
      const round = await timed(async () => {
        const began = performance.now()
        await runtime.runPromise(scrapeAll(scraping))
        readSeconds = (performance.now() - began) / 1e3
        scraped += scraping.site.pages
        if (indexing === "all") await runtime.runPromise(indexed)
        return scraping.site.pages
      })
      return { ...round, readSeconds }
    },

    /** Most memory that the process had so far, in megabytes. */
    peakMegabytes: () => process.resourceUsage().maxRSS / 1024
  },
  () => runtime.dispose()
)
