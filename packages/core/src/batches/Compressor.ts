/** How records are made small. */
import { Context, type Effect } from "effect"

/**
 * Compresses with gzip.
 *
 * **Contract** (every adapter passes `testing/compressorSuite.ts`)
 *
 * - What is compressed is one gzip member, which any reader of gzip opens; several put together are one file.
 * - Work that takes time is not done in the thread that asks.
 */
export class Compressor extends Context.Service<
  Compressor,
  {
    readonly pack: (bytes: Uint8Array) => Effect.Effect<Uint8Array>

    /** Opens what `pack` gave. What is none of its is a defect. */
    readonly open: (packed: Uint8Array) => Effect.Effect<Uint8Array>
  }
>()("@kittiwake/core/batches/Compressor") {}
