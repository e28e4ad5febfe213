import { BlobRowStore } from "@kittiwake/core/blobs/BlobRowStore"
import { type BlobKey, blobKind, blobPath, sharedOwner } from "@kittiwake/core/blobs/domain/BlobKey"
import { segmentKind, segmentOfBlob } from "@kittiwake/core/internal/batches/domain/segmentBlob"
import type { StoredBody } from "@kittiwake/storage/bodyCoding"
import { type BodyTable, bodyOfBlob, bodyTables, LargeBodies, largeBytes, moved } from "@kittiwake/storage/largeBodies"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

interface LargeRow extends StoredBody {
  readonly digest: Uint8Array
}

/** Those of the blobs that the rows of a table name. */
const namedIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: BodyTable, keys: ReadonlyArray<BlobKey>) {
  const own = keys.flatMap((key) => {
    const body = bodyOfBlob(key.name)
    return body?.table === table && key.owner === sharedOwner ? [{ key, digest: body.digest }] : []
  })
  if (own.length === 0) return []
  const rows = yield* sql<{ name: string }>`
    select g.name from unnest(${own.map(({ key }) => key.name as string)}::text[], ${own.map(({ digest }) => digest)}::text[])
      as g(name, digest)
    join ${sql.literal(table)} b on b.digest = decode(g.digest, 'hex')
    where b.encoding in ('plain@blob', 'zstd@blob') and b.content = convert_to(g.name, 'UTF8')`
  const names = new Set(rows.map(({ name }) => name))
  return own.filter(({ key }) => names.has(key.name)).map(({ key }) => key)
})

/** Those of the blobs that rows of segments of results name. */
const segmentsAmong = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, keys: ReadonlyArray<BlobKey>) {
  const own = keys.flatMap((key) => {
    const segment = segmentOfBlob(key)
    return segment === null ? [] : [{ key, ...segment }]
  })
  if (own.length === 0) return []
  const rows = yield* sql<{ owner: string; batch_id: string; id: string }>`
    select g.owner, g.batch_id, g.id
    from unnest(
      ${own.map(({ key }) => key.owner as string)}::text[],
      ${own.map(({ batchId }) => batchId)}::text[],
      ${own.map(({ segmentId }) => segmentId)}::text[]
    ) as g(owner, batch_id, id)
    join batch_segments s on s.batch_id = g.batch_id and s.id = g.id and s.organization_id = g.owner`
  const named = new Set(rows.map(({ batch_id, id, owner }) => `${owner}/${batch_id}/${id}`))
  return own
    .filter(({ batchId, key, segmentId }) => named.has(`${key.owner}/${batchId}/${segmentId}`))
    .map(({ key }) => key)
})

/** `BlobRowStore` on Postgres. */
export const layer: Layer.Layer<BlobRowStore, never, SqlClient.SqlClient> = Layer.effect(
  BlobRowStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const large = yield* LargeBodies

    const moveOne = Effect.fnUntraced(function* (table: BodyTable) {
      const name = sql.literal(table)
      const [row] = yield* sql<LargeRow>`
        select digest, encoding, length, content from ${name}
        where size >= ${sql.literal(String(largeBytes))} and encoding in ('plain', 'zstd') limit 1`
      if (row === undefined) return false
      const { content, encoding } = yield* moved(large, table, row.digest, row)
      // Whoever moved it meanwhile has named a blob of their own, and this one is swept.
      yield* sql`
        update ${name} set encoding = ${encoding}, content = ${content}
        where digest = ${row.digest} and encoding = ${row.encoding}`
      return true
    })

    return BlobRowStore.of({
      named: Effect.fn("BlobRowStore.named")(function* (keys) {
        const others = keys.filter((key) => blobKind(key) !== "bodies" && blobKind(key) !== segmentKind)
        const bodies = yield* Effect.forEach(bodyTables, (table) => namedIn(sql, table, keys))
        return new Set([...others, ...bodies.flat(), ...(yield* segmentsAmong(sql, keys))].map(blobPath))
      }, orUnavailable("BlobRowStore.named")),

      moveLarge: Effect.fn("BlobRowStore.moveLarge")(function* (limit) {
        let count = 0
        for (const table of large === null ? [] : bodyTables) {
          while (count < limit && (yield* moveOne(table))) count += 1
        }
        return count
      }, orUnavailable("BlobRowStore.moveLarge"))
    })
  })
)
