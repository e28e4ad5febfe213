/** How pages look, as far as their markup and style sheets tell: without a browser. */
import { Context, type Effect } from "effect"
import type { PageStyles } from "../pages/domain/PageStyles.ts"
import type { UnreadablePage } from "../pages/PageReader.ts"

export interface StyledPage {
  /** As text, or as its bytes in UTF-8. */
  readonly html: string | Uint8Array
  /** Whether the page came as XML (`application/xhtml+xml`), which is read by other rules than HTML; absent is no. */
  readonly isXml?: boolean
  /** Address that answered: what style sheets are relative to, unless the page has a `base`. */
  readonly url: string
}

export interface StyleRequest extends StyledPage {
  /** The style sheets that the page names, as far as they could be had. */
  readonly sheets: ReadonlyArray<{ readonly url: string; readonly css: string }>
  readonly colorScheme: "light" | "dark"
}

/**
 * Reads styles of markup.
 *
 * **Contract** (every adapter passes `testing/styleReaderSuite.ts`)
 *
 * - What applies to an element is what the cascade says: importance, specificity, order, inheritance, variables. Rules for other media than a
 *   window of 1920 px are passed over, and so is what needs a layout.
 * - Elements that are not displayed, and what scripts would make, are not told of.
 * - The same page and sheets always give the same styles.
 * - A page that costs much to read holds up nobody else, and none longer than its limit; what there is too much of is cut.
 */
export class StyleReader extends Context.Service<
  StyleReader,
  {
    /** The style sheets that a page names, in the order of the page. */
    readonly sheets: (page: StyledPage) => Effect.Effect<ReadonlyArray<string>, UnreadablePage>

    readonly read: (request: StyleRequest) => Effect.Effect<PageStyles, UnreadablePage>
  }
>()("@kittiwake/core/design/StyleReader") {}
