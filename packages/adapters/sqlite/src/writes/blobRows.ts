/** Bodies that go from their rows to blobs. */
import type { Connection } from "../Connection.ts"

/** A body that is to name its blob. */
export interface MovedBody {
  readonly table: "asset_bodies" | "cache_bodies" | "version_bodies"
  readonly digest: Uint8Array
  readonly before: string
  readonly encoding: string
  /** The name of the blob. */
  readonly content: Uint8Array
}

/** A baseline that is to name its blob. */
export interface MovedState {
  readonly monitorId: string
  /** What stood in the row. */
  readonly text: string
  readonly blob: string
}

export const blobRowWrites = {
  /** Puts the name in the place of the text, unless somebody did, or another baseline came. */
  "BlobRowStore.moveState": (db: Connection, { blob, monitorId, text }: MovedState): boolean =>
    db.run(
      "update baselines set text = '', blob = ? where monitor_id = ? and blob is null and text = ?",
      blob,
      monitorId,
      text
    ) === 1,

  /** Puts the name in the place of the content, unless somebody did; tells whether it was. What it takes stays the same. */
  "BlobRowStore.move": (db: Connection, { before, content, digest, encoding, table }: MovedBody): boolean =>
    db.run(
      `update ${table} set encoding = ?, content = ? where digest = ? and encoding = ?`,
      encoding,
      content,
      digest,
      before
    ) === 1
}
