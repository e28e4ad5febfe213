/** The operations that name industries, as values (contract/design-industry.md §4, §5). */
import { maxCodes, sicLists } from "@kittiwake/core/industries/domain/IndustryScheme"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { queryInteger, text } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { callQuery, timeoutQuery } from "../web/query.ts"

const names = (summary: string) =>
  access({
    summary,
    scope: "data:execute",
    bucket: "default",
    labels: "query",
    objects: ["timeoutOpts", "timeout"],
    keepsReply: false
  })

const errors = errorsWith(404, 408, 413)

const industryQuery = {
  input: text(4, 2_048).annotate({ logged: "address" }),
  minResults: Schema.optionalKey(queryInteger(1, maxCodes)),
  maxResults: Schema.optionalKey(queryInteger(1, maxCodes)),
  ...timeoutQuery(1_000),
  ...callQuery
}

const code = {
  code: Schema.String,
  name: Schema.String,
  confidence: Schema.Literals(["high", "medium", "low"])
}

const answer = { status: Schema.Literal("ok"), domain: Schema.String }

const rest = { partial: Schema.optionalKey(Schema.Literal(true)), ...callFields }

export const NaicsRecord = Schema.Struct({
  ...answer,
  type: Schema.Literal("naics"),
  codes: Schema.Array(Schema.Struct(code)),
  ...rest
}).annotate({ identifier: "NaicsCodes" })

export const SicRecord = Schema.Struct({
  ...answer,
  type: Schema.Literal("sic"),
  classification: Schema.Literals(sicLists),
  codes: Schema.Array(
    Schema.Struct({
      ...code,
      majorGroup: Schema.optionalKey(Schema.String),
      majorGroupName: Schema.optionalKey(Schema.String),
      office: Schema.optionalKey(Schema.String)
    })
  ),
  ...rest
}).annotate({ identifier: "SicCodes" })

export const IndustryApi = HttpApiGroup.make("industry")
  .add(
    HttpApiEndpoint.get("naics", "/web/naics", {
      query: industryQuery,
      success: NaicsRecord,
      error: errors
    }).annotateMerge(names("The 2022 NAICS codes of a company, by its domain or its name")),
    HttpApiEndpoint.get("sic", "/web/sic", {
      query: { ...industryQuery, type: Schema.optionalKey(Schema.Literals(sicLists)) },
      success: SicRecord,
      error: errors
    }).annotateMerge(names("The SIC codes of a company, by its domain or its name"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Industries", description: "In which industries a company is." }))
