import { BlobRowStore } from "@kittiwake/core/blobs/BlobRowStore"
import { type BlobKey, blobKind, blobPath, sharedOwner } from "@kittiwake/core/blobs/domain/BlobKey"
import { segmentKind, segmentOfBlob } from "@kittiwake/core/internal/batches/domain/segmentBlob"
import { type BodyTable, bodyOfBlob, bodyTables, LargeBodies, moved } from "@kittiwake/storage/largeBodies"
import { stateKind, storeState } from "@kittiwake/storage/largeStates"
import { Effect, Layer } from "effect"
import type { Connection } from "./Connection.ts"
import { Sqlite } from "./Sqlite.ts"

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))

/** Whether the row of a body names this blob. */
const isNamed = (db: Connection, { name, owner }: BlobKey): boolean => {
  const body = bodyOfBlob(name)
  if (body === null || owner !== sharedOwner) return false
  const text = `select 1 from ${body.table} where digest = ? and encoding like '%@blob' and content = ?`
  return db.get(text, bytesOf(body.digest), new Uint8Array(Buffer.from(name))) !== undefined
}

/** Whether the row of a segment of results names this blob. */
const isSegment = (db: Connection, key: BlobKey): boolean => {
  const segment = segmentOfBlob(key)
  if (segment === null) return false
  const text = "select 1 from batch_segments where batch_id = ? and id = ? and organization_id = ?"
  return db.get(text, segment.batchId, segment.segmentId, key.owner) !== undefined
}

/** Whether the row of a baseline names this blob. */
const isState = (db: Connection, { name, owner }: BlobKey): boolean =>
  db.get("select 1 from baselines where blob = ? and organization_id = ?", name, owner) !== undefined

const isNeeded = (db: Connection, key: BlobKey): boolean => {
  switch (blobKind(key)) {
    case "bodies":
      return isNamed(db, key)
    case segmentKind:
      return isSegment(db, key)
    case stateKind:
      return isState(db, key)
    default:
      return true
  }
}

/** `BlobRowStore` on SQLite. */
export const layer: Layer.Layer<BlobRowStore, never, Sqlite> = Layer.effect(
  BlobRowStore,
  Effect.gen(function* () {
    const { keptAside, read, readLong, write } = yield* Sqlite
    const large = yield* LargeBodies

    const moveOne = Effect.fnUntraced(function* (table: BodyTable) {
      const row = yield* readLong("BlobRowStore.nextLarge", "blobs", table)
      if (row === undefined) return false
      const { content, encoding } = yield* moved(large, table, row.digest, row)
      yield* write("BlobRowStore.move", {
        table,
        digest: row.digest,
        before: row.encoding,
        encoding,
        content: new Uint8Array(content)
      })
      return true
    })

    const moveOneState = Effect.fnUntraced(function* () {
      const row = yield* readLong("BlobRowStore.nextLargeState", "blobs", null)
      if (row === undefined) return false
      const { blob } = yield* storeState(large, row.organizationId, row.text)
      if (blob === null) return false
      yield* write("BlobRowStore.moveState", { monitorId: row.monitorId, text: row.text, blob })
      return true
    })

    return BlobRowStore.of({
      named: (keys) =>
        read("BlobRowStore.named", (db) => new Set(keys.filter((key) => isNeeded(db, key)).map(blobPath))),

      keptAside,

      moveLarge: Effect.fnUntraced(function* (limit) {
        let count = 0
        for (const table of large === null ? [] : bodyTables) {
          while (count < limit && (yield* moveOne(table))) count += 1
        }
        while (large !== null && count < limit && (yield* moveOneState())) count += 1
        return count
      })
    })
  })
)
