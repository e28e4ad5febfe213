/** `Compressor` by zlib, whose threads compress what takes time. */
import { promisify } from "node:util"
import { type CompressCallback, gunzip, gunzipSync, gzip, gzipSync } from "node:zlib"
import { Compressor } from "@kittiwake/core/batches/Compressor"
import { Effect, Layer } from "effect"

/** Handing less than this to another thread takes longer than compressing it. */
const smallBytes = 4_096

/** No record is larger; one that claims to be is broken. */
const mostBytes = 512 * 1024 * 1024

const gzipAside = promisify<Uint8Array, Uint8Array>((bytes, done: CompressCallback) => gzip(bytes, done))
const gunzipAside = promisify<Uint8Array, Uint8Array>((bytes, done: CompressCallback) =>
  gunzip(bytes, { maxOutputLength: mostBytes }, done)
)

export const layer: Layer.Layer<Compressor> = Layer.succeed(
  Compressor,
  Compressor.of({
    pack: (bytes) =>
      bytes.length <= smallBytes ? Effect.sync(() => gzipSync(bytes)) : Effect.promise(() => gzipAside(bytes)),
    open: (packed) =>
      packed.length <= smallBytes / 8
        ? Effect.sync(() => gunzipSync(packed, { maxOutputLength: mostBytes }))
        : Effect.promise(() => gunzipAside(packed))
  })
)
