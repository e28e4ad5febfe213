/** How pages become data. */
import { Context, type Effect } from "effect"
import type { UnreadablePage } from "../pages/PageReader.ts"
import type { FactSheet } from "./domain/FactSheet.ts"
import type { Filled, Question } from "./domain/fillSchema.ts"

export interface FactRequest {
  /** As text, or as its bytes in UTF-8: a long page is better decoded where it is read. */
  readonly html: string | Uint8Array
  /** Whether the page came as XML (`application/xhtml+xml`), which is read by other rules than HTML; absent is no. */
  readonly isXml?: boolean
  /** Address that answered: what links are relative to, unless the page has a `base`. */
  readonly url: string
  /** Whether things are wanted as the page writes them for programs, beside what they say; absent is no. */
  readonly tellsThings?: boolean
}

/**
 * Reads what pages say, and fills schemas with it.
 *
 * **Contract** (every adapter passes `testing/factReaderSuite.ts`)
 *
 * - A fact has the name that the page gives it, its value, and a passage of the page that says it.
 * - Scripts, styles and hidden elements say nothing, but for what they say for programs: JSON-LD and state in JSON.
 * - Mistakes in JSON-LD cost what they spoil and nothing else.
 * - Things are told where they are wanted, and change nothing of the facts; of state those alone that have a name and a price.
 * - Every value that fills a schema stands on a page, and has the type, format and choices of its property. A text matches its
 *   pattern, where that is RE2 of moderate size; others are not looked at.
 * - A telephone number is in E.164 where it has its country or its page tells that, and as it is written otherwise.
 * - The same pages, schema and instructions always give the same data.
 * - A page that costs much to read holds up nobody else, and none longer than its limit; what there is too much of is cut,
 *   and said to be.
 */
export class FactReader extends Context.Service<
  FactReader,
  {
    readonly read: (request: FactRequest) => Effect.Effect<FactSheet, UnreadablePage>

    readonly fill: (question: Question) => Effect.Effect<Filled, UnreadablePage>
  }
>()("@kittiwake/core/extraction/FactReader") {}
