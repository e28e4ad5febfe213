/** Looks at pages that are under way. */
import { Context, Duration, Effect, Layer } from "effect"
import { type Join, makeFlights } from "../budget/makeFlights.ts"
import type { WebError } from "../pages/errors.ts"
import type { StyleLook } from "./lookAtStyles.ts"

/** Looks by what decides their outcome: who asks for the style guide and the fonts of a page at once has one browser look at it. */
export class LookFlights extends Context.Service<LookFlights, { readonly looking: Join<StyleLook, WebError> }>()(
  "@kittiwake/core/internal/design/LookFlights"
) {
  static readonly layer = Layer.effect(
    LookFlights,
    Effect.map(makeFlights<StyleLook, WebError>({ lingers: Duration.zero }), (looking) => LookFlights.of({ looking }))
  )
}
