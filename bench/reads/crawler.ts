/** The process that has the product crawl, over its public API: one crawl after the other, some at a time. */
import { setTimeout as wait } from "node:timers/promises"
import { Agent } from "undici"
import { answerCalls } from "../children.ts"
import { pageUrl, type Site } from "../crawl/site.ts"
import { scanTitle } from "./scans.ts"
import { type CrawledReport, scanAt } from "./site.ts"

export interface CrawlerOptions {
  readonly port: number
  readonly key: string
  /** The site of the first crawl; every later one has another round of it. */
  readonly site: Site
  /** Crawls under way at a time. */
  readonly crawls: number
}

interface Crawled {
  readonly results: ReadonlyArray<{
    readonly markdown: string
    readonly metadata: { readonly url: string; readonly success: boolean; readonly statusCode: number }
  }>
  readonly metadata: { readonly numSucceeded: number; readonly numFailed: number; readonly numSkipped: number }
  readonly key_metadata: { readonly credits_consumed: number }
}

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

const crawl = async ({ key, port, site }: CrawlerOptions): Promise<Crawled> => {
  const { body, statusCode } = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path: "/v1/web/crawl",
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      url: pageUrl(site, 0),
      maxPages: site.pages,
      followSubdomains: true,
      pdf: { ocr: true },
      stopAfterMs: 110_000
    })
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`the crawl was answered ${statusCode}: ${text.slice(0, 1_000)}`)
  return JSON.parse(text) as Crawled
}

const pageOf = (url: string): number => Number(new URL(url).pathname.split("/").at(-1))

/** What a crawl read. A page of a PDF that was read from its picture is paid for by itself. */
const reportOf = ({ key_metadata, metadata, results }: Crawled): Omit<CrawledReport, "crawls"> => {
  const { numFailed, numSkipped, numSucceeded } = metadata
  if (numFailed > 0 || numSkipped > 0) {
    const failed = results.filter((result) => !result.metadata.success).map((result) => result.metadata)
    throw new Error(`${numFailed} pages failed and ${numSkipped} were skipped: ${JSON.stringify(failed.slice(0, 3))}`)
  }
  const scans = results.filter(({ metadata: { url } }) => scanAt(pageOf(url)) !== null)
  const read = scans.filter(({ markdown }) => markdown.includes(scanTitle)).length
  const paid = key_metadata.credits_consumed - numSucceeded
  if (read !== scans.length || paid !== scans.length) {
    throw new Error(`of ${scans.length} scans ${read} were read and ${paid} were paid for`)
  }
  return { pages: numSucceeded - scans.length, scans: scans.length }
}

let stop: (() => Promise<CrawledReport>) | undefined

const start = (options: CrawlerOptions): void => {
  let round = options.site.round
  let isOver = false
  const sum = { crawls: 0, pages: 0, scans: 0 }
  const loop = async () => {
    while (!isOver) {
      const { pages, scans } = reportOf(await crawl({ ...options, site: { ...options.site, round: round++ } }))
      sum.crawls += 1
      sum.pages += pages
      sum.scans += scans
    }
  }
  const loops = Promise.all(Array.from({ length: options.crawls }, loop))
  // Nobody waits for it before it is stopped.
  loops.catch(() => undefined)
  stop = async () => {
    isOver = true
    await loops
    return sum
  }
}

answerCalls(
  {
    /** Crawls until it is told to stop; answers when the crawls had time to be well under way. */
    start: async (options: CrawlerOptions) => {
      start(options)
      await wait(3_000)
    },

    /** Lets the crawls that are under way end; tells what all of them read. */
    stop: () => stop!()
  },
  () => agent.close()
)
