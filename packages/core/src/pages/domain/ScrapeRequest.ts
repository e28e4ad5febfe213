/** What is wanted of a page: how it is fetched, and what is made of it (contract/scrape.md §0.3, §1, §2). */
import type { ProfileRef } from "../../profiles/domain/BrowserProfile.ts"
import type { BrowserAction } from "./BrowserAction.ts"
import type { ExtractRules } from "./ExtractRules.ts"

/** Everything that decides which page one gets. */
export interface PageSource {
  readonly url: string
  /** Sent to the origin of `url` alone; a page asked for with headers is never kept. */
  readonly headers: Readonly<Record<string, string>>
  /** Exit country, in lower case; null leaves by the installation's own. */
  readonly country: string | null
  /** Wait in the browser after loading; null when the caller asked for none. */
  readonly waitMillis: number | null
  readonly settlesAnimations: boolean
  readonly actions: ReadonlyArray<BrowserAction>
  /** Whether the documents of frames belong to the page. */
  readonly includeFrames: boolean
  /** Whose session the browser has; a page seen with one is never kept. */
  readonly profile: ProfileRef | null
}

/** A plain look at an address. @internal */
export const plainSource = (url: string, headers: PageSource["headers"] = {}): PageSource => ({
  url,
  headers,
  country: null,
  waitMillis: null,
  settlesAnimations: false,
  actions: [],
  includeFrames: false,
  profile: null
})

/** How PDF files are read. */
export interface PdfOptions {
  /** When false, a PDF is an error. */
  readonly shouldParse: boolean
  /** From 1, both included; null is the first, or the last. */
  readonly start: number | null
  readonly end: number | null
  readonly ocr: boolean
}

/** @internal */
export const defaultPdf: PdfOptions = { shouldParse: true, start: null, end: null, ocr: false }

/** Which part of the page is kept. */
export interface PageRegions {
  readonly includeSelectors: ReadonlyArray<string>
  readonly excludeSelectors: ReadonlyArray<string>
  readonly mainContentOnly: boolean
}

/** @internal */
export const wholePage: PageRegions = { includeSelectors: [], excludeSelectors: [], mainContentOnly: false }

/** How a page is written as Markdown. */
export interface MarkdownOptions {
  readonly includeLinks: boolean
  readonly includeImages: boolean
  /** Whether data URIs are cut to their kind and a few characters. */
  readonly shortenBase64Images: boolean
}

/** @internal */
export const defaultMarkdown: MarkdownOptions = { includeLinks: true, includeImages: false, shortenBase64Images: true }

/** What is made of the page; what is not asked for costs nothing. */
export interface PageWants {
  readonly markdown: MarkdownOptions | null
  readonly html: boolean
  readonly links: boolean
  readonly images: boolean
  readonly extract: ExtractRules | null
}

/** @internal */
export const nothing: PageWants = { markdown: null, html: false, links: false, images: false, extract: null }

/** Whether the caller asked for what only a browser does. @internal */
export const asksForBrowser = ({ actions, profile, settlesAnimations, waitMillis }: PageSource): boolean =>
  profile !== null || actions.length > 0 || settlesAnimations || (waitMillis ?? 0) > 0
