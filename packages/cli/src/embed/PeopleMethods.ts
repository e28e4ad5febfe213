/** `kittiwake.people.enrich`: who somebody is, as a promise. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { type Enrichment, People } from "@kittiwake/core/people/People"
import { clueFields } from "@kittiwake/http/internal/people/api"
import { checkPeoplePlan, personClues, rulesOfPeople } from "@kittiwake/http/internal/people/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import { type CallOptions, currentOrganization, type Run } from "./run.ts"
import { callFields } from "./webInput.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `enrich` takes: what is known of a person. */
export const EnrichInput = Schema.Struct({ ...clueFields, ...callFields })

export type EnrichPerson = typeof EnrichInput.Encoded

/** People. Options are those of the HTTP API. */
export interface PeopleMethods {
  /** Who is meant, how surely, and by which signs; `match` is null where nobody was found, which costs nothing. */
  readonly enrich: (input: EnrichPerson, options?: CallOptions) => Promise<Enrichment & Spent>
}

const readEnrich = reads(EnrichInput)

/** The methods for one organization, run by `run`. */
export const peopleMethods = (run: Run<Organizations | People>, organizationId: OrganizationId): PeopleMethods => ({
  enrich: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = yield* readEnrich(given)
        const clues = yield* personClues(input)
        const call = yield* newCall(organizationId, "/people/enrich", input, rulesOfPeople, wantedBy(options))
        yield* checkPeoplePlan(yield* currentOrganization(organizationId))
        const { credits, value } = yield* (yield* People).enrich(call, clues)
        return { ...value, creditsUsed: credits }
      }),
      options
    )
})
