/** The operations on batches, as values (contract/batches.md). */
import { BatchStatus } from "@kittiwake/core/batches/domain/Batch"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { PageMetadata } from "@kittiwake/core/pages/domain/PageMetadata"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access, type CallKind } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { idSuchAs, pageQuery, queryList, Tags, text } from "../fields.ts"
import { keyHeaders } from "../idempotency.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { CacheMetadata } from "../web/records.ts"
import { SubmitBatchBody } from "./input.ts"
import { BatchRecord, BatchReply, CancelledBatch, SubmittedBatch } from "./records.ts"

const batches = (
  summary: string,
  scope: Scope,
  options: { readonly weight?: number; readonly keepsReply?: boolean; readonly kind?: CallKind } = {}
) => access({ summary, scope, bucket: "batches", ...options })

/** An id of ours: anything else is the id of nothing. */
const batchParams = { batch_id: idSuchAs("batch_1f0c…") }

const pageFields = { has_more: Schema.Boolean, next_cursor: Schema.NullOr(Schema.String), ...callFields }

/** What came of a page. */
export const ResultRecord = Schema.Union([
  Schema.Struct({
    status: Schema.Literal("ok"),
    url: Schema.String,
    itemId: Schema.optionalKey(Schema.String),
    meta: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    http_status: Schema.NullOr(Schema.Int),
    final_url: Schema.String,
    markdown: Schema.optionalKey(Schema.String),
    html: Schema.optionalKey(Schema.String),
    metadata: PageMetadata,
    ocr_pages: Schema.optionalKey(Schema.Int),
    cache_metadata: CacheMetadata
  }),
  Schema.Struct({
    status: Schema.Literal("error"),
    url: Schema.String,
    itemId: Schema.optionalKey(Schema.String),
    meta: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    error_code: Schema.String,
    message: Schema.String
  })
]).annotate({ identifier: "BatchResult" })

/** A page of batches. */
export const BatchPage = Schema.Struct({ data: Schema.Array(BatchRecord), ...pageFields }).annotate({
  identifier: "BatchPage"
})

/** A page of results. */
export const ResultPage = Schema.Struct({ data: Schema.Array(ResultRecord), ...pageFields }).annotate({
  identifier: "BatchResultPage"
})

export const BatchesApi = HttpApiGroup.make("batches")
  .add(
    HttpApiEndpoint.post("submit", "/batch/submit", {
      headers: keyHeaders,
      payload: SubmitBatchBody,
      success: SubmittedBatch,
      error: errorsWith(409, 413, 415)
    }).annotateMerge(
      batches("Read up to 100,000 pages, or a site, in the background", "batches:write", {
        weight: 50,
        keepsReply: false
      })
    ),
    HttpApiEndpoint.get("list", "/batch/list", {
      query: {
        status: Schema.optionalKey(BatchStatus),
        q: Schema.optionalKey(text(1, 200)),
        search_type: Schema.optionalKey(Schema.Literals(["prefix", "exact"])),
        tags: Schema.optionalKey(queryList(Tags)),
        ...pageQuery
      },
      success: BatchPage
    }).annotateMerge(batches("List and search batches, newest first", "batches:read")),
    HttpApiEndpoint.get("get", "/batch/:batch_id", {
      params: batchParams,
      success: BatchReply,
      error: errorsWith(404)
    }).annotateMerge(batches("One batch, with fresh links to its results once it has ended", "batches:read")),
    HttpApiEndpoint.delete("remove", "/batch/:batch_id", {
      params: batchParams,
      success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true), ...callFields }).annotate({
        identifier: "RemovedBatch"
      }),
      error: errorsWith(404, 409)
    }).annotateMerge(batches("Remove a batch that has ended, with its results", "batches:write")),
    HttpApiEndpoint.get("results", "/batch/:batch_id/results", {
      params: batchParams,
      query: {
        status: Schema.optionalKey(Schema.Literals(["ok", "error"])),
        error_code: Schema.optionalKey(text(1, 100)),
        ...pageQuery
      },
      success: ResultPage,
      error: errorsWith(404, 409)
    }).annotateMerge(
      // Its pages have turns of their own (`resultPages.ts`), in which they may wait for room.
      batches("What came of the pages of a batch that has ended", "batches:read", {
        keepsReply: false,
        kind: "neither"
      })
    ),
    HttpApiEndpoint.post("cancel", "/batch/:batch_id/cancel", {
      params: batchParams,
      success: CancelledBatch.pipe(HttpApiSchema.status(202)),
      error: errorsWith(404, 409)
    }).annotateMerge(batches("Let no page of a batch begin any more", "batches:write"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Batches", description: "Read many pages in the background." }))
