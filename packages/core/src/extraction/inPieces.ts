/** Work that is done in pieces, until time is over. */
import { Clock, Effect } from "effect"
import { aPiece } from "../organizations/inThreadTurns.ts"

/**
 * Runs work that yields between its pieces, each of which lets others have the thread. When time is over the work is told so, and ends with
 * what it has; `isCut` says whether that was so.
 */
export const inPieces = Effect.fnUntraced(function* <A>(
  work: Generator<void, A, boolean | undefined>,
  untilMillis: number
) {
  let isOver = false
  for (;;) {
    const step = yield* aPiece(() => work.next(isOver))
    if (step.done === true) return { value: step.value, isCut: isOver }
    yield* Effect.yieldNow
    isOver = (yield* Clock.currentTimeMillis) >= untilMillis
  }
})
