/** Batches between rows and the domain. */
import type { StoredBatch } from "@kittiwake/core/batches/BatchStore"
import type { WorkedBatch } from "@kittiwake/core/batches/BatchWorkStore"
import type { BatchStatus } from "@kittiwake/core/batches/domain/Batch"
import { readFiles } from "@kittiwake/core/batches/domain/ResultFile"
import type { BatchTally } from "@kittiwake/core/batches/domain/settle"
import { readBatchText, readEndText } from "@kittiwake/core/internal/batches/domain/storedBatch"
import { Subscription } from "@kittiwake/core/webhooks/domain/Subscription"
import { DateTime, Schema } from "effect"

const decodeSubscription = Schema.decodeUnknownSync(Schema.NullOr(Schema.toCodecJson(Subscription)))

/** Pages of a batch `b` that were attempted, and pages that are under way. */
export const attempted = "(select coalesce(sum(c.pages), 0)::integer from batch_counts c where c.batch_id = b.id)"
export const underWay =
  "(select count(*)::integer from batch_items i where i.batch_id = b.id and i.state = 1 and i.lease_until is not null)"
// `offset 0` has it looked up for each batch: where statistics are old, the server would rather gather all pages that wait.
export const isWaiting = "exists (select from batch_items i where i.batch_id = b.id and i.state = 0 offset 0)"

/** The first and the last host at which pages of it wait. */
export const firstHost = `(select i.host from batch_items i where i.batch_id = b.id and i.state = 0 order by i.host limit 1)`
export const lastHost = firstHost.replace("limit", "desc limit")

/** Whether nothing is left to do. */
export const isDone = `(${underWay} = 0 and (b.status = 'cancelling' or not ${isWaiting} or ${attempted} >= b.reserved))`

/** Selects a batch `b` with its subscription `s`. */
export const batchColumns = `
  b.id, b.body, b.status, b.started_at as "startedAt", b.ending, b.files,
  case when s.id is null then null else json_build_object('id', s.id, 'organizationId', s.organization_id, 'url', s.url,
    'events', s.events, 'retry', s.retry, 'secret', s.secret, 'failure', s.failure) end as subscription,
  (select coalesce(json_agg(json_build_array(c.code, c.pages, c.recovered_pages, c.example)), '[]'::json)
    from batch_counts c where c.batch_id = b.id) as counts`

type Count = readonly [code: string, pages: number, recoveredPages: number, example: string]

/** A row of `batchColumns`. */
export interface BatchRow {
  readonly body: string
  readonly status: string
  readonly startedAt: string | null
  readonly ending: string | null
  readonly files: string | null
  readonly subscription: unknown
  readonly counts: ReadonlyArray<Count>
}

const tallyOf = (counts: ReadonlyArray<Count>): BatchTally => {
  const tally = { succeeded: 0, failed: 0, recoveredPages: 0 }
  for (const [code, pages, recoveredPages] of counts) {
    tally[code === "" ? "succeeded" : "failed"] += pages
    tally.recoveredPages += recoveredPages
  }
  const errors = counts.filter(([code]) => code !== "").map(([code, count, , example]) => ({ code, count, example }))
  return { ...tally, errors }
}

export const toStoredBatch = (row: BatchRow): StoredBatch => ({
  batch: readBatchText(row.body, {
    status: row.status as BatchStatus,
    startedAt: row.startedAt === null ? null : DateTime.makeUnsafe(row.startedAt),
    end: row.ending === null ? null : readEndText(row.ending),
    subscription: decodeSubscription(row.subscription)
  }),
  tally: tallyOf(row.counts),
  files: readFiles(row.files)
})

/** What a worker needs of a batch. */
export const toWorked = ({
  body,
  scopeUrl
}: {
  readonly body: string
  readonly scopeUrl: string | null
}): WorkedBatch => {
  const unchanged = { status: "running", startedAt: null, end: null, subscription: null } as const
  const { crawl, format, id, options, organizationId } = readBatchText(body, unchanged)
  return { id, organizationId, format, options, crawl, scopeUrl }
}
