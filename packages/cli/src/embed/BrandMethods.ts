/** `kittiwake.brand`: what is publicly known of brands, as promises. */
import { Brands } from "@kittiwake/core/brands/Brands"
import { type BrandResult, brandResult } from "@kittiwake/core/brands/domain/BrandResult"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { BrandLanguage, BrandQuery, Country, SearchFields } from "@kittiwake/http/internal/brands/api"
import { brandSearch } from "@kittiwake/http/internal/brands/records"
import { integer } from "@kittiwake/http/internal/fields"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import { type CallOptions, currentOrganization, type Run } from "./run.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

const SearchBrands = Schema.Struct({
  /** What somebody typed: a part of a name, or of an address. */
  query: BrandQuery,
  /** Only brands of this country: two letters in upper case. */
  country: Schema.optionalKey(Country),
  /** Only brands that write in this language. */
  language: Schema.optionalKey(BrandLanguage),
  /** Whether the beginning of a word is enough; it is unless given. */
  autocomplete: Schema.optionalKey(Schema.Boolean),
  /** Where to look; names and domains unless given. */
  queryBy: Schema.optionalKey(SearchFields),
  /** Typos that a word may have, two at most; none unless given. */
  typoTolerance: Schema.optionalKey(integer(0, 2))
})
export type SearchBrands = typeof SearchBrands.Encoded

/** Brands that were found: by their names, then by their domains, the popular first in each. */
export interface FoundBrands extends Spent {
  readonly results: ReadonlyArray<BrandResult>
}

/** Everything that can be asked about brands. */
export interface BrandMethods {
  /** Up to ten brands by what somebody typed. Only the index is looked in, never the web. */
  readonly search: (input: SearchBrands, options?: CallOptions) => Promise<FoundBrands>
}

const readSearch = reads(SearchBrands)

/** The methods for one organization, run by `run`. */
export const brandMethods = (run: Run<Brands | Organizations>, organizationId: OrganizationId): BrandMethods => ({
  search: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = yield* readSearch(given)
        const call = yield* newCall(organizationId, "/brand/search", {}, rulesOf.site, wantedBy(options))
        const organization = yield* currentOrganization(organizationId)
        const { credits, value } = yield* (yield* Brands).search(call, organization, brandSearch(input))
        return { results: value.map(brandResult), creditsUsed: credits }
      }),
      options
    )
})
