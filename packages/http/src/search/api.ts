/** The operation that searches the web, as a value (contract/crawl-search.md §2). */
import { longestQuery, mostDomains, mostResults, usualResults } from "@kittiwake/core/search/domain/SearchBounds"
import { searchWindows } from "@kittiwake/core/search/domain/SearchWindow"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, integer, listOf, Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { TimeoutBehavior, timeoutMillis, Zdr } from "../web/query.ts"
import { SearchRecord } from "./records.ts"
import { searchCountries } from "./searchCountries.ts"

const Timeout = closed({
  milliseconds: timeoutMillis(1),
  behavior: Schema.optionalKey(TimeoutBehavior)
})

const yes = Schema.optionalKey(Schema.Boolean)

/** A country however it is written. */
const Country = text(1, 100).pipe(
  Schema.decodeTo(Schema.Literals(searchCountries), {
    decode: SchemaGetter.transform((value: string) => value.toLowerCase() as (typeof searchCountries)[number]),
    encode: SchemaGetter.transform((value: string) => value)
  })
)

const Domains = listOf(text(1, 2_048), mostDomains)

const MarkdownOptions = closed({
  enabled: yes,
  includeLinks: yes,
  includeImages: yes,
  shortenBase64Images: yes,
  useMainContentOnly: yes,
  includeFrames: yes,
  pdf: Schema.optionalKey(
    closed({
      shouldParse: yes,
      start: Schema.optionalKey(integer(1, 1_000_000)),
      end: Schema.optionalKey(integer(1, 1_000_000))
    })
  ),
  maxAgeMs: Schema.optionalKey(integer(0, maxMaxAgeMillis)),
  waitForMs: Schema.optionalKey(integer(0, 30_000)),
  timeoutOpts: Schema.optionalKey(Timeout)
})

/** What is searched for, beside how the call is made: the same at every door. */
export const searchFields = {
  query: text(1, longestQuery),
  numResults: Schema.optionalKey(integer(usualResults, mostResults).annotate({ default: usualResults })),
  includeDomains: Schema.optionalKey(Domains),
  excludeDomains: Schema.optionalKey(Domains),
  freshness: Schema.optionalKey(Schema.Literals(searchWindows)),
  country: Schema.optionalKey(Country),
  queryFanout: yes,
  markdownOptions: Schema.optionalKey(MarkdownOptions)
}

/** The body of `POST /web/search`. */
export const SearchBody = Schema.Struct({
  ...searchFields,
  timeoutOpts: Schema.optionalKey(Timeout),
  timeoutMS: Schema.optionalKey(timeoutMillis(1)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1), Timeout])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}).annotate({ identifier: "SearchRequest" })

export const SearchApi = HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.post("search", "/web/search", {
      payload: SearchBody,
      success: SearchRecord,
      error: errorsWith(408, 413, 415)
    }).annotateMerge(
      access({
        summary: "Pages of the web that fit a query, as Markdown where that is wanted",
        scope: "data:execute",
        bucket: "default",
        labels: "body",
        weight: 1,
        keepsReply: false
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Search", description: "Finding pages of the web." }))
