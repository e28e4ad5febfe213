/**
 * All a caller may ask of the data on a site.
 *
 * A few pages are chosen by the words of the schema and the instructions, and read as any others; what they say fills the schema. How
 * that is done stands in `domain`, and `monitors` watch sites by the same means.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import type { Call } from "../web/domain/Call.ts"
import type { ExtractRequest } from "./domain/ExtractRequest.ts"
import { extractSite, type SiteData } from "./extractSite.ts"
import type { FactReader } from "./FactReader.ts"

export type { ExtractRequest } from "./domain/ExtractRequest.ts"
export type { PageCounts, SiteData } from "./extractSite.ts"

/** Everything that extracting data stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type ExtractionPorts = CapturePorts | ChargePorts | DomainNames | FactReader | SitemapReader

/**
 * Extracts data for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when it is answered; what is not answered costs nothing. Where a model is set it
 * is asked for what rules find nowhere, and its failure changes nothing of what they find.
 */
export class Extraction extends Context.Service<
  Extraction,
  {
    /** Data of a site, with what says each value. */
    readonly extractData: (call: Call, request: ExtractRequest) => Effect.Effect<Charged<SiteData>, WebError>
  }
>()("@kittiwake/core/extraction/Extraction") {
  static readonly layer = Layer.effect(
    Extraction,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<ExtractionPorts>())
      return Extraction.of({ extractData: bound(extractSite) })
    })
  )
}
