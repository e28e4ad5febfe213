import { BlobRowStore } from "@kittiwake/core/blobs/BlobRowStore"
import { type BlobKey, blobKind, blobPath, sharedOwner } from "@kittiwake/core/blobs/domain/BlobKey"
import { segmentKind, segmentOfBlob } from "@kittiwake/core/internal/batches/domain/segmentBlob"
import type { StoredBody } from "@kittiwake/storage/bodyCoding"
import { type BodyTable, bodyOfBlob, bodyTables, LargeBodies, largeBytes, moved } from "@kittiwake/storage/largeBodies"
import { isStateBlob, largeState, stateKind, storeState } from "@kittiwake/storage/largeStates"
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

/** Those of the blobs that rows of baselines name. */
const statesAmong = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, keys: ReadonlyArray<BlobKey>) {
  const own = keys.filter(isStateBlob)
  if (own.length === 0) return []
  const rows = yield* sql<{ name: string; owner: string }>`
    select b.blob as name, b.organization_id as owner from baselines b
    where b.blob = any (${own.map(({ name }) => name as string)}::text[])`
  const named = new Set(rows.map(({ name, owner }) => `${owner}/${name}`))
  return own.filter((key) => named.has(blobPath(key)))
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

    const moveOneState = Effect.fnUntraced(function* () {
      const [row] = yield* sql<{ monitorId: string; organizationId: string; text: string }>`
        select monitor_id as "monitorId", organization_id as "organizationId", text from baselines
        where blob is null and length(text) >= ${sql.literal(String(largeState))} limit 1`
      if (row === undefined) return false
      const { blob } = yield* storeState(large, row.organizationId, row.text)
      if (blob === null) return false
      // Unless another baseline came, or somebody else moved it: then this blob is swept.
      yield* sql`
        update baselines set text = '', blob = ${blob}
        where monitor_id = ${row.monitorId} and blob is null and text = ${row.text}`
      return true
    })

    return BlobRowStore.of({
      named: Effect.fn("BlobRowStore.named")(function* (keys) {
        const known: ReadonlyArray<string> = ["bodies", segmentKind, stateKind]
        const others = keys.filter((key) => !known.includes(blobKind(key)))
        const bodies = yield* Effect.forEach(bodyTables, (table) => namedIn(sql, table, keys))
        const rows = [...(yield* segmentsAmong(sql, keys)), ...(yield* statesAmong(sql, keys))]
        return new Set([...others, ...bodies.flat(), ...rows].map(blobPath))
      }, orUnavailable("BlobRowStore.named")),

      // Which copies there are of a server is not known here.
      keptAside: Effect.succeed([]),

      moveLarge: Effect.fn("BlobRowStore.moveLarge")(function* (limit) {
        let count = 0
        for (const table of large === null ? [] : bodyTables) {
          while (count < limit && (yield* moveOne(table))) count += 1
        }
        while (large !== null && count < limit && (yield* moveOneState())) count += 1
        return count
      }, orUnavailable("BlobRowStore.moveLarge"))
    })
  })
)
