/** How a page becomes text. */
import { Context, type Effect, Schema } from "effect"

export interface ReadRequest {
  readonly body: string
  /** Media type in lower case without parameters; empty reads the body as HTML. */
  readonly mediaType: string
  /** Regions to keep, merged in document order; empty keeps the main content. */
  readonly includeSelectors: ReadonlyArray<string>
  /** Regions to drop; exclusion wins. */
  readonly excludeSelectors: ReadonlyArray<string>
}

export interface PageText {
  /** The document's title, or null. */
  readonly title: string | null
  /** Visible text, one block a line, with white space inside a line as in the source. */
  readonly text: string
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
 * Reads the visible text of pages.
 *
 * **Contract** (every adapter passes `testing/pageReaderSuite.ts`)
 *
 * - Scripts, styles, comments, templates and hidden elements have no text.
 * - A block, a list item and a row of a table are a line each; preformatted text keeps its lines.
 * - Without include selectors, navigation, headers, footers, cookie banners and asides are left out.
 * - With include selectors the text is theirs alone, each region once; when none matches, it is empty.
 * - The same page and selectors always give the same text, without NUL and halves of surrogate pairs.
 * - Plain text is its own text, and so is JSON but for white space between its tokens. No selector matches in them.
 */
export class PageReader extends Context.Service<
  PageReader,
  {
    readonly read: (request: ReadRequest) => Effect.Effect<PageText, InvalidSelector | UnreadablePage>

    /** Fails when a selector cannot be matched. */
    readonly checkSelectors: (selectors: ReadonlyArray<string>) => Effect.Effect<void, InvalidSelector>
  }
>()("@kittiwake/core/web/PageReader") {}
