/** `Compressor` by zlib, whose threads compress what takes time. */
import { promisify } from "node:util"
import {
  type CompressCallback,
  constants,
  crc32,
  deflateRaw,
  deflateRawSync,
  gunzip,
  inflateRaw,
  inflateRawSync
} from "node:zlib"
import { Compressor, PackedDamaged } from "@kittiwake/core/batches/Compressor"
import type { Checked } from "@kittiwake/core/batches/domain/gzipFile"
import { Effect, Layer } from "effect"

/** Handing less than this to another thread takes longer than compressing it. */
const smallBytes = 4_096

/** No record is larger; one that claims to be is broken. */
const mostBytes = 512 * 1024 * 1024

/** A part ends at a whole byte, and no block of it is the last. */
const asPart = { finishFlush: constants.Z_SYNC_FLUSH } as const

const deflateAside = promisify<Uint8Array, Uint8Array>((bytes, done: CompressCallback) =>
  deflateRaw(bytes, asPart, done)
)
const inflateAside = promisify<Uint8Array, number, Uint8Array>((bytes, most, done: CompressCallback) =>
  inflateRaw(bytes, { ...asPart, maxOutputLength: most }, done)
)
const gunzipAside = promisify<Uint8Array, Uint8Array>((bytes, done: CompressCallback) =>
  gunzip(bytes, { maxOutputLength: mostBytes }, done)
)

/** The code of so many is counted before others get the thread: a megabyte takes one millisecond. */
const countedAtOnce = 1_048_576

/** CRC-32 of the bytes. */
const crcOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  let crc = 0
  for (let at = 0; at < bytes.length; at += countedAtOnce) {
    if (at > 0) yield* Effect.yieldNow
    crc = crc32(bytes.subarray(at, at + countedAtOnce), crc)
  }
  return crc
})

const isDamaged = () => new PackedDamaged()

const inflated = (packed: Uint8Array, { length }: Checked) =>
  packed.length <= smallBytes / 8 && length <= smallBytes
    ? Effect.try({ try: () => inflateRawSync(packed, { ...asPart, maxOutputLength: length + 1 }), catch: isDamaged })
    : Effect.tryPromise({ try: () => inflateAside(packed, length + 1), catch: isDamaged })

export const layer: Layer.Layer<Compressor> = Layer.succeed(
  Compressor,
  Compressor.of({
    pack: (bytes) =>
      Effect.all({
        packed:
          bytes.length <= smallBytes
            ? Effect.sync(() => deflateRawSync(bytes, asPart))
            : Effect.promise(() => deflateAside(bytes)),
        crc: crcOf(bytes)
      }),
    open: Effect.fnUntraced(function* (packed, known) {
      const bytes = yield* inflated(packed, known)
      const isWhole = bytes.length === known.length && (yield* crcOf(bytes)) === known.crc
      return isWhole ? bytes : yield* new PackedDamaged()
    }),
    openMember: (member) => Effect.tryPromise({ try: () => gunzipAside(member), catch: isDamaged })
  })
)
