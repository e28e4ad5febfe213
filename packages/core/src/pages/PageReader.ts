/** How a page becomes text. */
import { Context, type Effect, Schema } from "effect"
import type { Extracted, ExtractRules } from "./domain/ExtractRules.ts"
import type { FoundImage } from "./domain/FoundImage.ts"
import type { FoundRegion } from "./domain/FoundRegion.ts"
import type { LeftOut } from "./domain/LeftOut.ts"
import type { PageBlocks } from "./domain/PageBlock.ts"
import type { PageFacts } from "./domain/PageFacts.ts"
import type { PageLink } from "./domain/PageLink.ts"
import type { PageMetadata } from "./domain/PageMetadata.ts"
import type { MarkdownOptions } from "./domain/ScrapeRequest.ts"
import type { TextMarks } from "./domain/TextMarks.ts"

export interface ReadRequest {
  readonly body: string
  /** Media type in lower case without parameters; empty reads the body as HTML. */
  readonly mediaType: string
  /** Regions to keep, merged in document order; empty keeps the main content. */
  readonly includeSelectors: ReadonlyArray<string>
  /** Regions to drop; exclusion wins. */
  readonly excludeSelectors: ReadonlyArray<string>
  /** Whether what changes by itself, such as advertisements and counters, is left out of the main content. */
  readonly leavesOutNoise: boolean
  /**
   * Whether white space and line ends are made alike as texts are compared (`comparableText`), where the page is read; absent
   * leaves them as in the source.
   */
  readonly normalizesWhitespace?: boolean
  /** Whether it is wanted what each selector finds; absent is no. */
  readonly tellsRegions?: boolean
  /** Whether it is wanted what the markup says of lines of the text; absent is no. */
  readonly tellsMarks?: boolean
  /** Lines of its text of which it is wanted where they stand; absent is none. */
  readonly locates?: ReadonlyArray<string>
}

export interface PageText {
  /** The document's title, or null. */
  readonly title: string | null
  /** Visible text, one block a line, with white space inside a line as in the source unless it is made alike. */
  readonly text: string
  /** What was left out as noise, by its kinds. */
  readonly leftOut: ReadonlyArray<LeftOut>
  /** Main content was wanted, and there is none: the text is what surrounds it. */
  readonly isSurroundings?: true
  /**
   * What each selector finds, those to keep first and each list in its order: there where it was wanted. Null where that
   * costs more than the page is worth, although its text does not.
   */
  readonly regions?: ReadonlyArray<FoundRegion> | null
  /**
   * For each line that was to be located a selector of the smallest region that has a name and holds it; null where there is none:
   * there where it was wanted.
   */
  readonly places?: ReadonlyArray<string | null>
  /** Which lines are headings, and what is struck out: there where it was wanted, of an HTML page. */
  readonly marks?: TextMarks
  /** The parts of an HTML page, in its order: there where regions are wanted. */
  readonly blocks?: PageBlocks
}

/** What is wanted of a page; what is not asked for costs nothing. */
export interface ShapeRequest {
  /** As text, or as its bytes in UTF-8: a long page is better decoded where it is read. */
  readonly html: string | Uint8Array
  /** The encoding of the bytes where it is another: such a page is decoded where it is read as well. */
  readonly charset?: string
  /** Whether the page came as XML (`application/xhtml+xml`), which is read by other rules than HTML; absent is no. */
  readonly isXml?: boolean
  /**
   * Address the caller asked for, and the one that answered: what links are relative to, unless the page has a `base`. Of a
   * file it is `about:blank`, and relative addresses stay in its Markdown as they are written.
   */
  readonly sourceUrl: string
  readonly finalUrl: string
  /** Regions to keep; empty keeps the page. */
  readonly includeSelectors: ReadonlyArray<string>
  /** Regions to drop; exclusion wins. */
  readonly excludeSelectors: ReadonlyArray<string>
  /** Whether what surrounds the main content of what the selectors keep is dropped. */
  readonly mainContentOnly: boolean
  /** Documents of frames that take the place of their `iframe`; null leaves frames out. `srcdoc` needs no document here. */
  readonly frames: ReadonlyArray<{ readonly url: string; readonly html: string }> | null
  readonly markdown: MarkdownOptions | null
  readonly wantsHtml: boolean
  readonly wantsMetadata: boolean
  readonly wantsLinks: boolean
  readonly wantsImages: boolean
  readonly extract: ExtractRules | null
}

/** What was asked for; the rest is null or empty. */
export interface ShapedPage {
  readonly markdown: string | null
  /** Markup of what is kept. */
  readonly html: string | null
  readonly metadata: PageMetadata | null
  readonly links: ReadonlyArray<PageLink>
  readonly images: ReadonlyArray<FoundImage>
  readonly extracted: { readonly [field: string]: Extracted } | null
  readonly facts: PageFacts
}

/** A selector is not CSS that can be matched. Correct it. */
export class InvalidSelector extends Schema.TaggedError<InvalidSelector>()("InvalidSelector", {
  selector: Schema.String,
  message: Schema.String
}) {}

/** The page has no text to read: another media type, or over a limit. */
export class UnreadablePage extends Schema.TaggedError<UnreadablePage>()("UnreadablePage", {
  reason: Schema.Literals(["unsupported_content", "too_complex"]),
  message: Schema.String
}) {}

/**
 * Reads pages: their visible text, and what is made of them.
 *
 * **Contract** (every adapter passes `testing/pageReaderSuite.ts`)
 *
 * - Scripts, styles, comments, templates and hidden elements have no text.
 * - A block, a list item and a row of a table are a line each; preformatted text keeps its lines.
 * - Without include selectors, navigation, headers, footers, cookie banners and asides are left out. Where nothing else is there
 *   they are the text, and that is said.
 * - With include selectors the text is theirs alone, each region once; when none matches, it is empty.
 * - What each selector finds is told where it is wanted, where lines stand, and what the markup says of them; none changes anything of the
 *   text.
 * - Noise is left out of main content alone, when it is asked for, and what was left out is said. Tables, titles and most of a
 *   page's text are never noise, whatever their names.
 * - The same page and selectors always give the same text, without NUL and halves of surrogate pairs.
 * - Links, pictures and metadata are of the whole page, whatever the selectors keep; their addresses are absolute.
 * - A page that costs much to read holds up nobody else, and none longer than its limit.
 * - Plain text is its own text, and so is JSON but for white space between its tokens. No selector matches in them.
 */
export class PageReader extends Context.Service<
  PageReader,
  {
    readonly read: (request: ReadRequest) => Effect.Effect<PageText, InvalidSelector | UnreadablePage>

    /** Makes of a page what is asked for, in one reading. */
    readonly shape: (request: ShapeRequest) => Effect.Effect<ShapedPage, InvalidSelector | UnreadablePage>

    /** Fails when a selector cannot be matched. */
    readonly checkSelectors: (selectors: ReadonlyArray<string>) => Effect.Effect<void, InvalidSelector>
  }
>()("@kittiwake/core/pages/PageReader") {}
