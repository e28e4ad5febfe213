/** What an organization's batches take: `batch_sums` is the sum of what `batch_counts` has of batches whose results are kept. */
import type { Connection } from "../Connection.ts"

export const addBytes = (db: Connection, organizationId: string, shard: number, bytes: number): void => {
  if (bytes === 0) return
  db.run(
    `insert into batch_sums as s (organization_id, shard, bytes) values (?, ?, ?)
    on conflict (organization_id, shard) do update set bytes = s.bytes + excluded.bytes`,
    organizationId,
    shard,
    bytes
  )
}

/** Counts what a batch takes that is accepted: among its pages that were read, of which there are none yet. */
export const keepBytes = (
  db: Connection,
  {
    batchId,
    bytes,
    organizationId
  }: { readonly organizationId: string; readonly batchId: string; readonly bytes: number }
): void => {
  db.run(
    `insert into batch_counts (batch_id, shard, code, pages, recovered_pages, example, bytes)
    values (?, 0, '', 0, 0, '', ?)`,
    batchId,
    bytes
  )
  addBytes(db, organizationId, 0, bytes)
}

/** The results of a batch are kept no longer, and count for its organization no more. */
export const letGoOf = (db: Connection, organizationId: string, batchId: string): void => {
  const { bytes } = db.get<{ readonly bytes: number }>(
    "select ifnull(sum(bytes), 0) as bytes from batch_counts where batch_id = ?",
    batchId
  )!
  addBytes(db, organizationId, 0, -bytes)
}
