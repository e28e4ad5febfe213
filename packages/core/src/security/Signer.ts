/** Digests and message authentication codes. */
import { Context, type Effect } from "effect"

/**
 * Computes SHA-256 digests and HMAC-SHA-256 codes.
 *
 * **Contract** (every adapter passes `testing/signerSuite.ts`)
 *
 * - Equal input gives equal output on every adapter.
 */
export class Signer extends Context.Service<
  Signer,
  {
    /** SHA-256 of the bytes, or of the UTF-8 bytes of a text, as 64 lowercase hex digits. */
    readonly digest: (content: string | Uint8Array) => Effect.Effect<string>

    /** HMAC-SHA-256 of the UTF-8 bytes of `message` under the bytes of `key`. */
    readonly mac: (key: Uint8Array, message: string) => Effect.Effect<Uint8Array>
  }
>()("@kittiwake/core/security/Signer") {}
