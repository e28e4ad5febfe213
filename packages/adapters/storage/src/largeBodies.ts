/**
 * Bodies that are too large for a row: the row names the blob that has them, beside their digest and their size.
 *
 * **Details** A row says `zstd@blob` or `plain@blob` where it has the name of a blob in the place of its content. Rows of
 * before have their content still, and are read as they were; `BlobRowStore.moveLarge` brings them here one by one.
 */
import { randomUUID } from "node:crypto"
import { BlobStore, blobLost, blobsAway } from "@kittiwake/core/blobs/BlobStore"
import { type BlobKey, BlobName, sharedOwner } from "@kittiwake/core/blobs/domain/BlobKey"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { encodeBody, type StoredBody } from "./bodyCoding.ts"

/** The tables of bodies. */
export const bodyTables = ["asset_bodies", "cache_bodies", "version_bodies"] as const
export type BodyTable = (typeof bodyTables)[number]

/** Stored bytes from which on a body is no part of its row: below, a file of its own costs more than the row does. */
export const largeBytes = 262_144

/** A body as a row keeps it. */
export interface BodyOfRow extends Omit<StoredBody, "encoding"> {
  readonly encoding: StoredBody["encoding"] | `${StoredBody["encoding"]}@blob`
  /** Bytes that it takes, here or in the blob. */
  readonly size: number
}

/** Where large bodies go; null keeps every body in its row. */
export const LargeBodies = Context.Reference<BlobStore["Service"] | null>("@kittiwake/storage/LargeBodies", {
  defaultValue: () => null
})

/** Large bodies go to the store of blobs. */
export const layer: Layer.Layer<never, never, BlobStore> = Layer.effect(LargeBodies, BlobStore)

const unavailable = (cause: unknown) => Effect.fail(blobsAway("BlobStore")(cause))

const nameOf = (table: BodyTable, digest: Uint8Array): BlobName => {
  const hex = Buffer.from(digest).toString("hex")
  // The same bytes may be put twice at once, and dropped while they are put again: each put has a name of its own.
  return BlobName.make(`bodies/${table}/${hex.slice(0, 2)}/${hex}/${randomUUID()}`)
}

const keyOf = (content: Uint8Array): BlobKey => ({
  owner: sharedOwner,
  name: BlobName.make(Buffer.from(content).toString())
})

/** Which body a blob is that `nameOf` named; null for one of another kind. */
export const bodyOfBlob = (name: string): { readonly table: BodyTable; readonly digest: string } | null => {
  const [, table, digest] = /^bodies\/([a-z_]+)\/[0-9a-f]{2}\/([0-9a-f]{64})\/[0-9a-f-]{36}$/.exec(name) ?? []
  const known = bodyTables.find((one) => one === table)
  return known === undefined || digest === undefined ? null : { table: known, digest }
}

/** Brings a body that stands encoded out of its row, when it is large. */
export const moved = Effect.fnUntraced(function* (
  large: BlobStore["Service"] | null,
  table: BodyTable,
  digest: Uint8Array,
  body: StoredBody
) {
  const size = body.content.length
  if (large === null || size < largeBytes) return { ...body, size } satisfies BodyOfRow
  const name = nameOf(table, digest)
  yield* Effect.catch(large.put({ owner: sharedOwner, name }, body.content), unavailable)
  return { ...body, encoding: `${body.encoding}@blob`, size, content: Buffer.from(name) } satisfies BodyOfRow
})

/** The body as its row is to keep it. */
export const storeBody = Effect.fnUntraced(function* (
  large: BlobStore["Service"] | null,
  table: BodyTable,
  digest: Uint8Array,
  bytes: Uint8Array
) {
  return yield* moved(large, table, digest, yield* encodeBody(bytes))
})

const gathered = (pieces: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The body with its content, wherever that is. */
export const loadBody = Effect.fnUntraced(function* (
  large: BlobStore["Service"] | null,
  { content, encoding, length }: Omit<BodyOfRow, "size">
) {
  if (encoding === "plain" || encoding === "zstd") return { content, encoding, length } satisfies StoredBody
  const own = encoding === "zstd@blob" ? "zstd" : "plain"
  const key = keyOf(content)
  if (large === null) return yield* unavailable(`No store of blobs is there for ${key.name}.`)
  const found = yield* Effect.catch(large.get(key), unavailable)
  if (Option.isNone(found)) return yield* blobLost("BlobStore", `The blob ${key.name} is not there.`)
  const pieces = yield* Effect.catch(Stream.runCollect(found.value.bytes), unavailable)
  return { encoding: own, length, content: gathered(pieces, found.value.size) } satisfies StoredBody
})
