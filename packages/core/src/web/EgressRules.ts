/** Which addresses may be asked, told before anybody asks. */
import { Context, Effect, Layer, Option } from "effect"
import { findRefusal, type UrlRefusal } from "./domain/Egress.ts"
import type { EgressPolicy } from "./domain/EgressPolicy.ts"

/**
 * Judges an address that somebody wrote down, so that work which could never be done is refused at once.
 *
 * **Contract**
 *
 * - What is refused here is never connected to. What passes may still be refused when its name is looked up.
 * - Nothing is looked up and nothing is asked.
 */
export class EgressRules extends Context.Service<
  EgressRules,
  {
    /** Why this URL may not be asked for, in words for whoever wrote it. */
    readonly refusal: (url: string) => Effect.Effect<Option.Option<UrlRefusal>>
  }
>()("@kittiwake/core/web/EgressRules") {
  /** The rules of one policy. */
  static readonly layerOf = (policy: EgressPolicy): Layer.Layer<EgressRules> =>
    Layer.succeed(
      EgressRules,
      EgressRules.of({ refusal: (url) => Effect.sync(() => Option.fromNullOr(findRefusal(url, policy))) })
    )
}
