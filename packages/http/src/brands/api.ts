/** The operations that look brands up, as values (contract/brand.md). */
import { languages } from "@kittiwake/core/internal/brands/domain/languages"
import { Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { Domain, queryInteger, queryList, Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { callQuery, timeoutQuery, Zdr } from "../web/query.ts"
import { CacheMetadata } from "../web/records.ts"
import { Brand, SimpleBrand } from "./brandRecord.ts"
import { BrandLanguage, Country } from "./fields.ts"
import { AgeQuery, RetrieveBrand, retrieveQuery } from "./retrieveInput.ts"

const trimmed = text(1, 100)

/** What somebody typed; white space around it does not count. */
export const BrandQuery = Schema.String.pipe(
  Schema.decodeTo(trimmed, {
    decode: SchemaGetter.transform((value: string) => value.trim()),
    encode: SchemaGetter.transform((value: string) => value)
  })
)

const SearchField = Schema.Literals(["name", "domain"])

/** Fields to look in. */
export const SearchFields = Schema.Array(SearchField).check(
  Schema.makeFilter((fields: ReadonlyArray<string>) => fields.length >= 1 && fields.length <= 10, {
    expected: "name, domain or both",
    toJsonSchema: () => ({ minItems: 1, maxItems: 10 })
  })
)

/** Yes or no, also as a digit. */
const AnyBoolean = Schema.Literals(["true", "false", "1", "0"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((value: "true" | "false" | "1" | "0") => value === "true" || value === "1"),
    encode: SchemaGetter.transform((value: boolean): "true" | "false" | "1" | "0" => (value ? "true" : "false"))
  })
)

const BrandResult = Schema.Struct({
  domain: Schema.String,
  /** Empty when nobody knows. */
  name: Schema.String,
  /** Empty when there is none. */
  logo: Schema.String,
  description: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.Literals(languages))
}).annotate({ identifier: "BrandResult" })

const answered = {
  status: Schema.Literal("ok"),
  code: Schema.Literal(200),
  cache_metadata: CacheMetadata,
  /** Left out unless the deadline cut the work short. */
  partial: Schema.optionalKey(Schema.Literal(true)),
  ...callFields
}

const RetrievedRecord = Schema.Struct({ ...answered, brand: Brand }).annotate({ identifier: "RetrievedBrand" })

const retrieves = (summary: string, labels: "query" | "body") =>
  access({
    summary,
    scope: "data:execute",
    bucket: "default",
    labels,
    ...(labels === "query" ? { objects: ["timeoutOpts", "timeout"] } : {}),
    keepsReply: false
  })

export const BrandsApi = HttpApiGroup.make("brands")
  .add(
    HttpApiEndpoint.get("search", "/brand/search", {
      query: {
        query: BrandQuery,
        country: Schema.optionalKey(Country),
        language: Schema.optionalKey(BrandLanguage),
        autocomplete: Schema.optionalKey(AnyBoolean),
        queryBy: Schema.optionalKey(queryList(SearchFields)),
        typoTolerance: Schema.optionalKey(queryInteger(0, 2)),
        tags: Schema.optionalKey(queryList(Tags)),
        zdr: Schema.optionalKey(Zdr)
      },
      success: Schema.Struct({ results: Schema.Array(BrandResult), ...callFields }).annotate({
        identifier: "FoundBrands"
      }),
      error: errorsWith(408)
    }).annotateMerge(
      access({
        summary: "Find brands as somebody types",
        scope: "data:execute",
        bucket: "default",
        labels: "query"
      })
    )
  )
  .add(
    HttpApiEndpoint.post("retrieve", "/brand/retrieve", {
      payload: RetrieveBrand,
      success: RetrievedRecord,
      error: errorsWith(408, 413, 415, 422)
    }).annotateMerge(retrieves("A brand by its domain, name, address, share, page or a statement's text", "body")),
    HttpApiEndpoint.get("retrieveByQuery", "/brand/retrieve", {
      query: { ...retrieveQuery, ...timeoutQuery(1_000), ...callQuery },
      success: RetrievedRecord,
      error: errorsWith(408, 422)
    }).annotateMerge(retrieves("A brand by its domain, its name or its share", "query")),
    HttpApiEndpoint.get("retrieveSimplified", "/brand/retrieve-simplified", {
      query: {
        domain: Domain,
        maxAgeMs: Schema.optionalKey(AgeQuery),
        theme: Schema.optionalKey(Schema.Literals(["light", "dark"])),
        ...timeoutQuery(1_000),
        ...callQuery
      },
      success: Schema.Struct({ ...answered, brand: SimpleBrand }).annotate({ identifier: "RetrievedSimpleBrand" }),
      error: errorsWith(404, 408, 422)
    }).annotateMerge(retrieves("Name, colours and logos of the brand at a domain", "query"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Brands", description: "What is publicly known of brands." }))
