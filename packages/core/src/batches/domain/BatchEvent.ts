/** The event of a batch that ended, as its receiver reads it (contract/batches.md §9). */
import { DateTime } from "effect"
import type { EventType } from "../../webhooks/domain/Event.ts"
import type { Batch } from "./Batch.ts"
import { batchRecord } from "./batchRecord.ts"

/** What the end of a batch is called. */
export const eventOf = ({ status }: Batch): Extract<EventType, `batch.${string}`> =>
  status === "failed" ? "batch.failed" : status === "cancelled" ? "batch.cancelled" : "batch.completed"

/** The JSON text of an event. It is stored and sent byte for byte, and has no links to results: they would go stale. */
export const eventBody = (batch: Batch, eventId: string, at: DateTime.Utc): string =>
  JSON.stringify({
    event: eventOf(batch),
    id: eventId,
    created_at: DateTime.formatIso(at),
    data: {
      batch: {
        ...batchRecord(batch, { progress: batch.end!.progress, pageErrors: batch.end!.pageErrors }),
        results: null,
        invalid_urls: batch.invalidUrls
      }
    }
  })
