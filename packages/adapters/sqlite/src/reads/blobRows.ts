/** Large bodies that stand in their rows. */
import type { StoredBody } from "@kittiwake/storage/bodyCoding"
import type { Connection } from "../Connection.ts"

/** A body with its content. */
export interface LargeRow extends StoredBody {
  readonly digest: Uint8Array
}

/** A baseline with its text. */
export interface LargeStateRow {
  readonly monitorId: string
  readonly organizationId: string
  readonly text: string
}

/** The tables of bodies. */
type BodyTable = "asset_bodies" | "cache_bodies" | "version_bodies"

export const blobRowReads = {
  /** The next large body of a table. The index has those alone that stand in rows. */
  "BlobRowStore.nextLarge": (db: Connection, table: BodyTable): LargeRow | undefined =>
    db.get<LargeRow>(
      `select digest, encoding, length, content from ${table} indexed by ${table}_large
      where size >= 262144 and encoding in ('plain', 'zstd') limit 1`
    ),

  /** The next large baseline. The index has those alone that stand in rows. */
  "BlobRowStore.nextLargeState": (db: Connection, _none: null): LargeStateRow | undefined =>
    db.get<LargeStateRow>(
      `select monitor_id as monitorId, organization_id as organizationId, text
      from baselines indexed by baselines_large where blob is null and length(text) >= 262144 limit 1`
    )
}
