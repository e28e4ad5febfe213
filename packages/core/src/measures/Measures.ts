/** What whoever watches an installation may ask of its storage. */
import { Context, DateTime, Duration, Effect, Exit, Layer } from "effect"
import { cachedWhilePassed } from "../passedCache.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { type Backlog, BacklogStore } from "./BacklogStore.ts"

/** However many ask, the storage is asked once in this time. */
const backlogLasts = Duration.seconds(10)

export class Measures extends Context.Service<
  Measures,
  {
    /** How much is due that nobody has begun, as it was some seconds ago at most. */
    readonly backlog: Effect.Effect<Backlog, StoreUnavailable>
  }
>()("@kittiwake/core/measures/Measures") {
  static readonly layer = Layer.effect(
    Measures,
    Effect.gen(function* () {
      const { look } = yield* BacklogStore
      const backlog = yield* cachedWhilePassed(Effect.flatMap(DateTime.now, look), (exit) =>
        // A storage that does not answer is asked again by the next.
        Exit.isSuccess(exit) ? backlogLasts : Duration.zero
      )
      return Measures.of({ backlog })
    })
  )
}
