/** Compares what looks at a page saw with the page as it was. */
import { Context, type Effect, Schema } from "effect"
import type { KeptState } from "./domain/Baseline.ts"
import type { Comparison, LookedTexts } from "./domain/Diff.ts"

/** The texts took more time or memory to compare than they get. Comparing the same ones again ends the same way. */
export class TooMuchToCompare extends Schema.TaggedError<TooMuchToCompare>()("TooMuchToCompare", {
  message: Schema.String
}) {}

/**
 * Compares texts without holding up anybody else.
 *
 * **Contract** (every adapter passes `testing/textComparerSuite.ts`)
 *
 * - The diff is a patch that fits the earlier text: it makes what all looks agree on of it, or the beginning when it was cut.
 * - When the looks saw the same, that is what they agree on; when either saw the page as it was, they agree on nothing.
 * - Where it is wanted, the text that the looks agree on is told when it is not all that the first shows: the earlier text with
 *   that and nothing else.
 * - A difference all of whose lines are known to flicker is held back, unless it is due.
 * - States that were kept are compared as texts are: a sitemap as its addresses, which may stand in any order, and data as its lines where
 *   both have them.
 * - Texts of 20 MB that have nothing in common, or too much in another order, are told in bounded time: coarsely, and
 *   saying so, where the smallest difference cannot be found in it.
 */
export class TextComparer extends Context.Service<
  TextComparer,
  {
    readonly compare: (texts: LookedTexts) => Effect.Effect<Comparison, TooMuchToCompare>

    /** What differs between two states that were kept, which may be of different kinds. */
    readonly compareKept: (before: KeptState, after: KeptState) => Effect.Effect<Comparison, TooMuchToCompare>
  }
>()("@kittiwake/core/monitors/TextComparer") {}
