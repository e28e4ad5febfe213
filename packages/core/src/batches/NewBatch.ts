/** What a caller says when it submits a batch, after defaults were filled in. */
import type { Effect, Stream } from "effect"
import type { RetryPlan } from "../webhooks/domain/Subscription.ts"
import type { BatchFormat, CrawlSource } from "./domain/Batch.ts"
import type { BatchEntry } from "./domain/BatchEntry.ts"
import type { BatchOptions } from "./domain/BatchOptions.ts"

/** Where a crawl begins, and what bounds it; what is not there has its default. */
export interface NewCrawl {
  readonly source: CrawlSource
  readonly maxPages?: number
  readonly maxDepth?: number
  readonly followSubdomains?: boolean
  /** RE2. */
  readonly urlPattern?: string
}

/** Who is told when the batch ends. */
export interface BatchWebhook {
  readonly url: string
  /** Null means one attempt only, as a legacy `webhookUrl` has. */
  readonly retry: RetryPlan | null
}

/** What is asked of a batch, whatever it reads. */
export interface NewBatch {
  /** The site that is read; null for a list. */
  readonly crawl: NewCrawl | null
  readonly format: BatchFormat
  readonly options?: Partial<BatchOptions>
  readonly tags?: ReadonlyArray<string>
  readonly webhook?: BatchWebhook | null
}

/**
 * A submission as it arrives.
 *
 * **Details.** A body has its entries anywhere: what it asks for beside them may stand behind a hundred thousand of them. So the
 * entries are read first, once, in bounded pieces that are never held together, and everything else is asked for then. What is
 * wrong with the request ends either with an error, and then nothing is submitted.
 */
export interface Submission<E = never> {
  /** The entries of a list; none where a site is read. */
  readonly entries: Stream.Stream<BatchEntry, E>
  /** What is asked beside them, and the JSON that says so, by which the same request is known again. */
  readonly told: Effect.Effect<{ readonly batch: NewBatch; readonly asked: unknown }, E>
}
