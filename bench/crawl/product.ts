/** The product: `Sites.crawl` with its frontier, its cache of pages and its ledger in the storage, with the heap of `kittiwake crawl`. */
import { defaultMarkdown, defaultPdf, wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Sites } from "@kittiwake/core/sites/Sites"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { growHeapBy } from "../../packages/cli/src/heapFlags.ts"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { layerAdapters, layerLog } from "../installation.ts"
import { timed } from "../measure.ts"
import { putOrganization } from "../outcomes.ts"
import { pageUrl, type Site } from "./site.ts"

/** A crawl of a whole site. */
export interface Crawling {
  readonly site: Site
  /** Whether pages become Markdown; else only their links are read. */
  readonly wantsMarkdown: boolean
}

// As `kittiwake crawl` does.
growHeapBy(30)

const runtime = ManagedRuntime.make(services.layer.pipe(Layer.provideMerge(layerAdapters), Layer.provide(layerLog)))

const organization = runtime.runPromise(putOrganization)

const hourMillis = 3_600_000

const crawl = Effect.fnUntraced(function* ({ site, wantsMarkdown }: Crawling) {
  const organizationId = yield* Effect.promise(() => organization)
  const now = yield* Clock.currentTimeMillis
  let characters = 0
  const { value } = yield* (yield* Sites).crawl(
    {
      organizationId,
      requestId: `crawl-${site.round}`,
      route: "/web/crawl",
      caller: "bench",
      deadline: { atMillis: now + hourMillis, acceptsPart: false },
      freshness: { maxAgeMillis: 3 * 24 * hourMillis, zeroRetention: false },
      isWanted: () => true
    },
    {
      source: {
        url: pageUrl(site, 0),
        country: null,
        waitMillis: null,
        settlesAnimations: false,
        includeFrames: false
      },
      regions: wholePage,
      pdf: defaultPdf,
      markdown: wantsMarkdown ? defaultMarkdown : null,
      maxPages: site.pages,
      maxDepth: null,
      pattern: null,
      followSubdomains: true,
      followsSitemaps: false,
      stopAfterMillis: hourMillis,
      maxBytes: Number.MAX_SAFE_INTEGER
    },
    (page) =>
      Effect.sync(() => {
        characters += page.markdown.length
      })
  )
  if (value.succeeded !== site.pages || value.failed > 0 || characters > 0 !== wantsMarkdown) {
    return yield* Effect.die(new Error(`${value.succeeded} of ${site.pages} pages, ${value.failed} failed`))
  }
  return value.succeeded
})

answerCalls(
  {
    round: (crawling: Crawling) => timed(() => runtime.runPromise(crawl(crawling))),

    /** Most memory that the process had so far, in megabytes. */
    peakMegabytes: () => process.resourceUsage().maxRSS / 1024
  },
  () => runtime.dispose()
)
