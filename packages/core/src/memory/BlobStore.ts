import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { DateTime, Effect, Layer, Option, Stream } from "effect"
import { type BlobHead, BlobStore, BlobTooLarge, blobBytesAllowed } from "../blobs/BlobStore.ts"
import { type BlobKey, blobPath } from "../blobs/domain/BlobKey.ts"

interface Kept {
  readonly key: BlobKey
  readonly head: BlobHead
  readonly bytes: Uint8Array
}

/** Bytes given out at once. */
const pieceBytes = 65_536

const joined = (pieces: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const gathered = <E, R>(
  bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>,
  maxBytes: number
): Effect.Effect<Uint8Array, E | BlobTooLarge, R> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  return Stream.runForEach(bytes instanceof Uint8Array ? Stream.succeed(bytes) : bytes, (piece) => {
    size += piece.length
    if (size > maxBytes) return Effect.fail(new BlobTooLarge({ maxBytes }))
    // A copy, so that nobody changes what is kept.
    pieces.push(piece.slice())
    return Effect.void
  }).pipe(Effect.map(() => joined(pieces, size)))
}

const inPieces = (bytes: Uint8Array): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
      bytes.slice(index * pieceBytes, (index + 1) * pieceBytes)
    )
  )

const byPath = ([a]: readonly [string, Kept], [b]: readonly [string, Kept]) => (a < b ? -1 : 1)

/** `BlobStore` in memory. */
export const layer: Layer.Layer<BlobStore> = Layer.sync(BlobStore, () => {
  const blobs = new Map<string, Kept>()

  return BlobStore.of({
    put: Effect.fnUntraced(function* (key, given, options) {
      const path = blobPath(key)
      const taken = blobs.get(path)
      if (taken !== undefined) return taken.head
      const bytes = yield* gathered(given, options?.maxBytes ?? blobBytesAllowed)
      const createdAt = yield* DateTime.now
      // Somebody may have been faster while the bytes came.
      const first = blobs.get(path)
      if (first !== undefined) return first.head
      const head = { digest: bytesToHex(sha256(bytes)), size: bytes.length, createdAt }
      blobs.set(path, { key, head, bytes })
      return head
    }),

    head: (key) => Effect.sync(() => Option.map(Option.fromUndefinedOr(blobs.get(blobPath(key))), ({ head }) => head)),

    get: (key, range) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(blobs.get(blobPath(key))), ({ bytes, head }) => {
          const offset = range?.offset ?? 0
          return { ...head, bytes: inPieces(bytes.subarray(offset, offset + (range?.length ?? bytes.length))) }
        })
      ),

    remove: (key) => Effect.sync(() => void blobs.delete(blobPath(key))),

    list: ({ after, limit, within = "" }) =>
      Effect.sync(() =>
        [...blobs]
          .filter(([path]) => path.startsWith(within) && (after === undefined || path > after))
          .sort(byPath)
          .slice(0, limit)
          .map(([, { head, key }]) => ({ key, storedBytes: head.size, storedAt: head.createdAt }))
      ),

    // What has not ended is nowhere but in the fiber that puts it.
    dropUnfinished: () => Effect.succeed(0)
  })
})
