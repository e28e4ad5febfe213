/** Compares what looks at a page read with a text of it. */
import { Effect } from "effect"
import type { Capture } from "./captureText.ts"
import { type Flicker, knownFlicker } from "./domain/Flicker.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { Unstable } from "./domain/Unstable.ts"
import { TextComparer } from "./TextComparer.ts"
import { traced } from "./traced.ts"
import { unusable } from "./Unusable.ts"

/** What is known of lines that change by themselves. */
export interface KnownLines {
  readonly flicker: Flicker
  readonly unstable: Unstable
}

/** What the looks agree on, and what flickered between them. */
export const compareCaptures = Effect.fnUntraced(function* (
  before: string,
  looks: ReadonlyArray<Capture>,
  { flicker, unstable }: KnownLines,
  trace: Array<TraceStep>
) {
  // One text for all that are the same, so that nobody compares what is known to be.
  const texts = new Map(looks.map(({ fingerprint, text }) => [fingerprint, text]))
  const seen = looks.map(({ fingerprint }) => texts.get(fingerprint)!)
  return yield* (yield* TextComparer)
    .compare({ before, seen, known: knownFlicker(flicker, looks.length, unstable) })
    .pipe(
      Effect.catchTag("TooMuchToCompare", ({ message }) => unusable("timeout", message)),
      traced(trace, "compare")(({ agreed }) => (agreed?.change.isCoarse === true ? "compared coarsely" : "compared"))
    )
})
