/** Bytes that a caller sends, as Markdown. */
import { Clock, Duration, Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { ContentClassifier } from "../pages/ContentClassifier.ts"
import { ofDocument } from "../pages/captureProblems.ts"
import { DocumentReader, type DocumentUnreadable } from "../pages/DocumentReader.ts"
import type { FileType } from "../pages/domain/FileType.ts"
import type { MarkdownOptions } from "../pages/domain/ScrapeRequest.ts"
import type { Utf8Text } from "../pages/domain/Utf8Text.ts"
import { PageReader } from "../pages/PageReader.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { leftOf } from "../web/domain/Deadline.ts"
import { ContentTooLarge, ContentUnsupported } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import { parsePrice } from "./domain/Price.ts"

export interface ParseRequest {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  readonly extension: string | null
  readonly markdown: MarkdownOptions
  readonly mainContentOnly: boolean
  /** Pages of a PDF, from 1, both included; null is the first, or the last. */
  readonly firstPage: number | null
  readonly lastPage: number | null
  readonly ocr: boolean
}

export interface ParsedFile {
  readonly markdown: string
  readonly type: FileType
}

/** The same, its Markdown in UTF-8 where it is long. */
export interface ParsedBytes {
  readonly markdown: string | Utf8Text
  readonly type: FileType
}

/** Where an address is needed and the file has none. */
const noAddress = "about:blank"

/** What a file that cannot be read means for who sent it. */
const ofUpload = (failure: DocumentUnreadable) => {
  switch (failure.reason) {
    case "too_complex":
      return new ContentTooLarge({ message: failure.message })
    case "page_out_of_range":
      return new InvalidInput({ field: "pdf", message: failure.message })
    case "corrupt":
    case "encrypted":
      return new InvalidInput({ field: "body", message: failure.message })
    default:
      return ofDocument(failure)
  }
}

const toMarkdown = Effect.fnUntraced(function* (
  html: string | Uint8Array,
  request: ParseRequest,
  keepsMainOnly: boolean,
  isXml = false
) {
  return yield* (yield* PageReader)
    .shape({
      html,
      ...(isXml ? { isXml } : {}),
      sourceUrl: noAddress,
      finalUrl: noAddress,
      includeSelectors: [],
      excludeSelectors: [],
      mainContentOnly: keepsMainOnly,
      frames: null,
      markdown: request.markdown,
      wantsHtml: false,
      wantsMetadata: false,
      wantsLinks: false,
      wantsImages: false,
      extract: null
    })
    .pipe(
      Effect.map(({ markdown }) => markdown ?? ""),
      Effect.catchTags({
        InvalidSelector: (error) => Effect.die(error),
        UnreadablePage: ({ message }) => Effect.fail(new ContentTooLarge({ message }))
      })
    )
})

const read = Effect.fnUntraced(function* (call: Call, request: ParseRequest, inBytes: boolean) {
  const { bytes, contentType, extension } = request
  if (bytes.length === 0) return yield* new InvalidInput({ field: "body", message: "The file is empty." })
  const { mediaType, type, utf8 } = yield* (yield* ContentClassifier).classify({ bytes, contentType, extension })
  if (type === null) {
    return yield* new ContentUnsupported({ message: `A file of the kind ${mediaType} has no text to read.` })
  }
  if (type === "html") {
    const isXml = mediaType === "application/xhtml+xml"
    return { markdown: yield* toMarkdown(utf8 ?? bytes, request, request.mainContentOnly, isXml), type, pages: 0 }
  }
  const now = yield* Clock.currentTimeMillis
  const content = yield* (yield* DocumentReader)
    .read({
      bytes: utf8 ?? bytes,
      type,
      firstPage: type === "pdf" ? request.firstPage : null,
      lastPage: type === "pdf" ? request.lastPage : null,
      ocr: request.ocr,
      markdownSuffices: true,
      inBytes,
      timeout: Duration.millis(leftOf(call.deadline, now))
    })
    .pipe(Effect.mapError(ofUpload))
  const markdown = content.markdownBytes ?? content.markdown ?? (yield* toMarkdown(content.html, request, false))
  return { markdown, type, pages: type === "pdf" ? content.recoveredPages.length : 0 }
})

const parse = (call: Call, request: ParseRequest, inBytes: boolean) =>
  charged(
    call,
    parsePrice(request.ocr)
  )(() =>
    Effect.map(inTime(read(call, request, inBytes), call.deadline), ({ markdown, pages, type }) => ({
      value: { markdown, type } satisfies ParsedBytes,
      credits: 1 + pages
    }))
  )

/** Reads a file. */
export const parseFile = Effect.fn("Web.parse")(function* (call: Call, request: ParseRequest) {
  const done = yield* parse(call, request, false)
  return { ...done, value: { ...done.value, markdown: done.value.markdown.toString() } satisfies ParsedFile }
})

/** Reads a file whose text goes on as bytes. */
export const parseFileInBytes = Effect.fn("Web.parse")(function* (call: Call, request: ParseRequest) {
  return yield* parse(call, request, true)
})
