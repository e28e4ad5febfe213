/** What a program is answered about pages and sites, in the words of HTTP. */
import { Buffer } from "node:buffer"
import type { Kittiwake } from "kittiwake"

type Web = Kittiwake["web"]
export type AnswerOf<M extends keyof Web> = Web[M] extends (...args: never) => Promise<infer A> ? A : never
type Page = AnswerOf<"scrape">

const cacheOf = ({ cache }: Pick<Page, "cache">) => ({
  cache_metadata: { status: cache.status, age_ms: cache.ageMillis }
})

const actionsOf = ({ actionsApplied }: Pick<Page, "actionsApplied">) =>
  actionsApplied.length === 0 ? {} : { actionsApplied }

const seen = (page: Page) => ({
  success: true,
  url: page.url,
  metadata: page.metadata,
  finalDOMState: page.finalDomState,
  ...actionsOf(page),
  ...(page.isStale ? { actionsHtmlStale: true } : {}),
  ...cacheOf(page),
  creditsUsed: page.creditsUsed
})

export const markdown = (page: Page) => ({
  ...seen(page),
  markdown: page.markdown,
  contentLength: Buffer.byteLength(page.markdown ?? ""),
  ...(page.html === null ? {} : { html: page.html })
})

export const html = (page: Page) => ({
  ...seen(page),
  html: page.html,
  type: page.type,
  ...(page.extracted === null ? {} : { extracted: page.extracted })
})

export const images = (page: AnswerOf<"images">) => ({
  success: true,
  url: page.url,
  images: page.images.map(({ enrichment, ...image }) => ({
    ...image,
    ...(enrichment === null
      ? {}
      : {
          enrichment: {
            width: enrichment.width,
            height: enrichment.height,
            mimetype: enrichment.mediaType,
            type: enrichment.kind
          }
        })
  })),
  ...actionsOf(page),
  finalDOMState: page.finalDomState,
  ...(page.isPart ? { partial: true } : {}),
  ...cacheOf(page),
  creditsUsed: page.creditsUsed
})

export const sitemap = ({ discovered, errors, fetched, isPart, skipped, ...rest }: AnswerOf<"sitemap">) => ({
  success: true,
  ...rest,
  meta: { sitemapsDiscovered: discovered, sitemapsFetched: fetched, sitemapsSkipped: skipped, errors },
  ...(isPart ? { partial: true } : {})
})

export const crawl = (done: AnswerOf<"crawl">) => ({
  results: done.pages.map((page) => ({
    markdown: page.markdown,
    metadata: {
      ...page.metadata,
      title: page.metadata.title ?? "",
      url: page.url,
      crawlDepth: page.depth,
      statusCode: page.statusCode,
      success: page.succeeded
    }
  })),
  metadata: {
    numUrls: done.succeeded + done.failed,
    maxCrawlDepth: done.maxDepthReached,
    numSucceeded: done.succeeded,
    numFailed: done.failed,
    numSkipped: done.skipped,
    numDuplicates: done.doubles,
    numForbiddenByRobots: done.forbiddenByRobots
  },
  ...(done.isPart ? { partial: true } : {}),
  ...cacheOf(done),
  creditsUsed: done.creditsUsed
})

export const bytes = (answer: AnswerOf<"bytes">) => ({
  ...answer,
  success: true,
  bytes: Buffer.from(answer.bytes).toString("base64"),
  encoding: "base64",
  contentLength: answer.bytes.length
})
