/** Blobs as they are read again. */
import { createHash } from "node:crypto"
import type { BlobHead, BlobRange, BlobStoreUnavailable, FoundBlob } from "@kittiwake/core/blobs/BlobStore"
import { Effect, Option, Stream } from "effect"
import type { BlobKeys } from "./BlobKeys.ts"
import { plainEndBytes, readEnd, readFacts, sealedEndBytes } from "./blobEnd.ts"
import type { Objects } from "./Objects.ts"
import { chunkBytes, keyOfBlob, openChunk, openEnd, sealedChunkBytes, sealedOverhead } from "./sealedBytes.ts"
import { damaged } from "./unavailable.ts"

/** Bytes that are read with the end: a short blob is whole in them, so that one look gives it. */
const endLength = 65_536

type Pieces = Stream.Stream<Uint8Array, BlobStoreUnavailable>

interface Opened {
  readonly head: BlobHead
  /** The key of a sealed blob. */
  readonly key: Uint8Array | null
  /** Stored bytes before the end. */
  readonly storedBytes: number
  /** The last of them, which were read with the end. */
  readonly last: Uint8Array
}

const sealedLength = (size: number): number => size + Math.ceil(size / chunkBytes) * sealedOverhead

/** Finds a blob and reads how it ends. */
const openBlob = Effect.fnUntraced(function* (
  objects: Objects,
  keys: BlobKeys["Service"],
  operation: string,
  path: string,
  length: number
) {
  const found = yield* objects.end(path, length)
  if (Option.isNone(found)) return Option.none<Opened>()
  const { bytes, size } = found.value
  const end = readEnd(bytes)
  if (Option.isNone(end)) return yield* damaged(operation, path)
  const endBytes = end.value._tag === "Plain" ? plainEndBytes : sealedEndBytes
  const opened = { storedBytes: size - endBytes, last: bytes.subarray(0, bytes.length - endBytes) }
  if (end.value._tag === "Plain") {
    const { head } = end.value
    return head.size === opened.storedBytes
      ? Option.some<Opened>({ ...opened, head, key: null })
      : yield* damaged(operation, path)
  }
  const { keyId, salt, sealedFacts } = end.value
  const secret = yield* keys.toOpen(keyId)
  if (Option.isNone(secret)) return yield* damaged(operation, path)
  const key = keyOfBlob(secret.value.secret, salt, path)
  const facts = openEnd(key, sealedFacts)
  const head = facts === null ? null : readFacts(facts)
  return head !== null && sealedLength(head.size) === opened.storedBytes
    ? Option.some<Opened>({ ...opened, head, key })
    : yield* damaged(operation, path)
})

/** Stored bytes from an offset on, of those that were read already where they are among them. */
const storedPart = (objects: Objects, path: string, opened: Opened, offset: number, length: number): Pieces => {
  const lastFrom = opened.storedBytes - opened.last.length
  if (length === 0) return Stream.empty
  if (offset < lastFrom) return objects.read(path, offset, length)
  // A copy, so that whoever reads may do with it what they like.
  return Stream.sync(() => opened.last.slice(offset - lastFrom, offset - lastFrom + length))
}

/** Opens chunks that come in pieces of any length. */
const openedChunks = (pieces: Pieces, path: string, key: Uint8Array, from: number): Pieces =>
  Stream.suspend(() => {
    let rest: Uint8Array = new Uint8Array()
    let number = from
    const openAll = (sealed: Uint8Array, whole: number) =>
      Effect.gen(function* () {
        const plain: Array<Uint8Array> = []
        for (let at = 0; at < whole; at += sealedChunkBytes) {
          const chunk = openChunk(key, number++, sealed.subarray(at, Math.min(whole, at + sealedChunkBytes)))
          if (chunk === null) return yield* damaged("BlobStore.get", path)
          plain.push(chunk)
        }
        return Buffer.concat(plain)
      })
    const add = (piece: Uint8Array) => {
      const joined = Buffer.concat([rest, piece])
      const whole = joined.length - (joined.length % sealedChunkBytes)
      rest = joined.subarray(whole)
      return openAll(joined, whole)
    }
    return Stream.concat(
      Stream.mapEffect(pieces, add),
      Stream.fromEffect(Effect.suspend(() => openAll(rest, rest.length)))
    ).pipe(Stream.filter(({ length }) => length > 0))
  })

/** Leaves out the first bytes, and what comes after so many more. */
const cut = (pieces: Pieces, skip: number, length: number): Pieces =>
  Stream.suspend(() => {
    let at = -skip
    return Stream.map(pieces, (piece) => {
      const [from, to] = [Math.max(0, -at), Math.min(piece.length, length - at)]
      at += piece.length
      return piece.subarray(from, Math.max(from, to))
    }).pipe(Stream.filter((piece) => piece.length > 0))
  })

/** Fails at the end when the bytes are not those that were put. */
const verified = (pieces: Pieces, path: string, head: BlobHead): Pieces =>
  Stream.suspend(() => {
    const digest = createHash("sha256")
    const check = Effect.suspend(() =>
      digest.digest("hex") === head.digest ? Effect.void : damaged("BlobStore.get", path)
    )
    return Stream.concat(
      Stream.map(pieces, (piece) => {
        digest.update(piece)
        return piece
      }),
      Stream.fromEffectDrain(check)
    )
  })

const bytesOf = (objects: Objects, path: string, opened: Opened, range: BlobRange): Pieces => {
  const { head, key, storedBytes } = opened
  const begin = Math.min(head.size, Math.max(0, range.offset))
  const length = Math.max(0, Math.min(head.size - begin, range.length ?? head.size))
  if (key === null) {
    const pieces = storedPart(objects, path, opened, begin, length)
    return length === head.size ? verified(pieces, path, head) : pieces
  }
  if (length === 0) return Stream.empty
  const first = Math.floor(begin / chunkBytes)
  const from = first * sealedChunkBytes
  const to = Math.min(storedBytes, Math.ceil((begin + length) / chunkBytes) * sealedChunkBytes)
  const chunks = openedChunks(storedPart(objects, path, opened, from, to - from), path, key, first)
  return cut(chunks, begin - first * chunkBytes, length)
}

/** A blob, whole or in part. */
export const readBlob = Effect.fnUntraced(function* (
  objects: Objects,
  keys: BlobKeys["Service"],
  path: string,
  range: BlobRange | undefined
) {
  const opened = yield* openBlob(objects, keys, "BlobStore.get", path, endLength)
  return Option.map(
    opened,
    (blob): FoundBlob => ({ ...blob.head, bytes: bytesOf(objects, path, blob, range ?? { offset: 0 }) })
  )
})

/** What is known of a blob. */
export const readHead = Effect.fnUntraced(function* (objects: Objects, keys: BlobKeys["Service"], path: string) {
  const opened = yield* openBlob(objects, keys, "BlobStore.head", path, sealedEndBytes)
  return Option.map(opened, ({ head }) => head)
})
