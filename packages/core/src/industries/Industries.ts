/**
 * All a caller may ask of industries: the codes of a company.
 *
 * A company is a site here, and a name leads to one (`CompanyNames`): a few of its pages are read as `companies` does, and what they
 * say is weighed against lists of industries that agencies of the United States publish. What a code is, and how a list is searched,
 * stands in `domain`.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { CompanyNames } from "../companies/CompanyNames.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { Call } from "../web/domain/Call.ts"
import type { IndustryClassifier } from "./IndustryClassifier.ts"
import { type CompanyIndustries, type IndustryRequest, nameIndustries } from "./nameIndustries.ts"

export type { CompanyIndustries, IndustryRequest, NamedIndustry } from "./nameIndustries.ts"

/** Everything that naming industries stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type IndustriesPorts = CapturePorts | ChargePorts | CompanyNames | DomainNames | IndustryClassifier

/**
 * Names the industries of companies for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered; what is not answered costs nothing.
 */
export class Industries extends Context.Service<
  Industries,
  {
    /** The codes of a company in a list, best first. */
    readonly name: (call: Call, request: IndustryRequest) => Effect.Effect<Charged<CompanyIndustries>, WebError>
  }
>()("@kittiwake/core/industries/Industries") {
  static readonly layer = Layer.effect(
    Industries,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<IndustriesPorts>())
      return Industries.of({ name: bound(nameIndustries) })
    })
  )
}
