/** Reads pages with parse5's tree builder and css-select. */
import { aPiece } from "@kittiwake/core/internal/organizations/inThreadTurns"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { InvalidSelector, PageReader, type PageText, type ShapedPage } from "@kittiwake/core/pages/PageReader"
import { Effect, Layer, Result } from "effect"
import { failureOf } from "./failureOf.ts"
import { makeMatching } from "./Matching.ts"
import { doInline, type PageAnswer, type PageWork } from "./PageWork.ts"
import { defaultThreadLimits, makePageThreads, type ThreadLimits } from "./pageThreads.ts"
import { compileSelectors } from "./Selectors.ts"

/** Longer pages are read in a thread of their own: this much takes some 10 ms. */
export const maxInlineLength = 256 * 1024

/** Shorter pages cost less to read than to hand to a thread and back. */
const minBehindLength = 8 * 1024

/** A `PageReader` that works on markup alone: no scripts run, no style sheets are applied. */
export const layer: Layer.Layer<PageReader> = Layer.suspend(() => layerWith(defaultThreadLimits))

/** The same with other limits for pages that cost much. */
export const layerWith = (limits: ThreadLimits): Layer.Layer<PageReader> =>
  Layer.effect(
    PageReader,
    Effect.gen(function* () {
      const threads = yield* makePageThreads(limits)

      const run = (work: Parameters<typeof lengthOf>[0]) =>
        Effect.flatMap(BackgroundWork, (isBackground): ReturnType<typeof threads.run> => {
          const length = lengthOf(work)
          if (length > maxInlineLength) return threads.run(work)
          if (isBackground && length > minBehindLength && threads.runBehind !== null) return threads.runBehind(work)
          // A crowd whose pages are there at once goes on at once, and would hold the thread for all of them.
          return Effect.flatMap(
            aPiece(() => doInline(work)),
            (answer) => (answer.kind === "costly" ? threads.run(work) : Effect.succeed(answer))
          )
        }).pipe(Effect.flatMap(pageOf))

      return PageReader.of({
        read: (request) => run({ kind: "read", request }) as Effect.Effect<PageText, never>,
        shape: (request) => run({ kind: "shape", request }) as Effect.Effect<ShapedPage, never>,
        checkSelectors: (selectors) => Effect.suspend(() => Effect.fromResult(checkAll(selectors)))
      })
    })
  )

const lengthOf = ({ kind, request }: Extract<PageWork, { readonly kind: "read" | "shape" }>): number =>
  kind === "read"
    ? request.body.length
    : (request.frames ?? []).reduce((length, { html }) => length + html.length, request.html.length)

const pageOf = (answer: PageAnswer) => {
  switch (answer.kind) {
    case "done":
      return Effect.succeed(answer.page)
    case "costly":
      return Effect.die(new Error("A thread of its own has no page that costs too much for it."))
    default:
      return Effect.fail(failureOf(answer))
  }
}

const checkAll = (selectors: ReadonlyArray<string>) =>
  compileSelectors(selectors, makeMatching()).pipe(
    Result.mapBoth({ onFailure: (bad) => new InvalidSelector(bad), onSuccess: () => undefined })
  )
