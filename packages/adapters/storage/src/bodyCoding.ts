/** Bodies as they are stored: compressed with zstd, unless that gains nothing. */
import { createHash, hash } from "node:crypto"
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from "node:zlib"
import { Effect } from "effect"
import { ownBytes } from "./ownBytes.ts"

/** A body as it is stored. */
export interface StoredBody {
  readonly encoding: "zstd" | "plain"
  /** Bytes before they were compressed. */
  readonly length: number
  readonly content: Uint8Array
}

/** Level 3 makes a page of 30 KB a third as large in 0.1 ms; gzip takes 0.4 ms for the same, brotli as long. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Below this size a thread of its own costs more than the work, above it the work would hold up others. */
const syncLength = 262_144

/** Below this size a header eats up what is gained. */
const leastLength = 64

/** What must be gained for unpacking to pay: a sixteenth. */
const worthWhile = (from: number, to: number) => to <= from - from / 16

/** How kinds begin that are compressed in themselves: PNG, JPEG, GIF, ZIP, gzip, zstd, WebM and fonts. */
const packedStarts = ["89504e47", "ffd8ff", "47494638", "504b0304", "1f8b", "28b52ffd", "1a45dfa3", "774f4632"].map(
  (hex) => Buffer.from(hex, "hex")
)

const startsWith = (bytes: Uint8Array, start: Uint8Array, at = 0) =>
  start.every((byte, index) => bytes[at + index] === byte)

const riff = Buffer.from("RIFF")
const webp = Buffer.from("WEBP")
const boxed = Buffer.from("ftyp")

const isPacked = (bytes: Uint8Array): boolean =>
  packedStarts.some((start) => startsWith(bytes, start)) ||
  (startsWith(bytes, riff) && startsWith(bytes, webp, 8)) ||
  // MP4, AVIF and HEIC.
  startsWith(bytes, boxed, 4)

/** Bytes that are handed over at a time: for each piece of a large body the main thread is asked. */
const largeChunk = 1_048_576

const compressed = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  bytes.length <= syncLength
    ? Effect.sync(() => zstdCompressSync(bytes, options))
    : Effect.callback((resume) =>
        zstdCompress(bytes, { ...options, chunkSize: largeChunk }, (error, result) =>
          resume(error ? Effect.die(error) : Effect.succeed(result))
        )
      )

/** The body in the form in which it is stored. */
export const encodeBody = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const { length } = bytes
  const plain: StoredBody = { encoding: "plain", length, content: bytes }
  if (length < leastLength || isPacked(bytes)) return plain
  const content = yield* compressed(bytes)
  return worthWhile(length, content.length) ? ({ encoding: "zstd", length, content } satisfies StoredBody) : plain
})

/** The body as it was. */
export const decodeBody = ({ content, encoding, length }: StoredBody): Effect.Effect<Uint8Array> => {
  if (encoding === "plain") return Effect.succeed(content)
  // In one piece, because its length is known.
  const limited = { maxOutputLength: Math.max(length, 1), chunkSize: Math.max(length, leastLength) }
  return length <= syncLength
    ? Effect.sync(() => ownBytes(zstdDecompressSync(content, limited)))
    : Effect.callback((resume) =>
        zstdDecompress(content, limited, (error, result) =>
          resume(error ? Effect.die(error) : Effect.succeed(ownBytes(result)))
        )
      )
}

/** As much as is digested in one go: a millisecond or two. */
const digestedBytes = 1_048_576

/** SHA-256 of a body; of a large one in pieces, with the thread left to others in between. */
export const digestOf = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  bytes.length <= digestedBytes
    ? Effect.sync(() => hash("sha256", bytes, "buffer"))
    : Effect.gen(function* () {
        const digest = createHash("sha256")
        for (let at = 0; at < bytes.length; at += digestedBytes) {
          digest.update(bytes.subarray(at, at + digestedBytes))
          yield* Effect.yieldNow
        }
        return digest.digest()
      })
