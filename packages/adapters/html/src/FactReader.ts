/** Reads what pages say with parse5's tree builder, and fills schemas with it. */

import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import type { Filled } from "@kittiwake/core/extraction/domain/fillSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { takesMoreThan } from "@kittiwake/core/internal/extraction/domain/fillingWork"
import { aPiece } from "@kittiwake/core/internal/organizations/inThreadTurns"
import { Duration, Effect, Layer } from "effect"
import { failureOf } from "./failureOf.ts"
import { doInline, type PageAnswer, type PageWork } from "./PageWork.ts"
import { makePageThreads, type ThreadLimits } from "./pageThreads.ts"

/** Longer pages are read in a thread of their own: this much takes some 10 ms. */
const maxInlineLength = 128 * 1024

/** Characters that are summed up at once: some 10 ms. */
const maxInlineText = 32 * 1024

/** Comparisons of a property with something that is said which filling is begun for at once; `doInline` counts what they take. */
const maxBegunComparisons = 20_000

/** Pages are read two at once. What one says takes more room than the page, and that of fifty is filled in together. */
export const defaultFactLimits: ThreadLimits = {
  threads: 2,
  background: 0,
  large: 0,
  deadline: Duration.seconds(15),
  heapMegabytes: 1_024
}

/** A `FactReader` that works on markup alone: no scripts run. */
export const layer: Layer.Layer<FactReader> = Layer.suspend(() => layerWith(defaultFactLimits))

/** The same with other limits for pages that cost much. */
export const layerWith = (limits: ThreadLimits): Layer.Layer<FactReader> =>
  Layer.effect(
    FactReader,
    Effect.gen(function* () {
      const threads = yield* makePageThreads(limits)
      const run = (work: PageWork) =>
        Effect.suspend((): ReturnType<typeof threads.run> => {
          if (isLong(work)) return threads.run(work)
          return Effect.flatMap(
            aPiece(() => doInline(work)),
            (answer) => (answer.kind === "costly" ? threads.run(work) : Effect.succeed(answer))
          )
        }).pipe(Effect.flatMap(answerOf))

      return FactReader.of({
        read: (request) => run({ kind: "facts", request }) as Effect.Effect<FactSheet, never>,
        fill: (request) => run({ kind: "fill", request }) as Effect.Effect<Filled, never>
      })
    })
  )

const isLong = (work: PageWork): boolean => {
  if (work.kind === "facts") return work.request.html.length > maxInlineLength
  if (work.kind !== "fill") return true
  const { shape, sheets } = work.request
  if (shape === null) return sheets.reduce((sum, { text }) => sum + text.length, 0) > maxInlineText
  return takesMoreThan(maxBegunComparisons, work.request)
}

const answerOf = (answer: PageAnswer) => {
  switch (answer.kind) {
    case "done":
      return Effect.succeed(answer.page)
    case "costly":
      return Effect.die(new Error("A thread of its own has no page that costs too much for it."))
    default:
      return Effect.fail(failureOf(answer))
  }
}
