/** `TextComparer` on the thread that asks: for tests, and for programs whose pages are small. */
import { Effect, Layer } from "effect"
import { compareKeptStates, compareTexts } from "../monitors/domain/Diff.ts"
import { TextComparer } from "../monitors/TextComparer.ts"

export const layer: Layer.Layer<TextComparer> = Layer.succeed(
  TextComparer,
  TextComparer.of({
    compare: (texts) => Effect.sync(() => compareTexts(texts)),
    compareKept: (before, after) => Effect.sync(() => compareKeptStates(before, after))
  })
)
