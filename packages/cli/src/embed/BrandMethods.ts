/** `kittiwake.brand`: what is publicly known of brands, as promises. */
import { Brands, type RetrievedBrand } from "@kittiwake/core/brands/Brands"
import type { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import type { BrandRequest } from "@kittiwake/core/brands/domain/BrandRequest"
import { type BrandResult, brandResult } from "@kittiwake/core/brands/domain/BrandResult"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { BrandQuery, SearchFields } from "@kittiwake/http/internal/brands/api"
import { forTheme } from "@kittiwake/http/internal/brands/brandRecord"
import { BrandLanguage, Country } from "@kittiwake/http/internal/brands/fields"
import { brandSearch } from "@kittiwake/http/internal/brands/records"
import { brandRequest, lookupOf, ofCall, RetrieveBrand } from "@kittiwake/http/internal/brands/retrieveInput"
import { Domain, integer } from "@kittiwake/http/internal/fields"
import type { CallInput } from "@kittiwake/http/internal/web/call"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import { type CallOptions, currentOrganization, type Run } from "./run.ts"
import { callFields } from "./webInput.ts"
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

const RetrieveSimplified = Schema.Struct({
  domain: Domain,
  /** Oldest acceptable reading, in milliseconds. */
  maxAgeMs: Schema.optionalKey(Schema.Int),
  /** The ground that logos are wanted for: those that it shows come first. */
  theme: Schema.optionalKey(Schema.Literals(["light", "dark"])),
  ...callFields
})

export type RetrieveBrandInput = typeof RetrieveBrand.Encoded
export type RetrieveSimplifiedInput = typeof RetrieveSimplified.Encoded

/** A brand that was told. What nobody knows of it is null, and pictures are read with `web.asset`. */
export interface ToldBrand extends Pick<RetrievedBrand, "cache" | "isPart">, Spent {
  readonly brand: BrandProfile
}

/** Name, colours and pictures of a brand. */
export interface ToldSimpleBrand extends Omit<ToldBrand, "brand"> {
  readonly brand: Pick<BrandProfile, "domain" | "title" | "colours" | "logos" | "backdrops">
}

/** Everything that can be asked about brands. */
export interface BrandMethods {
  /** Up to ten brands by what somebody typed. Only the index is looked in, never the web. */
  readonly search: (input: SearchBrands, options?: CallOptions) => Promise<FoundBrands>
  /** A brand by its domain, its name, an address, a share, a page or the text of a statement. */
  readonly retrieve: (input: RetrieveBrandInput, options?: CallOptions) => Promise<ToldBrand>
  /** Name, colours and pictures of the brand at a domain. */
  readonly retrieveSimplified: (input: RetrieveSimplifiedInput, options?: CallOptions) => Promise<ToldSimpleBrand>
}

const readSearch = reads(SearchBrands)
const readRetrieve = reads(RetrieveBrand)
const readSimplified = reads(RetrieveSimplified)

/** The methods for one organization, run by `run`. */
export const brandMethods = (run: Run<Brands | Organizations>, organizationId: OrganizationId): BrandMethods => {
  const tell = Effect.fnUntraced(function* (
    route: string,
    input: CallInput,
    wanted: BrandRequest,
    options: CallOptions
  ) {
    const call = yield* newCall(organizationId, route, input, rulesOf.site, wantedBy(options))
    const { credits, value } = yield* (yield* Brands).retrieve(call, wanted)
    const { cache, isPart, profile } = value
    return { brand: profile, cache, isPart, creditsUsed: credits } satisfies ToldBrand as ToldBrand
  })
  return {
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
      ),
    retrieve: (given, options = {}) =>
      run(
        Effect.flatMap(readRetrieve(given), (input) =>
          tell("/brand/retrieve", ofCall(input), brandRequest(lookupOf(input), input), options)
        ),
        options
      ),
    retrieveSimplified: (given, options = {}) =>
      run(
        Effect.flatMap(readSimplified(given), (input) => {
          const wanted = brandRequest({ _tag: "Domain", domain: input.domain }, input)
          return Effect.map(
            tell("/brand/retrieve-simplified", ofCall(input), wanted, options),
            ({ brand: { backdrops, colours, domain, logos, title }, ...told }) => ({
              ...told,
              brand: { domain, title, colours, logos: forTheme(logos, input.theme ?? null), backdrops }
            })
          )
        }),
        options
      )
  }
}
