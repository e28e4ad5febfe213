/** Pauses of one process: the reference for keepers that several share. */
import { Effect, Layer } from "effect"
import { passedMillis } from "../passedMillis.ts"
import { OwnPauses } from "../sharing/domain/OwnPauses.ts"
import { type RestsOfAll, restingOf, withRest } from "../sharing/domain/restsOfAll.ts"
import { maxResting, PauseKeeper, type PauseKeeping } from "../sharing/PauseKeeper.ts"

const makeKeeper = (): PauseKeeping => {
  const pauses = new OwnPauses()
  let rests: RestsOfAll = {}
  return {
    take: ({ host, ...asked }) => Effect.map(passedMillis, (nowMillis) => pauses.take(host, asked, nowMillis)),
    rest: (host, rest) =>
      Effect.map(passedMillis, (nowMillis) => {
        rests = withRest(rests, host, rest, nowMillis, maxResting)
      }),
    resting: Effect.map(passedMillis, (nowMillis) => restingOf(rests, nowMillis))
  }
}

/** `PauseKeeper` in memory. */
export const layer: Layer.Layer<never> = Layer.sync(PauseKeeper, makeKeeper)
