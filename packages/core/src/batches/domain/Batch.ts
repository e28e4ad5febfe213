/** Many pages that were asked for together (contract/batches.md). */
import { Duration, Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { Subscription } from "../../webhooks/domain/Subscription.ts"
import { BatchOptions } from "./BatchOptions.ts"

export const BatchId = Schema.String.pipe(Schema.brand("BatchId"))
export type BatchId = typeof BatchId.Type

export const BatchStatus = Schema.Literals(["queued", "running", "cancelling", "completed", "cancelled", "failed"])
export type BatchStatus = typeof BatchStatus.Type

export const BatchFormat = Schema.Literals(["markdown", "html"])
export type BatchFormat = typeof BatchFormat.Type

/** Where the pages of a crawl come from. */
export const CrawlSource = Schema.Union([
  Schema.Struct({ type: Schema.Literal("start_url"), url: Schema.String }),
  Schema.Struct({ type: Schema.Literal("sitemap"), domain: Schema.String })
])
export type CrawlSource = typeof CrawlSource.Type

/** How a crawl was bounded, with defaults filled in. */
export const CrawlControls = Schema.Struct({
  source: CrawlSource,
  maxPages: Schema.Int,
  /** Most links from the start; null when none was set, 0 for a sitemap. */
  maxDepth: Schema.NullOr(Schema.Int),
  followSubdomains: Schema.Boolean,
  /** RE2; null when every address is wanted. */
  urlPattern: Schema.NullOr(Schema.String)
})
export type CrawlControls = typeof CrawlControls.Type

/** What became of what was sent: `submitted = reserved + duplicates + invalid` where a list was sent. */
export const BatchIntake = Schema.Struct({
  /** Pages paid for at acceptance. */
  reserved: Schema.Int,
  /** Whether fewer pages than reserved may be found: a crawl that follows links. */
  reservedIsCeiling: Schema.Boolean,
  /** Entries sent; null for crawls. */
  submitted: Schema.NullOr(Schema.Int),
  duplicates: Schema.Int,
  /** Entries refused; null for crawls. */
  invalid: Schema.NullOr(Schema.Int)
})
export type BatchIntake = typeof BatchIntake.Type

/** An entry that was refused, as it was written, and why. */
export const InvalidUrl = Schema.Struct({ url: Schema.String, reason: Schema.String })
export type InvalidUrl = typeof InvalidUrl.Type

/** Why the batch itself failed; pages that fail do not fail it. */
export const BatchFailure = Schema.Struct({
  code: Schema.Literals(["stalled", "internal_error", "storage_error"]),
  message: Schema.String
})
export type BatchFailure = typeof BatchFailure.Type

export const BatchProgress = Schema.Struct({
  succeeded: Schema.Int,
  failed: Schema.Int,
  /** Pages not attempted; of a crawl that ended and was paid for by a ceiling, none. */
  pending: Schema.Int
})
export type BatchProgress = typeof BatchProgress.Type

/** Pages that failed for one reason. */
export const PageErrors = Schema.Struct({
  code: Schema.String,
  count: Schema.Int,
  /** A page of them. */
  example: Schema.String
})
export type PageErrors = typeof PageErrors.Type

export const BatchCredits = Schema.Struct({
  reserved: Schema.Int,
  refunded: Schema.Int,
  ocrCharged: Schema.Int
})
export type BatchCredits = typeof BatchCredits.Type

/** What stands of a batch that ended. It is counted once, when it ends, and read ever after. */
export const BatchEnd = Schema.Struct({
  at: Schema.DateTimeUtc,
  progress: BatchProgress,
  pageErrors: Schema.Array(PageErrors),
  refunded: Schema.Int,
  ocrCharged: Schema.Int,
  /** Null unless the batch failed. */
  failure: Schema.NullOr(BatchFailure)
})
export type BatchEnd = typeof BatchEnd.Type

/** The call that submitted it: what its settlement corrects in the history of usage. */
export const BatchOrigin = Schema.Struct({
  requestId: Schema.String,
  route: Schema.String,
  caller: Schema.String,
  /** What paid for it beside the organization's credits: a day of the grant that submitted it. */
  budget: Schema.optionalKey(Schema.Struct({ grantId: Schema.String, day: Schema.Int }))
})
export type BatchOrigin = typeof BatchOrigin.Type

export const Batch = Schema.Struct({
  id: BatchId,
  organizationId: OrganizationId,
  status: BatchStatus,
  format: BatchFormat,
  options: BatchOptions,
  tags: Schema.Array(Schema.String),
  /** Null when a list was sent. */
  crawl: Schema.NullOr(CrawlControls),
  intake: BatchIntake,
  /** The first entries that were refused. */
  invalidUrls: Schema.Array(InvalidUrl),
  /** Who is told when it ends; its secret is sealed. Null when nobody is. */
  subscription: Schema.NullOr(Subscription),
  origin: BatchOrigin,
  createdAt: Schema.DateTimeUtc,
  /** When its first page was claimed. */
  startedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** Null until it ended. */
  end: Schema.NullOr(BatchEnd)
})
export type Batch = typeof Batch.Type

/** What it was asked for: a list, or a site. @internal */
export const modeOf = ({ crawl }: Pick<Batch, "crawl">): "scrape" | "crawl" => (crawl === null ? "scrape" : "crawl")

/** Most entries of a list, and most pages of a crawl. @internal */
export const maxBatchPages = 100_000

/** Pages of a crawl that names no number. @internal */
export const defaultCrawlBudget = 100

/** Most refused entries that are told. @internal */
export const maxInvalidUrls = 100

/** Bounds of an entry and of the words about a batch. @internal */
export const entryLimits = { itemIdLength: 200, metaBytes: 4_096, tags: 20, tagLength: 50, patternLength: 256 } as const

/** How long results are kept after the end (spec/service.md). @internal */
export const resultsRetention = Duration.days(180)

/** A batch without progress for so long has failed. @internal */
export const stallAfter = Duration.minutes(30)
