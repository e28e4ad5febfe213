/** How records are made small. */
import { Context, type Effect, Schema } from "effect"
import type { Checked } from "./domain/gzipFile.ts"

/** What was packed is not what is kept now. It cannot be had again from there. */
export class PackedDamaged extends Schema.TaggedError<PackedDamaged>()("PackedDamaged", {}) {}

/**
 * Compresses with deflate.
 *
 * **Contract** (every adapter passes `testing/compressorSuite.ts`)
 *
 * - What is packed is a part of a gzip file (`domain/gzipFile.ts`): several put together, with its head and its end, are one member,
 *   which every reader of gzip opens.
 * - Work that takes time is not done in the thread that asks.
 */
export class Compressor extends Context.Service<
  Compressor,
  {
    /** The part of a file that stands for these bytes, with the CRC-32 of them. */
    readonly pack: (bytes: Uint8Array) => Effect.Effect<{ readonly packed: Uint8Array; readonly crc: number }>

    /** Opens what `pack` gave for bytes of which this is known. */
    readonly open: (packed: Uint8Array, known: Checked) => Effect.Effect<Uint8Array, PackedDamaged>

    /** Opens a gzip file of one member, which a record was by itself once. */
    readonly openMember: (member: Uint8Array) => Effect.Effect<Uint8Array, PackedDamaged>
  }
>()("@kittiwake/core/batches/Compressor") {}
