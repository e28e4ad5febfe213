/** How files become HTML. */
import { Context, type Duration, type Effect, Schema } from "effect"
import type { FileType } from "./domain/FileType.ts"
import type { Utf8Text } from "./domain/Utf8Text.ts"

export interface DocumentRequest {
  /** Of a textual kind, its text in UTF-8. */
  readonly bytes: Uint8Array
  readonly type: FileType
  /** Where the file came from: relative addresses of a feed are relative to it. */
  readonly url?: string
  /** Pages of a PDF, from 1, both included; null is the first, or the last. */
  readonly firstPage: number | null
  readonly lastPage: number | null
  /** Whether pages of a PDF without usable text are read from their picture. Pictures always are. */
  readonly ocr: boolean
  /** Whether nobody looks at the HTML where the text is Markdown already; it may be empty then. */
  readonly markdownSuffices?: boolean
  /** Whether Markdown that is long may come as `markdownBytes`. */
  readonly inBytes?: boolean
  /** Of the reading, from when it begins. A wait for a turn takes as long at most, and ends in `busy`. */
  readonly timeout: Duration.Duration
}

/** What a file holds, as one fragment of semantic HTML. */
export interface DocumentContent {
  /**
   * Headings, paragraphs, lists, tables, links, `pre > code.language-…`; sheets and slides each under an `h2`. Pictures are
   * `img` with data URIs, equations are `math`. Nothing in it was written by the file as markup: it is safe to show.
   */
  readonly html: string
  /** Its text where it is Markdown already; else null, and the HTML says what it holds. */
  readonly markdown: string | null
  /** The same in UTF-8, in place of `markdown`, which is null then; only where `inBytes` asks for it. */
  readonly markdownBytes?: Utf8Text
  readonly title: string | null
  readonly author: string | null
  /** Pages of the whole PDF, slides or sheets; null where the kind has none. */
  readonly pageCount: number | null
  /** Pages whose text was recovered from their picture. */
  readonly recoveredPages: ReadonlyArray<number>
}

/** The file cannot be read. `message` may be shown to who sent it. */
export class DocumentUnreadable extends Schema.TaggedError<DocumentUnreadable>()("DocumentUnreadable", {
  reason: Schema.Literals([
    /** It is damaged, or not what it says it is. */
    "corrupt",
    "encrypted",
    /** A PDF of pictures alone, and reading pictures was not asked for. */
    "images_only",
    /** A PDF whose fonts do not say which letters they show, and reading pictures was not asked for. */
    "letters_unnamed",
    "page_out_of_range",
    /** It unpacks to more, has more parts, or takes more memory or time of the processor to read, than is allowed. */
    "too_complex",
    "timeout",
    "unsupported_content",
    /** This installation cannot read text in pictures. */
    "ocr_unavailable",
    /** More files are waiting to be read than this installation takes. Try again later. */
    "busy",
    /** Of the files of this organization too many could not be read lately. Try again after `retryAfterSeconds`. */
    "slow_down"
  ]),
  message: Schema.String,
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}) {}

/**
 * Reads files: PDF, office documents, tables, code, feeds, pictures.
 *
 * **Contract** (every adapter passes `testing/documentReaderSuite.ts`)
 *
 * - A file that cannot be read within its time or the limits is a failure; it never ends or stalls this process.
 * - Where files wait, organizations (`WorksFor`) have their turns one after the other.
 * - Nothing is loaded from outside, whatever the file refers to.
 * - The same file from the same address always gives the same content.
 */
export class DocumentReader extends Context.Service<
  DocumentReader,
  { readonly read: (request: DocumentRequest) => Effect.Effect<DocumentContent, DocumentUnreadable> }
>()("@kittiwake/core/pages/DocumentReader") {}
