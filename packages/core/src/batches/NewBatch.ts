/** What a caller says when it submits a batch, after defaults were filled in. */
import type { Stream } from "effect"
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

/** What is fetched: a list that is read as it comes, or a site. */
export type BatchSource<E = never> =
  | {
      readonly mode: "scrape"
      /**
       * The entries. They are read once, in bounded pieces, and never held together. What is wrong with the request itself ends
       * the stream with an error, and then nothing is submitted.
       */
      readonly entries: Stream.Stream<BatchEntry, E>
    }
  | { readonly mode: "crawl"; readonly crawl: NewCrawl }

/** Who is told when the batch ends. */
export interface BatchWebhook {
  readonly url: string
  /** Null means one attempt only, as a legacy `webhookUrl` has. */
  readonly retry: RetryPlan | null
}

export interface NewBatch<E = never> {
  readonly source: BatchSource<E>
  readonly format: BatchFormat
  readonly options?: Partial<BatchOptions>
  readonly tags?: ReadonlyArray<string>
  readonly webhook?: BatchWebhook | null
}
