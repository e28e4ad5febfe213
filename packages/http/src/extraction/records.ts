/** What is answered of the data of a site (contract/extract-answers.md §1). */
import type { SiteData } from "@kittiwake/core/extraction/Extraction"
import { ActionOutcome } from "@kittiwake/core/pages/domain/BrowserAction"
import { Schema } from "effect"
import { callFields } from "../Replies.ts"
import { CacheMetadata, cacheMetadata } from "../web/records.ts"

export const EvidenceRecord = Schema.Struct({
  /** JSON pointer into `data`. */
  path: Schema.String,
  url: Schema.String,
  quote: Schema.String
}).annotate({ identifier: "Evidence" })

export const ExtractRecord = Schema.Struct({
  status: Schema.Literal("ok"),
  url: Schema.String,
  urls_analyzed: Schema.Array(Schema.String),
  data: Schema.JsonObject,
  evidence: Schema.Array(EvidenceRecord),
  metadata: Schema.Struct({
    numUrls: Schema.Int,
    maxCrawlDepth: Schema.Int,
    numSucceeded: Schema.Int,
    numFailed: Schema.Int,
    numSkipped: Schema.Int,
    numBlocked: Schema.Int,
    actionsApplied: Schema.optionalKey(Schema.Array(ActionOutcome))
  }),
  partial: Schema.optionalKey(Schema.Literal(true)),
  cache_metadata: CacheMetadata,
  ...callFields
}).annotate({ identifier: "ExtractedData" })

export const evidenceRecord = ({ path, quote, url }: SiteData["evidence"][number]) => ({ path, url, quote })

/** As it is answered. */
export const extractRecord = ({
  actionsApplied,
  cache,
  counts,
  data,
  evidence,
  isPart,
  url,
  urlsAnalyzed
}: SiteData) => ({
  status: "ok" as const,
  url,
  urls_analyzed: urlsAnalyzed,
  data,
  evidence: evidence.map(evidenceRecord),
  metadata: {
    numUrls: counts.succeeded + counts.failed + counts.blocked,
    maxCrawlDepth: counts.deepest,
    numSucceeded: counts.succeeded,
    numFailed: counts.failed,
    numSkipped: counts.skipped,
    numBlocked: counts.blocked,
    ...(actionsApplied === null ? {} : { actionsApplied })
  },
  ...(isPart ? { partial: true as const } : {}),
  cache_metadata: cacheMetadata(cache)
})
