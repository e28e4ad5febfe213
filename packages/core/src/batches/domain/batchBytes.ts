/** What batches take where they are kept, beside their results: pages that fail are paid back, and leave their rows. */
import type { Batch } from "./Batch.ts"
import type { BatchItem } from "./Item.ts"
import { batchText } from "./storedBatch.ts"

/** What a row takes beside its texts, with its place in an index. */
const rowBytes = 100

/** About how many bytes pages take that a batch is to fetch. */
export const itemsBytes = (items: ReadonlyArray<BatchItem>): number => {
  let bytes = rowBytes * items.length
  for (const { host, identity, itemId, meta, url } of items) {
    bytes += url.length + host.length + (identity?.length ?? 0) + (itemId?.length ?? 0) + (meta?.length ?? 0)
  }
  return bytes
}

/** About how many bytes a batch takes, and what a webhook is told of it in the end, which says most of it again. */
export const batchBytes = (batch: Batch): number => {
  const bytes = rowBytes + new TextEncoder().encode(batchText(batch)).length
  return batch.subscription === null ? bytes : 2 * bytes
}
