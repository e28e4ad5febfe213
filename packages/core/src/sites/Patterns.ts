/** Regular expressions that strangers write. */
import { Context, type Effect, Schema } from "effect"

/** The pattern is not RE2. Correct it. */
export class InvalidPattern extends Schema.TaggedError<InvalidPattern>()("InvalidPattern", {
  message: Schema.String
}) {}

/**
 * Matches RE2 patterns in time linear in the text.
 *
 * **Contract** (every adapter passes `testing/patternsSuite.ts`)
 *
 * - A pattern matches when any part of the text does; `^` and `$` hold it to the ends.
 * - No pattern takes more than linear time in the length of the text, and none more memory than a few megabytes.
 * - None takes as long as a tenth of a second for the longest address, so that nobody else waits longer than for one.
 * - One that was taken before is taken again, though it be larger than those that are taken now: work that goes on with it does not end.
 */
export class Patterns extends Context.Service<
  Patterns,
  {
    readonly compile: (pattern: string, wasTaken?: boolean) => Effect.Effect<(text: string) => boolean, InvalidPattern>
  }
>()("@kittiwake/core/sites/Patterns") {}
