import { BlobRowStore } from "@kittiwake/core/blobs/BlobRowStore"
import { type BlobKey, blobKind, blobPath, sharedOwner } from "@kittiwake/core/blobs/domain/BlobKey"
import { type BodyTable, bodyOfBlob, bodyTables, LargeBodies, moved } from "@kittiwake/storage/largeBodies"
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

/** `BlobRowStore` on SQLite. */
export const layer: Layer.Layer<BlobRowStore, never, Sqlite> = Layer.effect(
  BlobRowStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite
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

    return BlobRowStore.of({
      named: (keys) =>
        read("BlobRowStore.named", (db) => {
          const needed = keys.filter((key) => blobKind(key) !== "bodies" || isNamed(db, key))
          return new Set(needed.map(blobPath))
        }),

      moveLarge: Effect.fnUntraced(function* (limit) {
        let count = 0
        for (const table of large === null ? [] : bodyTables) {
          while (count < limit && (yield* moveOne(table))) count += 1
        }
        return count
      })
    })
  })
)
