/** Compares small texts at once and others in threads. */
import { compareTexts, type ThreeTexts } from "@kittiwake/core/monitors/domain/Diff"
import { TextComparer, TooMuchToCompare } from "@kittiwake/core/monitors/TextComparer"
import { Duration, Effect, Layer } from "effect"
import { decodeInPieces, encodeInPieces } from "./inPieces.ts"
import { defaultThreadPoolLimits, makeThreadPool, type ThreadPoolLimits, type WorkEnded } from "./ThreadPool.ts"

/** Texts that are longer together are compared in a thread: this much takes some 5 ms. */
export const maxInlineLength = 128 * 1024

/** Steps of a comparison on the thread that asks, some 5 ms; one that needs more is done again in another. */
const inlineSteps = 250_000

/** With the limits that hold when nothing else is said. */
export const layer: Layer.Layer<TextComparer> = Layer.suspend(() => layerWith(defaultThreadPoolLimits))

/** The same with other limits. */
export const layerWith = (limits: ThreadPoolLimits): Layer.Layer<TextComparer> =>
  Layer.effect(
    TextComparer,
    Effect.gen(function* () {
      const pool = yield* makeThreadPool(limits)

      const compareInThread = Effect.fnUntraced(function* (texts: ThreeTexts) {
        const before = yield* encodeInPieces(texts.before)
        const first = texts.first === texts.second ? null : yield* encodeInPieces(texts.first)
        const second = yield* encodeInPieces(texts.second)
        const memory = [...before, ...(first ?? []), ...second].map(({ buffer }) => buffer)
        const { agreed } = yield* pool.run({ kind: "compare", before, first, second }, memory)
        if (agreed === null) return null
        const isWhole = agreed.text === null
        const text = isWhole ? texts.second : yield* decodeInPieces(agreed.text!)
        return { text, isWhole, change: agreed.change }
      }, pool.withThread)

      const compare = Effect.fn("TextComparer.compare")(function* (texts: ThreeTexts) {
        const length = texts.before.length + texts.first.length + texts.second.length
        if (length <= maxInlineLength) {
          const { agreed, isCoarse } = compareTexts(texts, inlineSteps)
          if (!isCoarse) return agreed
        }
        return yield* compareInThread(texts).pipe(Effect.mapError((ended) => tooMuch(ended, limits)))
      })

      return TextComparer.of({ compare })
    })
  )

const tooMuch = ({ reason }: WorkEnded, { deadline }: ThreadPoolLimits) =>
  new TooMuchToCompare({
    message: `The texts take more ${reason === "memory" ? "memory" : `than ${Duration.format(deadline)}`} to compare.`
  })
