/** Pauses of one process: the reference for keepers that several share. */
import { Effect, Layer } from "effect"
import { passedMillis } from "../passedMillis.ts"
import { OwnPauses } from "../sharing/domain/OwnPauses.ts"
import { PauseKeeper, type PauseKeeping } from "../sharing/PauseKeeper.ts"

const makeKeeper = (): PauseKeeping => {
  const pauses = new OwnPauses()
  return {
    take: ({ host, ...asked }) => Effect.map(passedMillis, (nowMillis) => pauses.take(host, asked, nowMillis))
  }
}

/** `PauseKeeper` in memory. */
export const layer: Layer.Layer<never> = Layer.sync(PauseKeeper, makeKeeper)
