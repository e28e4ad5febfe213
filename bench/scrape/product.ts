/** The product: `Pages.scrape` of single pages to Markdown, each held, charged and kept, as its callers use it. */
import { defaultMarkdown, defaultPdf, wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { pageUrl, type Site } from "../crawl/site.ts"
import { layerAdapters, layerLog } from "../installation.ts"
import { timed } from "../measure.ts"
import { putOrganization } from "../outcomes.ts"
import { inFlight, type Scraping } from "./scraping.ts"

const runtime = ManagedRuntime.make(services.layer.pipe(Layer.provideMerge(layerAdapters), Layer.provide(layerLog)))

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
    round: (scraping: Scraping) =>
      timed(async () => {
        await runtime.runPromise(scrapeAll(scraping))
        return scraping.site.pages
      }),

    /** Most memory that the process had so far, in megabytes. */
    peakMegabytes: () => process.resourceUsage().maxRSS / 1024
  },
  () => runtime.dispose()
)
