/** `kittiwake.design`: how sites look, as promises. */
import { Design, type SiteFonts, type SiteStyleGuide } from "@kittiwake/core/design/Design"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { designRequest } from "@kittiwake/http/internal/design/requests"
import { Domain, WebUrl } from "@kittiwake/http/internal/fields"
import { knownAge, rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `extractFonts` takes: a site by its `domain`, or a page by its `directUrl`. */
export const FontsInput = Schema.Struct({
  domain: Schema.optionalKey(Domain),
  directUrl: Schema.optionalKey(WebUrl),
  /** Milliseconds since the page was looked at last; ninety days unless given. */
  maxAgeMs: Schema.optionalKey(Schema.Int),
  ...callFields
})

/** What `extractStyleguide` takes beside that: whether the page is asked for its light or its dark colours. */
export const StyleguideInput = Schema.Struct({
  ...FontsInput.fields,
  colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"]))
})

export type ExtractFonts = typeof FontsInput.Encoded
export type ExtractStyleguide = typeof StyleguideInput.Encoded

/** How sites look. Options are those of the HTTP API. */
export interface DesignMethods {
  /** Colours, type, spacing, shadows and components of a site. */
  readonly extractStyleguide: (input: ExtractStyleguide, options?: CallOptions) => Promise<SiteStyleGuide & Spent>
  /** The fonts of a site, with how much of it is set in each. */
  readonly extractFonts: (input: ExtractFonts, options?: CallOptions) => Promise<SiteFonts & Spent>
}

const readStyleguide = reads(StyleguideInput)
const readFonts = reads(FontsInput)

/** The methods for one organization, run by `run`. */
export const designMethods = (run: Run<Design>, organizationId: OrganizationId): DesignMethods => ({
  extractStyleguide: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = knownAge(yield* readStyleguide(given))
        const wanted = yield* designRequest(input)
        const call = yield* newCall(organizationId, "/web/styleguide", input, rulesOf.page, wantedBy(options))
        const { credits, value } = yield* (yield* Design).styleGuide(call, wanted)
        return { ...value, creditsUsed: credits }
      }),
      options
    ),
  extractFonts: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = knownAge(yield* readFonts(given))
        const wanted = yield* designRequest(input)
        const call = yield* newCall(organizationId, "/web/fonts", input, rulesOf.page, wantedBy(options))
        const { credits, value } = yield* (yield* Design).fonts(call, wanted)
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
