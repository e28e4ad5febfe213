/** Where new identifiers and secrets come from. */
import { Context, type Effect } from "effect"

/**
 * Mints identifiers and random tokens.
 *
 * **Contract** (every adapter passes `testing/idsSuite.ts`)
 *
 * - No two calls ever give the same value, in one process or in several.
 * - An id made later by the same process sorts after an earlier one.
 */
export class Ids extends Context.Service<
  Ids,
  {
    /** A new id: `prefix`, an underscore and 32 lowercase hex digits. */
    readonly next: (prefix: string) => Effect.Effect<string>

    /** `count` new ids at once, in rising order. */
    readonly many: (prefix: string, count: number) => Effect.Effect<ReadonlyArray<string>>

    /** `length` characters drawn evenly from `alphabet` by a cryptographic source. */
    readonly token: (alphabet: "hex" | "base62", length: number) => Effect.Effect<string>

    /** A UUID, version 7, for request ids: they rise, so that a log takes each new one in beside the last. */
    readonly uuid: Effect.Effect<string>
  }
>()("@kittiwake/core/security/Ids") {}
