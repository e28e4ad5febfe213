/** `BlobStore` over objects: what a blob looks like where it lies, and how it is found whole again. */
import { BlobStore, blobBytesAllowed } from "@kittiwake/core/blobs/BlobStore"
import { blobKeyOf, blobPath } from "@kittiwake/core/blobs/domain/BlobKey"
import { DateTime, Effect, Option, Stream } from "effect"
import type { BlobKeys } from "./BlobKeys.ts"
import type { Objects } from "./Objects.ts"
import { readBlob, readHead } from "./readBlob.ts"
import { unavailable } from "./unavailable.ts"
import { written } from "./written.ts"

/** Bytes that are handed on at once, so that a large blob that is held whole is digested and sealed in turns. */
const pieceBytes = 1_048_576

const inPieces = (bytes: Uint8Array): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
      bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes)
    )
  )

const removedMeanwhile = unavailable("failed", "BlobStore.put", "The blob was removed while it was put. Try again.")

/** The store over objects. */
export const makeBlobStore = (objects: Objects, keys: BlobKeys["Service"]): BlobStore["Service"] =>
  BlobStore.of({
    put: Effect.fnUntraced(function* (key, given, options) {
      const path = blobPath(key)
      const taken = yield* readHead(objects, keys, path)
      if (Option.isSome(taken)) return taken.value
      const { bytes, head } = written(given instanceof Uint8Array ? inPieces(given) : given, {
        path,
        key: yield* keys.toSeal,
        maxBytes: options?.maxBytes ?? blobBytesAllowed,
        createdAt: yield* DateTime.now
      })
      if (yield* objects.put(path, bytes)) return head()
      const first = yield* readHead(objects, keys, path)
      return Option.isSome(first) ? first.value : yield* removedMeanwhile
    }),

    head: (key) => readHead(objects, keys, blobPath(key)),

    get: (key, range) => readBlob(objects, keys, blobPath(key), range),

    remove: (key) => objects.remove(blobPath(key)),

    list: ({ after = "", limit, within = "" }) =>
      Effect.map(objects.list({ after, limit, within }), (listed) =>
        listed.flatMap(({ path, size, storedAt }) =>
          Option.toArray(Option.map(blobKeyOf(path), (key) => ({ key, storedBytes: size, storedAt })))
        )
      ),

    dropUnfinished: objects.dropUnfinished
  })
