/** What the operations on batches answer (contract/batches.md §2 to §8). */
import { BatchFormat, BatchStatus } from "@kittiwake/core/batches/domain/Batch"
import { Schema } from "effect"
import { closed } from "../fields.ts"
import { callFields } from "../Replies.ts"

const Format = Schema.Struct({ type: BatchFormat, options: Schema.Record(Schema.String, Schema.Unknown) })

const CrawlRecord = Schema.Struct({
  source: Schema.Union([
    closed({ type: Schema.Literal("start_url"), url: Schema.String }),
    closed({ type: Schema.Literal("sitemap"), domain: Schema.String })
  ]),
  max_pages: Schema.Int,
  max_depth: Schema.NullOr(Schema.Int),
  follow_subdomains: Schema.Boolean,
  url_pattern: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BatchCrawl" })

const IntakeRecord = Schema.Struct({
  reserved: Schema.Int,
  reserved_is_ceiling: Schema.Boolean,
  submitted: Schema.NullOr(Schema.Int),
  duplicates: Schema.Int,
  invalid: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "BatchIntake" })

const PageErrors = Schema.Array(Schema.Struct({ code: Schema.String, count: Schema.Int }))

const Progress = Schema.Struct({ succeeded: Schema.Int, failed: Schema.Int, pending: Schema.Int })

const InvalidUrls = Schema.Array(
  Schema.Struct({ url: Schema.String.annotate({ logged: "address" }), reason: Schema.String })
)

/** What every answer says of its batch. */
const told = {
  id: Schema.String,
  mode: Schema.Literals(["scrape", "crawl"]),
  format: BatchFormat,
  formats: Schema.Array(Format),
  tags: Schema.Array(Schema.String),
  crawl: Schema.NullOr(CrawlRecord),
  input: IntakeRecord
}

/** Links to the results, which end together; null until the batch has ended, and when its results are kept no longer. */
const ResultLinks = Schema.NullOr(
  Schema.Struct({
    expires_at: Schema.String,
    files: Schema.Array(
      Schema.Struct({ url: Schema.String.annotate({ logged: "never" }), items: Schema.Int, bytes: Schema.Int })
    )
  })
)

/** A batch in a list. */
export const BatchRecord = Schema.Struct({
  ...told,
  status: BatchStatus,
  progress: Progress,
  credits: Schema.Struct({
    reserved: Schema.Int,
    refunded: Schema.Int,
    ocr_charged: Schema.Int,
    net: Schema.Int
  }),
  timing: Schema.Struct({
    created_at: Schema.String,
    started_at: Schema.NullOr(Schema.String),
    completed_at: Schema.NullOr(Schema.String)
  }),
  page_errors: PageErrors,
  failure: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  results: ResultLinks
}).annotate({ identifier: "BatchSummary" })

/** One batch. */
export const BatchReply = Schema.Struct({
  ...BatchRecord.fields,
  invalid_urls: InvalidUrls,
  webhook_delivery_id: Schema.optionalKey(Schema.String),
  ...callFields
}).annotate({ identifier: "Batch" })

/** A batch as it was accepted. */
export const SubmittedBatch = Schema.Struct({
  ...told,
  status: Schema.Literal("queued"),
  credits: Schema.Struct({ reserved: Schema.Int }),
  created_at: Schema.String,
  invalid_urls: InvalidUrls,
  cache_metadata: Schema.Struct({ status: Schema.Literal("miss"), age_ms: Schema.Literal(0) }),
  /** Shown only now. */
  webhook_secret: Schema.optionalKey(Schema.String.annotate({ logged: "never" })),
  ...callFields
}).annotate({ identifier: "SubmittedBatch" })

/** A batch that is being cancelled. */
export const CancelledBatch = Schema.Struct({
  ...told,
  status: Schema.Literal("cancelling"),
  progress: Progress,
  credits: Schema.Struct({ reserved: Schema.Int }),
  timing: Schema.Struct({ created_at: Schema.String, started_at: Schema.NullOr(Schema.String) }),
  page_errors: PageErrors,
  ...callFields
}).annotate({ identifier: "CancelledBatch" })
