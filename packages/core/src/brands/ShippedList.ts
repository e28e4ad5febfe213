/** The list of brands that ships, in the index when somebody needs it. */
import { Context, Duration, Effect, Exit, Layer } from "effect"
import { bind } from "../bind.ts"
import { cachedWhilePassed } from "../passedCache.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BrandStore } from "./BrandStore.ts"
import { takeShippedBrands } from "./takeShippedBrands.ts"

/**
 * Takes the list in when somebody first waits for it.
 *
 * **Details.** All who wait share one taking, which goes on when the first of them leaves. A storage that does not answer is asked
 * again by who comes next.
 */
export class ShippedList extends Context.Service<
  ShippedList,
  { readonly ready: Effect.Effect<void, StoreUnavailable> }
>()("@kittiwake/core/brands/ShippedList") {
  static readonly layer = Layer.effect(
    ShippedList,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<BrandStore>())
      const ready = yield* cachedWhilePassed(Effect.uninterruptible(bound(takeShippedBrands)()), (exit) =>
        Exit.isSuccess(exit) ? Duration.infinity : Duration.zero
      )
      return ShippedList.of({ ready })
    })
  )
}
