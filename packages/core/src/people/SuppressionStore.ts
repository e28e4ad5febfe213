/** Where is kept who asked to be forgotten. */
import { Context, type DateTime, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/**
 * Keeps digests of the keys by which people are not to be told of any more: of the whole installation, for ever, and nothing else of them.
 *
 * **Contract** (every adapter passes `testing/suppressionStoreSuite.ts`)
 *
 * - Forgetting and the removal of what organizations imported of a person happen together, or neither.
 * - To forget again changes nothing.
 */
export class SuppressionStore extends Context.Service<
  SuppressionStore,
  {
    /** Forgets a key, and tells how many imported records were removed that had it. */
    readonly forget: (digest: string, at: DateTime.Utc) => Effect.Effect<number, StoreUnavailable>

    /** Those of the digests that were forgotten. */
    readonly forgottenOf: (digests: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>

    readonly count: Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/people/SuppressionStore") {}
