/** What operations that read the web answer (contract/scrape.md, contract/crawl-search.md, contract/parse-prefetch.md). */

import { ActionOutcome } from "@kittiwake/core/pages/domain/BrowserAction"
import { FileType, PageType } from "@kittiwake/core/pages/domain/FileType"
import { PageMetadata } from "@kittiwake/core/pages/domain/PageMetadata"
import { ImageKind } from "@kittiwake/core/pages/ImageReader"
import type { CacheReport } from "@kittiwake/core/pages/Pages"
import { Schema } from "effect"
import { callFields } from "../Replies.ts"

export const CacheMetadata = Schema.Struct({
  status: Schema.Literals(["hit", "miss", "zdr"]),
  age_ms: Schema.Int
}).annotate({ identifier: "CacheMetadata" })

export const cacheMetadata = ({ ageMillis, status }: CacheReport) => ({ status, age_ms: ageMillis })

const DomState = Schema.Literals(["loaded", "still-loading"])

const actionFields = {
  actionsApplied: Schema.optionalKey(Schema.Array(ActionOutcome)),
  actionsHtmlStale: Schema.optionalKey(Schema.Boolean)
}

/** Left out unless the deadline cut the work short. */
const partial = { partial: Schema.optionalKey(Schema.Literal(true)) }

export const MarkdownRecord = Schema.Struct({
  success: Schema.Literal(true),
  markdown: Schema.String,
  contentLength: Schema.Int,
  url: Schema.String,
  metadata: PageMetadata,
  finalDOMState: DomState,
  html: Schema.optionalKey(Schema.String),
  ...actionFields,
  cache_metadata: CacheMetadata,
  ...callFields
}).annotate({ identifier: "ScrapedMarkdown" })

export const HtmlRecord = Schema.Struct({
  success: Schema.Literal(true),
  html: Schema.String,
  type: PageType,
  url: Schema.String,
  metadata: PageMetadata,
  finalDOMState: DomState,
  extracted: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  ...actionFields,
  cache_metadata: CacheMetadata,
  ...callFields
}).annotate({ identifier: "ScrapedHtml" })

const ImageRecord = Schema.Struct({
  src: Schema.String,
  type: Schema.Literals(["url", "html", "base64"]),
  element: Schema.Literals(["img", "svg", "link", "source", "video", "css", "object", "meta", "background"]),
  alt: Schema.NullOr(Schema.String),
  enrichment: Schema.optionalKey(
    Schema.Struct({
      width: Schema.optionalKey(Schema.Int),
      height: Schema.optionalKey(Schema.Int),
      mimetype: Schema.optionalKey(Schema.String),
      url: Schema.optionalKey(Schema.String),
      type: Schema.optionalKey(ImageKind)
    })
  )
})

export const ImagesRecord = Schema.Struct({
  success: Schema.Literal(true),
  url: Schema.String,
  images: Schema.Array(ImageRecord),
  actionsApplied: Schema.optionalKey(Schema.Array(ActionOutcome)),
  finalDOMState: DomState,
  ...partial,
  cache_metadata: CacheMetadata,
  ...callFields
}).annotate({ identifier: "ScrapedImages" })

export const BytesRecord = Schema.Struct({
  success: Schema.Literal(true),
  bytes: Schema.String,
  encoding: Schema.Literal("base64"),
  contentLength: Schema.Int,
  contentType: Schema.String,
  statusCode: Schema.Int,
  url: Schema.String,
  finalUrl: Schema.String,
  ...callFields
}).annotate({ identifier: "ScrapedBytes" })

const pictureFields = {
  /** The address of the picture, or a data URI where nothing may be kept. */
  screenshot: Schema.String,
  width: Schema.Int,
  height: Schema.Int,
  finalDOMState: DomState,
  cache_metadata: CacheMetadata,
  ...callFields
}

export const PageScreenshotRecord = Schema.Struct({ url: Schema.String, ...pictureFields }).annotate({
  identifier: "PageScreenshot"
})

export const SiteScreenshotRecord = Schema.Struct({
  status: Schema.Literal("ok"),
  code: Schema.Literal(200),
  domain: Schema.String,
  screenshotType: Schema.Literals(["viewport", "fullPage"]),
  ...pictureFields
}).annotate({ identifier: "SiteScreenshot" })

export const SitemapRecord = Schema.Struct({
  success: Schema.Literal(true),
  domain: Schema.String,
  urls: Schema.Array(Schema.String),
  meta: Schema.Struct({
    sitemapsDiscovered: Schema.Int,
    sitemapsFetched: Schema.Int,
    sitemapsSkipped: Schema.Int,
    errors: Schema.Int
  }),
  ...partial,
  ...callFields
}).annotate({ identifier: "Sitemap" })

export const CrawledPageRecord = Schema.Struct({
  markdown: Schema.String,
  metadata: Schema.Struct({
    ...PageMetadata.fields,
    title: Schema.String,
    url: Schema.String,
    crawlDepth: Schema.Int,
    statusCode: Schema.Int,
    success: Schema.Boolean
  })
})

export const CrawlRecord = Schema.Struct({
  results: Schema.Array(CrawledPageRecord),
  metadata: Schema.Struct({
    numUrls: Schema.Int,
    maxCrawlDepth: Schema.Int,
    numSucceeded: Schema.Int,
    numFailed: Schema.Int,
    numSkipped: Schema.Int,
    /** Pages left out because they were kept under another address. */
    numDuplicates: Schema.Int,
    numForbiddenByRobots: Schema.Int
  }),
  ...partial,
  cache_metadata: CacheMetadata,
  ...callFields
}).annotate({ identifier: "Crawl" })

export const ParsedRecord = Schema.Struct({
  success: Schema.Literal(true),
  markdown: Schema.String,
  type: FileType,
  ...callFields
}).annotate({ identifier: "ParsedFile" })
