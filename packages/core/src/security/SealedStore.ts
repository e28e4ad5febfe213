/** What is kept sealed, wherever it stands, for whoever seals it anew. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** What secrets are sealed for; the purpose that `Sealer` is told. */
export const sealedKinds = ["blob key", "browser profile", "inbox token", "webhook secret"] as const
export type SealedKind = (typeof sealedKinds)[number]

/** A kept secret, as the Base64 of what was sealed; a webhook's that no version has sealed yet stands as it is. */
export interface SealedValue {
  readonly id: string
  readonly value: string
}

/**
 * Finds what was sealed before, and puts what was sealed anew in its place.
 *
 * **Contract** (every adapter passes `testing/sealedStoreSuite.ts`)
 *
 * - `before` finds every value of a kind that does not begin with the head, and no other, in the order of ids.
 * - A value that somebody changed meanwhile is not replaced.
 */
export class SealedStore extends Context.Service<
  SealedStore,
  {
    /** Up to `limit` values with ids after `after` that do not begin with `head`, which is Base64. */
    readonly before: (
      kind: SealedKind,
      options: { readonly head: string; readonly after: string; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<SealedValue>, StoreUnavailable>

    /** Puts `next` where `value` stands still; tells how often it did. */
    readonly replace: (
      kind: SealedKind,
      values: ReadonlyArray<SealedValue & { readonly next: string }>
    ) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/security/SealedStore") {}
