/** `kittiwake.industry`: in which industries companies are, as promises. */
import { maxCodes, sicLists } from "@kittiwake/core/industries/domain/IndustryScheme"
import type { CompanyIndustries } from "@kittiwake/core/industries/Industries"
import { Industries } from "@kittiwake/core/industries/Industries"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { integer, text } from "@kittiwake/http/internal/fields"
import { industryRequest } from "@kittiwake/http/internal/industries/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `retrieveNaics` takes: the domain of a company or its name, and how many codes are wanted. */
export const NaicsInput = Schema.Struct({
  input: text(4, 2_048),
  minResults: Schema.optionalKey(integer(1, maxCodes)),
  maxResults: Schema.optionalKey(integer(1, maxCodes)),
  ...callFields
})

/** What `retrieveSic` takes beside that: the manual of 1987, or the list of the SEC. */
export const SicInput = Schema.Struct({
  ...NaicsInput.fields,
  type: Schema.optionalKey(Schema.Literals(sicLists))
})

export type RetrieveNaics = typeof NaicsInput.Encoded
export type RetrieveSic = typeof SicInput.Encoded

/** Industries of companies. Options are those of the HTTP API. */
export interface IndustryMethods {
  /** The 2022 NAICS codes of a company by its domain or its name, best first. */
  readonly retrieveNaics: (input: RetrieveNaics, options?: CallOptions) => Promise<CompanyIndustries & Spent>
  /** Its SIC codes. */
  readonly retrieveSic: (input: RetrieveSic, options?: CallOptions) => Promise<CompanyIndustries & Spent>
}

const readNaics = reads(NaicsInput)
const readSic = reads(SicInput)

/** The methods for one organization, run by `run`. */
export const industryMethods = (run: Run<Industries>, organizationId: OrganizationId): IndustryMethods => {
  const name = Effect.fnUntraced(function* (
    route: string,
    request: ReturnType<typeof industryRequest>,
    input: typeof NaicsInput.Type,
    options: CallOptions
  ) {
    const call = yield* newCall(organizationId, route, input, rulesOf.site, wantedBy(options))
    const { credits, value } = yield* (yield* Industries).name(call, request)
    return { ...value, creditsUsed: credits }
  })
  return {
    retrieveNaics: (given, options = {}) =>
      run(
        Effect.flatMap(readNaics(given), (input) =>
          name("/web/naics", industryRequest("naics_2022", input), input, options)
        ),
        options
      ),
    retrieveSic: (given, options = {}) =>
      run(
        Effect.flatMap(readSic(given), (input) =>
          name("/web/sic", industryRequest(input.type ?? "original_sic", input), input, options)
        ),
        options
      )
  }
}
