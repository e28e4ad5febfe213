/** Compares small texts at once and others in threads. */
import type { KeptState } from "@kittiwake/core/monitors/domain/Baseline"
import { compareKeptStates, compareTexts, type LookedTexts } from "@kittiwake/core/monitors/domain/Diff"
import { TextComparer, TooMuchToCompare } from "@kittiwake/core/monitors/TextComparer"
import { Duration, Effect, Layer } from "effect"
import { encodeInPieces } from "./inPieces.ts"
import { makeTextThreads, type TextThreads } from "./makeTextThreads.ts"
import { defaultThreadPoolLimits, type ThreadPoolLimits, type WorkEnded } from "./ThreadPool.ts"

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
    Effect.map(makeTextThreads(limits), (pool) => comparerOver(pool, limits))
  )

/** Compares in a pool that others use too. */
export const comparerOver = (pool: TextThreads, limits: ThreadPoolLimits): TextComparer["Service"] => {
  const compareInThread = Effect.fnUntraced(function* (texts: LookedTexts) {
    const distinct = [...new Set(texts.seen)]
    const before = yield* encodeInPieces(texts.before)
    const all = yield* Effect.forEach(distinct, encodeInPieces)
    const memory = [before, ...all].flatMap((pieces) => pieces.map(({ buffer }) => buffer))
    const seen = texts.seen.map((text) => distinct.indexOf(text))
    const { known } = texts
    return yield* pool.run({ kind: "compare", before, seen, texts: all, known }, memory)
  }, pool.withThread)

  const compare = Effect.fn("TextComparer.compare")(function* (texts: LookedTexts) {
    const length = texts.seen.reduce((sum, text) => sum + text.length, texts.before.length)
    if (length <= maxInlineLength) {
      const compared = compareTexts(texts, inlineSteps)
      if (!compared.isCoarse) return compared
    }
    return yield* compareInThread(texts).pipe(Effect.mapError((ended) => tooMuch(ended, limits)))
  })

  const keptInThread = Effect.fnUntraced(function* (before: KeptState, after: KeptState) {
    const [was, now] = [owned(before), owned(after)]
    const memory = [was.bytes.buffer, now.bytes.buffer]
    return yield* pool.run({ kind: "compareKept", before: was, after: now }, memory)
  }, pool.withThread)

  const compareKept = Effect.fn("TextComparer.compareKept")(function* (before: KeptState, after: KeptState) {
    if (before.bytes.length + after.bytes.length <= maxInlineLength) {
      const compared = compareKeptStates(before, after, inlineSteps)
      if (!compared.isCoarse) return compared
    }
    return yield* keptInThread(before, after).pipe(Effect.mapError((ended) => tooMuch(ended, limits)))
  })

  return TextComparer.of({ compare, compareKept })
}

/** With bytes that can be handed over: those that were read may be part of something larger. */
const owned = ({ bytes, kind }: KeptState) => ({ kind, bytes: new Uint8Array(bytes) })

const tooMuch = ({ reason }: WorkEnded, { deadline }: ThreadPoolLimits) =>
  new TooMuchToCompare({
    message: `The texts take more ${reason === "memory" ? "memory" : `than ${Duration.format(deadline)}`} to compare.`
  })
