/** How the pages of a batch are fetched and read, with defaults filled in (contract/batches.md §3). */
import { Schema } from "effect"
import {
  nothing,
  type PageRegions,
  type PageSource,
  type PageWants,
  type PdfOptions
} from "../../pages/domain/ScrapeRequest.ts"
import { defaultMaxAgeMillis } from "../../web/domain/Freshness.ts"

const Pdf = Schema.Struct({
  shouldParse: Schema.Boolean,
  ocr: Schema.Boolean,
  start: Schema.NullOr(Schema.Int),
  end: Schema.NullOr(Schema.Int)
})

export const BatchOptions = Schema.Struct({
  includeLinks: Schema.Boolean,
  includeImages: Schema.Boolean,
  shortenBase64Images: Schema.Boolean,
  /** HTML beside Markdown. */
  includeHtml: Schema.Boolean,
  mainContentOnly: Schema.Boolean,
  pdf: Pdf,
  includeSelectors: Schema.Array(Schema.String),
  excludeSelectors: Schema.Array(Schema.String),
  /** Null when no wait was asked for. */
  waitMillis: Schema.NullOr(Schema.Int),
  settlesAnimations: Schema.Boolean,
  country: Schema.NullOr(Schema.String),
  maxAgeMillis: Schema.Int
})
export type BatchOptions = typeof BatchOptions.Type

/** @internal */
export const defaultBatchOptions: BatchOptions = {
  includeLinks: true,
  includeImages: false,
  shortenBase64Images: true,
  includeHtml: false,
  mainContentOnly: false,
  pdf: { shouldParse: true, ocr: false, start: null, end: null },
  includeSelectors: [],
  excludeSelectors: [],
  waitMillis: null,
  settlesAnimations: false,
  country: null,
  maxAgeMillis: defaultMaxAgeMillis
}

/** How a page of the batch is fetched. */
export const sourceOf = (options: BatchOptions, url: string): PageSource => ({
  url,
  headers: {},
  country: options.country,
  waitMillis: options.waitMillis,
  settlesAnimations: options.settlesAnimations,
  actions: [],
  includeFrames: false,
  profile: null
})

const wantsOf = (options: BatchOptions, format: "markdown" | "html", links: boolean): PageWants => {
  const { includeHtml, includeImages, includeLinks, shortenBase64Images } = options
  return {
    ...nothing,
    markdown: format === "markdown" ? { includeLinks, includeImages, shortenBase64Images } : null,
    html: format === "html" || includeHtml,
    links
  }
}

/** What is made of a page of the batch. */
export const readingOf = (
  options: BatchOptions,
  page: { readonly url: string; readonly format: "markdown" | "html"; readonly wantsLinks: boolean }
): {
  readonly sourceUrl: string
  readonly regions: PageRegions
  readonly pdf: PdfOptions
  readonly wants: PageWants
} => {
  const { excludeSelectors, includeSelectors, mainContentOnly, pdf } = options
  return {
    sourceUrl: page.url,
    regions: { includeSelectors, excludeSelectors, mainContentOnly },
    pdf,
    wants: wantsOf(options, page.format, page.wantsLinks)
  }
}
