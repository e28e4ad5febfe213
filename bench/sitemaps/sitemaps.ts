/** How long it takes to find the tracked addresses in sitemaps of 500,000, against a bare parser that only counts them. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { FetchSession } from "@kittiwake/core/web/HttpFetcher"
import * as SitemapReader from "@kittiwake/html/SitemapReader"
import { Effect, ManagedRuntime } from "effect"
import { Parser } from "htmlparser2"
import { readListing } from "../../packages/core/src/monitors/readListing.ts"
import { epoch, monitorOf, organizationOf } from "../../packages/core/src/testing/builders.ts"
import { interleaved, median, type Round, timed } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"

const [sitemaps, perSitemap, tracked] = [10, 50_000, 5_000]
const site = "https://www.shop.example"

const urlOf = (part: number, n: number) => `${site}/category-${n % 40}/a-product-with-a-name-${part * perSitemap + n}`

const texts: ReadonlyMap<string, string> = new Map(
  Array.from({ length: sitemaps }, (_, part) => {
    const entries = Array.from(
      { length: perSitemap },
      (_, n) => `<url><loc>${urlOf(part, n)}</loc><lastmod>2026-01-01T00:00:00+00:00</lastmod></url>\n`
    )
    return [`${site}/sitemap-${part}.xml`, `<?xml version="1.0"?><urlset>${entries.join("")}</urlset>`] as const
  })
)

const indexUrl = `${site}/sitemap.xml`
const index = `<sitemapindex>${[...texts.keys()].map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`

const session: FetchSession = {
  fetch: () => Effect.die("Texts are read elsewhere."),
  fetchEncoded: ({ url }) =>
    Effect.sync(() => {
      const head = { _tag: "Fetched" as const, url, status: 200, mediaType: "application/xml" }
      const body = { bytes: new TextEncoder().encode(texts.get(url) ?? index), charset: "utf-8" }
      return { ...head, etag: null, lastModified: null, body }
    }),
  download: () => Effect.die("Nothing is downloaded.")
}

const target = { type: "sitemap" as const, url: indexUrl, include: [], exclude: [], maxUrls: tracked }
const monitor = { ...monitorOf(organizationOf().id, epoch), target }
const before = {
  type: "sitemap" as const,
  urls: Array.from({ length: tracked }, (_, n) => urlOf(n % sitemaps, n * 9)),
  isCut: true as const
}

const counted = async (): Promise<number> => {
  let found = 0
  for (const text of texts.values()) {
    const parser = new Parser({ onopentagname: (name) => (found += name === "loc" ? 1 : 0) }, { xmlMode: true })
    parser.end(text)
  }
  return found
}

interface Pauses {
  longestMillis: number
  megabytes: number
}

/** One reading of all sitemaps, as a look does it; notes the longest turn of the main thread and the memory it took. */
const read = Effect.fnUntraced(function* (pauses: Pauses) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  const held = process.memoryUsage().rss
  delays.enable()
  const { listing } = yield* readListing(session, monitor, before, [])
  delays.disable()
  pauses.longestMillis = Math.max(pauses.longestMillis, delays.max / 1e6)
  pauses.megabytes = Math.max(pauses.megabytes, (process.memoryUsage().rss - held) / 1_048_576)
  if (listing.present.size !== tracked) throw new Error(`${listing.present.size} of ${tracked} were found`)
  return sitemaps * perSitemap
})

/** Ours with its threads, once they are warm. */
export const sitemapsOf500k = async ({ isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  tell("sitemaps of 500,000 addresses")
  const runtime = ManagedRuntime.make(SitemapReader.layer)
  const pauses: Pauses = { longestMillis: 0, megabytes: 0 }
  try {
    const contenders = {
      yardstick: (): Promise<Round> => timed(counted),
      ours: (): Promise<Round> => timed(() => runtime.runPromise(read(pauses)))
    }
    await interleaved(1, contenders)
    Object.assign(pauses, { longestMillis: 0, megabytes: 0 })
    const rounds = await interleaved(isQuick ? 3 : 9, contenders)
    const seconds = median(rounds.ours.map((round) => round.seconds))
    return [
      findingOf(
        { what: "addresses of sitemaps, held to 5,000 that are tracked", target: "seconds for 500,000" },
        rounds,
        [
          `a reading of 500,000 takes ${seconds.toFixed(2)} s`,
          `longest turn of the main thread ${Math.round(pauses.longestMillis)} ms`,
          `at most ${Math.round(pauses.megabytes)} MB above the texts`
        ]
      )
    ]
  } finally {
    await runtime.dispose()
  }
}
