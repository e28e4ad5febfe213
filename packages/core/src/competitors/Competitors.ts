/**
 * All a caller may ask of competitors: who does what a company does, and which pages say so.
 *
 * The company is read as `companies` does, the web is searched as `search` does, and names lead to sites by links and by `CompanyNames`. What
 * pages say of two companies, and what that weighs, stands in `domain`.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { CompanyNames } from "../companies/CompanyNames.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { IndustryClassifier } from "../industries/IndustryClassifier.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { SearchUnavailable } from "../search/errors.ts"
import type { Search } from "../search/Search.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { Call } from "../web/domain/Call.ts"
import { type CompetitorRequest, type FoundCompetitors, findCompetitors } from "./findCompetitors.ts"

export type { Competitor, Confidence, Target } from "./domain/Competitor.ts"
export type { CompetitorRequest, FoundCompetitors } from "./findCompetitors.ts"

/** Everything that finding competitors stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type CompetitorsPorts = CapturePorts | ChargePorts | CompanyNames | DomainNames | IndustryClassifier | Search

/**
 * Finds competitors of companies for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered, however many were found; what is not answered costs nothing.
 */
export class Competitors extends Context.Service<
  Competitors,
  {
    /** Those who compete with a company, best first, with what says so. */
    readonly find: (
      call: Call,
      request: CompetitorRequest
    ) => Effect.Effect<Charged<FoundCompetitors>, SearchUnavailable | WebError>
  }
>()("@kittiwake/core/competitors/Competitors") {
  static readonly layer = Layer.effect(
    Competitors,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<CompetitorsPorts>())
      return Competitors.of({ find: bound(findCompetitors) })
    })
  )
}
