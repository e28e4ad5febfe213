/** How secrets are kept at rest. */
import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** Bytes of a head: three times three, so that the Base64 of what begins with it begins with its own Base64. */
export const headLength = 9

/**
 * Seals bytes so that only this installation can read or change them.
 *
 * **Contract** (every adapter passes `testing/sealerSuite.ts`)
 *
 * - What was sealed for one `purpose` opens for that purpose alone.
 * - Sealed bytes that were changed, cut, or sealed by another installation do not open.
 * - The same bytes sealed twice give different bytes.
 * - What it seals now begins with `head`, which changes with the key: what begins otherwise was sealed before.
 */
export class Sealer extends Context.Service<
  Sealer,
  {
    readonly seal: (purpose: string, plain: Uint8Array) => Effect.Effect<Uint8Array, StoreUnavailable>
    readonly open: (purpose: string, sealed: Uint8Array) => Effect.Effect<Option.Option<Uint8Array>, StoreUnavailable>
    /** The first `headLength` bytes of everything that is sealed now. */
    readonly head: Effect.Effect<Uint8Array, StoreUnavailable>
  }
>()("@kittiwake/core/security/Sealer") {}
