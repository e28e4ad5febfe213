import type { Row } from "../../api/operations.ts"
import type { StatusKind } from "../../parts/Status.tsx"
import { shortAddress } from "../../parts/webAddress.ts"

export type BatchRow = Row<"batches.list">

/** How a batch may stand. */
export const batchStatuses = ["queued", "running", "completed", "failed", "cancelling", "cancelled"] as const

/** With which shape a batch stands. */
export const batchKind = (status: BatchRow["status"]): StatusKind => {
  if (status === "completed") return "well"
  if (status === "failed") return "needs-you"
  return status === "cancelled" ? "off" : "waiting"
}

/** What a crawl begins at, in short; null of a list. */
export const beginsAt = ({ crawl }: Pick<BatchRow, "crawl">): string | null => {
  if (crawl === null) return null
  return crawl.source.type === "sitemap" ? crawl.source.domain : shortAddress(crawl.source.url)
}

/** What tells a batch from others: what a crawl begins at, and its tags; of a list without any, which tells no address, its id. */
export const namedBy = (batch: Pick<BatchRow, "crawl" | "id" | "tags">): string => {
  const named = [beginsAt(batch) ?? "", batch.tags.join(", ")].filter((one) => one !== "")
  return named.length === 0 ? batch.id : named.join(" · ")
}

/** How much of a batch is done, from 0 to 1. */
export const shareDone = ({ progress: { failed, pending, succeeded } }: Pick<BatchRow, "progress">): number => {
  const all = failed + pending + succeeded
  return all === 0 ? 0 : (failed + succeeded) / all
}
