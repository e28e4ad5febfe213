/** Reads styles of markup and style sheets with parse5, PostCSS and css-select, in threads of their own. */
import { StyleReader } from "@kittiwake/core/design/StyleReader"
import { UnreadablePage } from "@kittiwake/core/pages/PageReader"
import { Duration, Effect, Layer } from "effect"
import { makePageThreads, type ThreadLimits } from "./pageThreads.ts"
import type { StyleAnswer } from "./styles/StyleWork.ts"

/** Two pages at once: only installations without a browser read styles so. */
const limits: ThreadLimits = {
  threads: 2,
  background: 0,
  large: 0,
  deadline: Duration.seconds(15),
  heapMegabytes: 1_024
}

const read = (answer: StyleAnswer) =>
  answer.kind === "unreadable" ? Effect.fail(new UnreadablePage(answer)) : Effect.succeed(answer)

const mistaken = Effect.die(new Error("A thread answered something else than it was asked."))

/** Starts no thread before one is needed. */
export const layer: Layer.Layer<StyleReader> = Layer.effect(
  StyleReader,
  Effect.gen(function* () {
    const threads = yield* makePageThreads(limits)
    return StyleReader.of({
      sheets: (request) =>
        threads.look({ kind: "sheets", request }).pipe(
          Effect.flatMap(read),
          Effect.flatMap((answer) => (answer.kind === "sheets" ? Effect.succeed(answer.urls) : mistaken))
        ),
      read: (request) =>
        threads.look({ kind: "styles", request }).pipe(
          Effect.flatMap(read),
          Effect.flatMap((answer) => (answer.kind === "styles" ? Effect.succeed(answer.styles) : mistaken))
        )
    })
  })
)
