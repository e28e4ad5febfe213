/** How many pages of batches, and how many batches, came to what. */
import { countersBy } from "../counters.ts"

/** Pages that were attempted. A page of a crawl that is not kept to the crawl's rules is dropped. */
export const countPages = countersBy({
  name: "kittiwake_batch_pages_total",
  description: "Pages of batches that this process ended.",
  label: "outcome",
  values: ["succeeded", "failed", "dropped", "lost"]
})

/** Batches that ended. */
export const countBatches = countersBy({
  name: "kittiwake_batches_total",
  description: "Batches that this process ended.",
  label: "status",
  values: ["completed", "failed", "cancelled"]
})
