/** `kittiwake.web.extract`: data of sites, as promises. */
import { Extraction, type SiteData } from "@kittiwake/core/extraction/Extraction"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { extractFields } from "@kittiwake/http/internal/extraction/api"
import { extractRequest, rulesOfExtract, withExtractAge } from "@kittiwake/http/internal/extraction/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy, withinPlan } from "./webRequest.ts"

/** What `extract` takes: a start, a JSON Schema of what is wanted, and how far to look. */
export const ExtractInput = Schema.Struct({ ...extractFields, ...callFields })

export type ExtractData = typeof ExtractInput.Encoded

/** Data of sites. Options are those of the HTTP API. */
export interface ExtractionMethods {
  /** What pages of a site say, in the shape of a JSON Schema, with the passage that says each value. */
  readonly extract: (input: ExtractData, options?: CallOptions) => Promise<SiteData & Spent>
}

const readExtract = reads(ExtractInput)

/** The methods for one organization, run by `run`. */
export const extractionMethods = (
  run: Run<Extraction | Organizations>,
  organizationId: OrganizationId
): ExtractionMethods => ({
  extract: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = withExtractAge(yield* readExtract(given))
        yield* withinPlan(organizationId, input)
        const wanted = yield* extractRequest({ organization: { id: organizationId } }, input)
        const call = yield* newCall(organizationId, "/web/extract", input, rulesOfExtract(wanted), wantedBy(options))
        const { credits, value } = yield* (yield* Extraction).extractData(call, wanted)
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
