/** The operation that looks brands up, as a value (contract/brand.md, GET /brand/search). */
import { languages } from "@kittiwake/core/internal/brands/domain/languages"
import { Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { queryInteger, queryList, Tags, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { Zdr } from "../web/query.ts"

const trimmed = text(1, 100)

/** What somebody typed; white space around it does not count. */
export const BrandQuery = Schema.String.pipe(
  Schema.decodeTo(trimmed, {
    decode: SchemaGetter.transform((value: string) => value.trim()),
    encode: SchemaGetter.transform((value: string) => value)
  })
)

/** Two letters in upper case. */
export const Country = Schema.String.check(
  Schema.makeFilter((value: string) => /^[A-Z]{2}$/.test(value), {
    expected: "two letters in upper case, such as DE",
    toJsonSchema: () => ({ pattern: "^[A-Z]{2}$" })
  })
)

export const BrandLanguage = Schema.Literals(languages).annotate({
  expected: "the English name of a language in lower case, such as german"
})

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
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Brands", description: "What is publicly known of brands." }))
