/** What an organization's batches take: `batch_sums` is the sum of what `batch_counts` has of batches whose results are kept. */
import type { SqlClient } from "effect/sql"

/** Counts what a write has recorded. */
export const addedBytes = (
  sql: SqlClient.SqlClient,
  { bytes, organizationId, shard }: { readonly organizationId: string; readonly shard: number; readonly bytes: number }
) => sql`
  insert into batch_sums (organization_id, shard, bytes)
  select ${organizationId}::text, ${shard}::integer, ${bytes}::bigint where ${bytes}::bigint > 0
  on conflict (organization_id, shard) do update set bytes = batch_sums.bytes + excluded.bytes`

/** Counts what a batch takes that is accepted: among its pages that were read, of which there are none yet. */
export const keepBytes = (
  sql: SqlClient.SqlClient,
  {
    batchId,
    bytes,
    organizationId
  }: { readonly organizationId: string; readonly batchId: string; readonly bytes: number }
) => sql`
  with kept as (${addedBytes(sql, { organizationId, shard: 0, bytes })})
  insert into batch_counts (batch_id, shard, code, pages, recovered_pages, example, bytes)
  values (${batchId}, 0, '', 0, 0, '', ${bytes}::bigint)`

/**
 * The results of the batches in `gone`, of which each has `id` and `organization_id`, are kept no longer and count no more. Each is
 * looked at by itself: how many there are nobody can guess, and all of the counts would be read.
 */
export const letGo = (sql: SqlClient.SqlClient) => sql`
  insert into batch_sums (organization_id, shard, bytes)
  select g.organization_id, 0, -sum(c.bytes)
  from gone g cross join lateral (select sum(bytes) as bytes from batch_counts where batch_id = g.id) c
  where c.bytes > 0 group by g.organization_id order by g.organization_id
  on conflict (organization_id, shard) do update set bytes = batch_sums.bytes + excluded.bytes`
