/** `kittiwake.web.search`: pages of the web that fit a query, as promises. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Search, type SearchAnswer } from "@kittiwake/core/search/Search"
import { searchFields } from "@kittiwake/http/internal/search/api"
import { searchRequest, withSearchAge } from "@kittiwake/http/internal/search/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `search` takes: a query, what narrows it, and how hits are read. */
export const SearchInput = Schema.Struct({ ...searchFields, ...callFields })

export type SearchPages = typeof SearchInput.Encoded

/** Finding pages. Options are those of the HTTP API. */
export interface SearchMethods {
  /** Pages that fit a query, best first, as Markdown where `markdownOptions.enabled` asks for it. */
  readonly search: (input: SearchPages, options?: CallOptions) => Promise<SearchAnswer & Spent>
}

const readSearch = reads(SearchInput)

/** The methods for one organization, run by `run`. */
export const searchMethods = (run: Run<Search>, organizationId: OrganizationId): SearchMethods => ({
  search: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = withSearchAge(yield* readSearch(given))
        const wanted = yield* searchRequest(input)
        const call = yield* newCall(organizationId, "/web/search", input, rulesOf.site, wantedBy(options))
        const { credits, value } = yield* (yield* Search).search(call, wanted)
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
