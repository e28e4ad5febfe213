/** `kittiwake.web.extractCompetitors`: who competes with a company, as a promise. */
import { Competitors, type FoundCompetitors } from "@kittiwake/core/competitors/Competitors"
import { maxCompetitors } from "@kittiwake/core/competitors/domain/Competitor"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { competitorRequest } from "@kittiwake/http/internal/competitors/requests"
import { Domain, integer } from "@kittiwake/http/internal/fields"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `extractCompetitors` takes: the domain of a company, and how many are wanted. */
export const CompetitorsInput = Schema.Struct({
  domain: Domain,
  numCompetitors: Schema.optionalKey(integer(1, maxCompetitors)),
  ...callFields
})

export type FindCompetitors = typeof CompetitorsInput.Encoded

/** Competitors of companies. Options are those of the HTTP API. */
export interface CompetitorMethods {
  /** Who competes with a company, best first, with the pages that say so. */
  readonly extractCompetitors: (input: FindCompetitors, options?: CallOptions) => Promise<FoundCompetitors & Spent>
}

const readCompetitors = reads(CompetitorsInput)

/** The methods for one organization, run by `run`. */
export const competitorMethods = (run: Run<Competitors>, organizationId: OrganizationId): CompetitorMethods => ({
  extractCompetitors: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = yield* readCompetitors(given)
        const call = yield* newCall(organizationId, "/web/competitors", input, rulesOf.site, wantedBy(options))
        const { credits, value } = yield* (yield* Competitors).find(call, competitorRequest(input))
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
