/** The operation that extracts data of a site, as a value (contract/extract-answers.md §1). */
import { maxExtractPages, usualExtractPages } from "@kittiwake/core/extraction/domain/ExtractRequest"
import { maxStopAfterMillis, minStopAfterMillis } from "@kittiwake/core/sites/domain/Crawl"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { closed, integer, listOf, Tags, text, WebUrl } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { ActionInput, TimeoutBehavior, timeoutMillis, Zdr } from "../web/query.ts"
import { ExtractRecord } from "./records.ts"

const Timeout = closed({
  milliseconds: timeoutMillis(1_000),
  behavior: Schema.optionalKey(TimeoutBehavior)
})

const yes = Schema.optionalKey(Schema.Boolean)

/** What is asked of a site, beside how the call is made: the same at every door. */
export const extractFields = {
  url: WebUrl,
  schema: Schema.JsonObject,
  instructions: Schema.optionalKey(text(0, 2_000)),
  factCheck: yes,
  followSubdomains: yes,
  maxPages: Schema.optionalKey(integer(1, maxExtractPages).annotate({ default: usualExtractPages })),
  maxDepth: Schema.optionalKey(integer(0, 1_000_000)),
  includeFrames: yes,
  pdf: Schema.optionalKey(
    closed({
      shouldParse: yes,
      start: Schema.optionalKey(integer(1, 1_000_000)),
      end: Schema.optionalKey(integer(1, 1_000_000))
    })
  ),
  actions: Schema.optionalKey(listOf(ActionInput, 5)),
  waitForMs: Schema.optionalKey(integer(0, 30_000)),
  settleAnimations: yes,
  stopAfterMs: Schema.optionalKey(integer(minStopAfterMillis, maxStopAfterMillis)),
  maxAgeMs: Schema.optionalKey(integer(0, maxMaxAgeMillis))
}

/** The body of `POST /web/extract`. */
export const ExtractBody = Schema.Struct({
  ...extractFields,
  timeoutOpts: Schema.optionalKey(Timeout),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), Timeout])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}).annotate({ identifier: "ExtractRequest" })

export const ExtractionApi = HttpApiGroup.make("extraction")
  .add(
    HttpApiEndpoint.post("extract", "/web/extract", {
      payload: ExtractBody,
      success: ExtractRecord,
      error: errorsWith(404, 408, 413, 415)
    }).annotateMerge(
      access({
        summary: "What pages of a site say, in the shape of a JSON Schema",
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
  .annotateMerge(OpenApi.annotations({ title: "Extraction", description: "Data of sites." }))
