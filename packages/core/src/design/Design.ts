/**
 * What sites look like, for those who pay for it: their style guides and their fonts.
 *
 * A page is looked at once (`lookAtStyles`: kept, in a browser, or by its style sheets alone), and both are made of that look.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { EmailDomains } from "../sites/EmailDomains.ts"
import { type PrefetchError, type PrefetchedSite, type PrefetchRequest, prefetchSite } from "../sites/prefetchSite.ts"
import { makeSiteQueue } from "../sites/siteQueue.ts"
import type { Call } from "../web/domain/Call.ts"
import type { EgressRules } from "../web/EgressRules.ts"
import {
  type DesignRequest,
  extractFonts,
  extractStyleGuide,
  type SiteFonts,
  type SiteStyleGuide
} from "./extractDesign.ts"
import { LookFlights } from "./LookFlights.ts"
import type { StyleReader } from "./StyleReader.ts"
import { isStyleKept, warmStyles } from "./warmStyles.ts"

export type { DesignRequest, SiteFonts, SiteStyleGuide } from "./extractDesign.ts"

type Answer<A> = Effect.Effect<Charged<A>, WebError>

/** Everything that looking at pages stands on. */
export type DesignPorts = CapturePorts | ChargePorts | EgressRules | EmailDomains | StyleReader

/** A call is charged once, by its request id, when it is answered; what is not answered costs nothing. */
export class Design extends Context.Service<
  Design,
  {
    /** The style guide of a site, or of one page of it. */
    readonly styleGuide: (call: Call, request: DesignRequest) => Answer<SiteStyleGuide>

    /** The fonts of a site, or of one page of it. */
    readonly fonts: (call: Call, request: DesignRequest) => Answer<SiteFonts>

    /** Looks at the front page of a site ahead of time, in its own time and at nobody's cost. */
    readonly prefetch: (
      organizationId: OrganizationId,
      request: PrefetchRequest
    ) => Effect.Effect<PrefetchedSite, PrefetchError>
  }
>()("@kittiwake/core/design/Design") {
  static readonly layer = Layer.effect(
    Design,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<DesignPorts | LookFlights>())
      const queue = yield* makeSiteQueue(bound(warmStyles))
      return Design.of({
        styleGuide: bound(extractStyleGuide),
        fonts: bound(extractFonts),
        prefetch: bound(prefetchSite(queue, isStyleKept))
      })
    })
  ).pipe(Layer.provide(LookFlights.layer))
}
