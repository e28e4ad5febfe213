/** A batch in the words of the wire (contract/batches.md §2 and §4), for every door and every event alike. */
import { DateTime } from "effect"
import { type Batch, type BatchProgress, modeOf, type PageErrors } from "./Batch.ts"
import { creditsOf, netOf } from "./settle.ts"

const iso = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** What is made of each page, the chosen output first. */
export const formatsOf = ({ format, options }: Pick<Batch, "format" | "options">) => {
  const asHtml = { type: "html" as const, options: {} }
  if (format === "html") return [asHtml]
  const asMarkdown = { type: "markdown" as const, options: {} }
  return options.includeHtml ? [asMarkdown, asHtml] : [asMarkdown]
}

/** The bounds of a crawl; null of a list. */
export const crawlRecord = ({ crawl }: Pick<Batch, "crawl">) =>
  crawl === null
    ? null
    : {
        source: crawl.source,
        max_pages: crawl.maxPages,
        max_depth: crawl.maxDepth,
        follow_subdomains: crawl.followSubdomains,
        url_pattern: crawl.urlPattern
      }

export const intakeRecord = ({ intake }: Pick<Batch, "intake">) => ({
  reserved: intake.reserved,
  reserved_is_ceiling: intake.reservedIsCeiling,
  submitted: intake.submitted,
  duplicates: intake.duplicates,
  invalid: intake.invalid
})

/** A batch as lists tell it, but for its `results`, which are links of the one who asks. */
export const batchRecord = (
  batch: Batch,
  told: { readonly progress: BatchProgress; readonly pageErrors: ReadonlyArray<PageErrors> }
) => {
  const credits = creditsOf(batch)
  return {
    id: batch.id,
    status: batch.status,
    mode: modeOf(batch),
    format: batch.format,
    formats: formatsOf(batch),
    tags: batch.tags,
    crawl: crawlRecord(batch),
    input: intakeRecord(batch),
    progress: told.progress,
    credits: {
      reserved: credits.reserved,
      refunded: credits.refunded,
      ocr_charged: credits.ocrCharged,
      net: netOf(credits)
    },
    timing: {
      created_at: DateTime.formatIso(batch.createdAt),
      started_at: iso(batch.startedAt),
      completed_at: iso(batch.end?.at ?? null)
    },
    page_errors: told.pageErrors.map(({ code, count }) => ({ code, count })),
    failure: batch.end?.failure ?? null
  }
}

/** A batch as it is accepted: its secret is shown only now. */
export const submittedRecord = (batch: Batch) => {
  const {
    failure: _,
    page_errors: __,
    progress: ___,
    timing,
    ...told
  } = batchRecord(batch, {
    progress: { succeeded: 0, failed: 0, pending: batch.intake.reserved },
    pageErrors: []
  })
  return {
    ...told,
    status: "queued" as const,
    credits: { reserved: told.credits.reserved },
    created_at: timing.created_at,
    invalid_urls: batch.invalidUrls,
    cache_metadata: { status: "miss" as const, age_ms: 0 as const },
    ...(batch.subscription === null ? {} : { webhook_secret: batch.subscription.secret })
  }
}

/** A batch that is being cancelled. */
export const cancelledRecord = (batch: Batch, told: Parameters<typeof batchRecord>[1]) => {
  const { credits, failure: _, timing, ...rest } = batchRecord(batch, told)
  return {
    ...rest,
    status: "cancelling" as const,
    credits: { reserved: credits.reserved },
    timing: { created_at: timing.created_at, started_at: timing.started_at }
  }
}
