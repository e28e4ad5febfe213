/**
 * All a caller may ask of the search: pages of the web.
 *
 * Whoever stands behind `SearchBackends` is asked, the pages that the installation has read among them; what a question is, what fits it
 * and how lists become one stands in `domain`.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { DeadlinePassed } from "../web/errors.ts"
import type { SearchUnavailable } from "./errors.ts"
import { SearchRounds } from "./SearchRounds.ts"
import { type FoundPages, type SearchPorts, searchWeb, type WebQuestion } from "./searchWeb.ts"

export type { FoundHit } from "./domain/mergeHits.ts"
export type { AskedBackend } from "./SearchRounds.ts"
export type { FoundPages, WebQuestion } from "./searchWeb.ts"

export class Search extends Context.Service<
  Search,
  {
    /** Pages that fit, for other work that looks for them: nothing is charged. */
    readonly find: (question: WebQuestion) => Effect.Effect<FoundPages, DeadlinePassed | SearchUnavailable>
  }
>()("@kittiwake/core/search/Search") {
  /** Gives `SearchRounds` too, so that whoever else searches knows which backends rest. */
  static readonly layer = Layer.effect(
    Search,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<SearchPorts>())
      return Search.of({ find: bound(searchWeb) })
    })
  ).pipe(Layer.provideMerge(SearchRounds.layer))
}
