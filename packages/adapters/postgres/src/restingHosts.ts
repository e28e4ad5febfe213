/** The hosts that rest, as processes have told them to each other. */
import { PauseKeeper, type RestsTold } from "@kittiwake/core/sharing/PauseKeeper"
import { Effect } from "effect"
import { layer } from "./PauseKeeper.ts"

const nobody: RestsTold = new Map()

/** Those too that rested within the last minute, whose rest is zero or less. */
export const restingHosts = Effect.flatMap(PauseKeeper, (keeper) =>
  keeper === null ? Effect.succeed(nobody) : keeper.resting
).pipe(Effect.provide(layer))
