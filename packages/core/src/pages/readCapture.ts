/** What is made of a fetched page. */
import { Clock, Duration, Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { PdfSkipped, WebsiteInaccessible } from "../web/errors.ts"
import { ofDocument } from "./captureProblems.ts"
import { DocumentReader } from "./DocumentReader.ts"
import type { FileType } from "./domain/FileType.ts"
import { type PageCapture, textOf } from "./domain/PageCapture.ts"
import type { PageRegions, PageWants, PdfOptions } from "./domain/ScrapeRequest.ts"
import { type InvalidSelector, PageReader, type ShapedPage, type UnreadablePage } from "./PageReader.ts"
import { takeMadeOf, takeMemory, takeReading } from "./pageMemory.ts"

/** How a fetched page is read. */
export interface ReadingRequest {
  readonly sourceUrl: string
  readonly regions: PageRegions
  readonly pdf: PdfOptions
  readonly wants: PageWants
}

/** A page that was read, and how many pages of a file had to be read from their picture. */
export interface Reading {
  readonly shaped: ShapedPage
  readonly recoveredPages: number
}

/** Kinds whose own text is the answer where markup is asked for (contract/scrape.md §2, `type`). */
export const ownText: ReadonlySet<FileType> = new Set(["xml", "json", "jsonl", "text", "csv", "tsv", "markdown", "svg"])

const selectorProblem = ({ message, selector }: InvalidSelector) =>
  new InvalidInput({ field: "selectors", message: `${selector}: ${message}` })

const unreadable = ({ message }: UnreadablePage) => new WebsiteInaccessible({ message })

/** Longest time that one file takes to read. */
const maxDocumentMillis = 120_000

/** What a fetched file holds. */
export const readDocument = Effect.fnUntraced(function* (
  capture: PageCapture,
  pdf: PdfOptions,
  deadline: Deadline,
  markdownSuffices = false
) {
  if (capture.type === "pdf" && !pdf.shouldParse) return yield* new PdfSkipped()
  const now = yield* Clock.currentTimeMillis
  return yield* (yield* DocumentReader)
    .read({
      bytes: capture.body,
      type: capture.type,
      url: capture.finalUrl,
      firstPage: capture.type === "pdf" ? pdf.start : null,
      lastPage: capture.type === "pdf" ? pdf.end : null,
      ocr: pdf.ocr,
      markdownSuffices,
      timeout: Duration.millis(Math.min(leftOf(deadline, now), maxDocumentMillis))
    })
    .pipe(
      Effect.mapError((failure) =>
        failure.reason === "page_out_of_range"
          ? new InvalidInput({ field: "pdf", message: failure.message })
          : ofDocument(failure)
      )
    )
})

const shape = Effect.fnUntraced(function* (
  html: string | Uint8Array,
  capture: PageCapture,
  request: ReadingRequest,
  charset?: string
) {
  const { regions, sourceUrl, wants } = request
  return yield* (yield* PageReader)
    .shape({
      html,
      ...(charset === undefined ? {} : { charset }),
      ...(capture.isXml === true ? { isXml: true } : {}),
      sourceUrl,
      finalUrl: capture.finalUrl,
      includeSelectors: regions.includeSelectors,
      excludeSelectors: regions.excludeSelectors,
      mainContentOnly: regions.mainContentOnly,
      frames: capture.frames.length === 0 ? null : capture.frames,
      markdown: wants.markdown,
      wantsHtml: wants.html,
      wantsMetadata: true,
      wantsLinks: wants.links,
      wantsImages: wants.images,
      extract: wants.extract
    })
    .pipe(
      Effect.catchTags({ InvalidSelector: (one) => selectorProblem(one), UnreadablePage: (one) => unreadable(one) })
    )
})

/** Of a file only its addresses and title are told (contract/scrape.md §0.5). */
const fileMetadata = (sourceUrl: string, finalUrl: string, title: string | null) => ({
  sourceUrl,
  finalUrl,
  ...(title === null ? {} : { title })
})

/** Of a file whose text is Markdown already its HTML has no more to tell, unless somebody asks for a part of it. */
const asksForMarkdownAlone = ({ type }: PageCapture, { regions, wants }: ReadingRequest): boolean =>
  (!wants.html || ownText.has(type)) &&
  wants.extract === null &&
  regions.includeSelectors.length + regions.excludeSelectors.length === 0

/** A file that was not read as a page. */
const unshaped: ShapedPage = {
  markdown: null,
  html: null,
  metadata: null,
  links: [],
  images: [],
  extracted: null,
  facts: {
    textLength: 0,
    scripts: 0,
    hasEmptyRoot: false,
    asksForScripts: false,
    awaitsScripts: false,
    refreshUrl: null,
    frameUrls: [],
    hasPasswordField: false
  }
}

/** Reads a fetched page, whatever its kind. `charset` is that of a body that is HTML and not in UTF-8. */
export const readCapture = Effect.fnUntraced(function* (
  capture: PageCapture,
  request: ReadingRequest,
  deadline: Deadline,
  charset?: string
) {
  yield* (capture.type === "html" ? takeReading : takeMemory)(capture.body.length)
  if (capture.type === "html") {
    const shaped = yield* shape(capture.body, capture, request, charset)
    yield* takeMadeOf(capture.body.length, shaped)
    return { shaped, recoveredPages: 0 } satisfies Reading
  }
  const markdownSuffices = asksForMarkdownAlone(capture, request)
  const content = yield* readDocument(capture, request.pdf, deadline, markdownSuffices)
  const saysAll = content.markdown !== null && markdownSuffices
  const shaped = saysAll ? unshaped : yield* shape(content.html, capture, request)
  const markdown = request.wants.markdown === null ? null : (content.markdown ?? shaped.markdown)
  return {
    shaped: {
      ...shaped,
      markdown,
      html: request.wants.html && ownText.has(capture.type) ? textOf(capture) : shaped.html,
      metadata: fileMetadata(request.sourceUrl, capture.finalUrl, content.title)
    },
    recoveredPages: content.recoveredPages.length
  } satisfies Reading
})
