/** The operation that searches news, as a value (contract/news.md). */
import { articleTypes } from "@kittiwake/core/news/domain/ReportedArticle"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { Exchange, Isin, Ticker } from "../brands/retrieveInput.ts"
import { errorsWith } from "../errors.ts"
import { closed, Domain, integer, Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { NewsRecord } from "./records.ts"

/** Languages of articles that may be asked for. */
export const articleLanguages = ["ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "nl", "pt", "ru", "zh"] as const

/** Countries of publishers that may be asked for. */
export const sourceCountries = [
  ...(["ae", "ar", "au", "ca", "cg", "ch", "cl", "cz", "de", "fi", "fr", "gb", "hk"] as const),
  ...(["il", "in", "jp", "kr", "mx", "ng", "nl", "qa", "sa", "se", "sg", "us", "za"] as const)
] as const

/** The orders of articles. */
export const newsOrders = ["newest", "relevance"] as const

/** How a company may be named. */
export const Entity = Schema.Union([
  closed({ type: Schema.Literal("name"), name: text(2, 200) }),
  closed({ type: Schema.Literal("domain"), domain: Domain }),
  closed({ type: Schema.Literal("ticker"), ticker: Ticker, exchange: Schema.optionalKey(Exchange) }),
  closed({ type: Schema.Literal("isin"), isin: Isin })
]).annotate({
  identifier: "NewsEntity",
  expected: "an object whose type is name, domain, ticker or isin"
})

/** Most values of a filter. */
const mostValues = 3

/** One value, or a list of some. */
const some = <S extends Schema.Codec<string, string>>(item: S) =>
  Schema.optionalKey(
    Schema.Union([
      item,
      Schema.Array(item).check(
        Schema.makeFilter(({ length }: ReadonlyArray<unknown>) => length >= 1 && length <= mostValues, {
          expected: `a list of 1 to ${mostValues} items`,
          toJsonSchema: () => ({ minItems: 1, maxItems: mostValues })
        })
      )
    ])
  )

/** Milliseconds since 1970, as far as dates go. */
const epochMillis = Schema.optionalKey(integer(-8_640_000_000_000_000, 8_640_000_000_000_000))

const Filter = closed({
  sourceDomain: some(Domain),
  sourceCountry: some(Schema.Literals(sourceCountries)),
  articleLanguage: some(Schema.Literals(articleLanguages)),
  articleType: some(Schema.Literals(articleTypes)),
  date: Schema.optionalKey(closed({ from: epochMillis, to: epochMillis }))
})

const Order = closed({ type: Schema.Literals(newsOrders) })

/** What is searched for: the same at every door. */
export const newsFields = {
  searchBy: closed({ type: Schema.Literal("entity"), entity: Entity }),
  filterBy: Schema.optionalKey(Filter),
  /** Another name of `filterBy`. */
  filters: Schema.optionalKey(Filter),
  sortBy: Schema.optionalKey(Order),
  /** Another name of `sortBy`. */
  sort: Schema.optionalKey(Order),
  limit: Schema.optionalKey(integer(1, 100).annotate({ default: 10 })),
  cursor: Schema.optionalKey(Schema.NullOr(text(1, 300)))
}

/** The body of `POST /news/search`. */
export const NewsBody = Schema.Struct({ ...newsFields, tags: Schema.optionalKey(Tags) }).annotate({
  identifier: "SearchNewsRequest"
})

export const NewsApi = HttpApiGroup.make("news")
  .add(
    HttpApiEndpoint.post("search", "/news/search", {
      payload: NewsBody,
      success: NewsRecord,
      error: errorsWith(408, 413, 415)
    }).annotateMerge(
      access({
        summary: "News of a company, page by page",
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
  .annotateMerge(OpenApi.annotations({ title: "News", description: "What sources report of companies." }))
