/** A blob on its way into a store: counted, digested, sealed when there is a key, and ended. */
import { createHash, randomBytes } from "node:crypto"
import { type BlobHead, BlobTooLarge } from "@kittiwake/core/blobs/BlobStore"
import { type DateTime, Effect, Stream } from "effect"
import type { BlobSecret } from "./BlobKeys.ts"
import { saltBytes, writeFacts, writePlainEnd, writeSealedEnd } from "./blobEnd.ts"
import { chunkBytes, keyOfBlob, sealChunk, sealEnd } from "./sealedBytes.ts"

/** What is written of pieces that come. */
interface Writer {
  readonly add: (piece: Uint8Array) => Uint8Array
  readonly end: (facts: Uint8Array) => Uint8Array
}

const plainWriter: Writer = { add: (piece) => piece, end: writePlainEnd }

const sealingWriter = ({ id, secret }: BlobSecret, path: string): Writer => {
  const salt = randomBytes(saltBytes)
  const key = keyOfBlob(secret, salt, path)
  let rest: Uint8Array = new Uint8Array()
  let number = 0
  const seal = (chunk: Uint8Array) => sealChunk(key, number++, chunk)

  return {
    add: (piece) => {
      const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      const sealed: Array<Uint8Array> = []
      let at = 0
      for (; joined.length - at >= chunkBytes; at += chunkBytes) sealed.push(seal(joined.subarray(at, at + chunkBytes)))
      // A copy, because the piece is its owner's again.
      rest = joined.slice(at)
      return Buffer.concat(sealed)
    },
    end: (facts) =>
      Buffer.concat([...(rest.length === 0 ? [] : [seal(rest)]), writeSealedEnd(id, salt, sealEnd(key, facts))])
  }
}

/** A put under way. */
export interface Written<E, R> {
  /** What is stored. */
  readonly bytes: Stream.Stream<Uint8Array, E | BlobTooLarge, R>
  /** What is known of the blob once all of that was read. */
  readonly head: () => BlobHead
}

/** The blob as it is stored, with its facts at the end. */
export const written = <E, R>(
  given: Stream.Stream<Uint8Array, E, R>,
  options: {
    readonly path: string
    readonly key: BlobSecret | null
    readonly maxBytes: number
    readonly createdAt: DateTime.Utc
  }
): Written<E, R> => {
  const digest = createHash("sha256")
  const writer = options.key === null ? plainWriter : sealingWriter(options.key, options.path)
  let size = 0
  let known: BlobHead | undefined

  const add = (piece: Uint8Array): Effect.Effect<Uint8Array, BlobTooLarge> => {
    size += piece.length
    if (size > options.maxBytes) return Effect.fail(new BlobTooLarge({ maxBytes: options.maxBytes }))
    digest.update(piece)
    return Effect.sync(() => writer.add(piece))
  }
  const end = () => {
    known = { digest: digest.digest("hex"), size, createdAt: options.createdAt }
    return Stream.succeed(writer.end(writeFacts(known)))
  }
  return { bytes: Stream.concat(Stream.mapEffect(given, add), Stream.suspend(end)), head: () => known! }
}
