/** `kittiwake.news.search`: what sources report of a company, as a promise. */
import { News } from "@kittiwake/core/news/News"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { newsFields } from "@kittiwake/http/internal/news/api"
import { type NewsPageRecord, newsRecord } from "@kittiwake/http/internal/news/records"
import { newsRequest, rulesOfNews } from "@kittiwake/http/internal/news/requests"
import { Effect, Schema } from "effect"
import { reads } from "./input.ts"
import type { CallOptions, Run } from "./run.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `search` takes: a company, what is wanted of its news, and which page. */
export const NewsInput = Schema.Struct(newsFields)

export type SearchNews = typeof NewsInput.Encoded

/** News. Options are those of the HTTP API. */
export interface NewsMethods {
  /** A page of articles that speak of a company; ten of them cost a credit, and none costs nothing. */
  readonly search: (input: SearchNews, options?: CallOptions) => Promise<NewsPageRecord & Spent>
}

const readSearch = reads(NewsInput)

/** The methods for one organization, run by `run`. */
export const newsMethods = (run: Run<News>, organizationId: OrganizationId): NewsMethods => ({
  search: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const wanted = yield* Effect.flatMap(readSearch(given), newsRequest)
        const call = yield* newCall(organizationId, "/news/search", {}, rulesOfNews, wantedBy(options))
        const { credits, value } = yield* (yield* News).search(call, wanted)
        return { ...newsRecord(value), creditsUsed: credits }
      }),
      options
    )
})
