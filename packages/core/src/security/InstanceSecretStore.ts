/** The secrets that all processes of one installation share. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/**
 * Keeps one secret per name for the whole installation.
 *
 * **Contract** (every adapter passes `testing/instanceSecretStoreSuite.ts`)
 *
 * - The first `candidate` offered for a name is kept; every later call, from any process, gets that one back.
 * - Of several who replace one secret at the same time, one does.
 */
export class InstanceSecretStore extends Context.Service<
  InstanceSecretStore,
  {
    /** The secret kept under `name`, which is `candidate` when there was none. */
    readonly getOrKeep: (name: string, candidate: string) => Effect.Effect<string, StoreUnavailable>

    /** The secret kept under `name`; null when there is none. */
    readonly get: (name: string) => Effect.Effect<string | null, StoreUnavailable>

    /** Puts `next` in place of `secret` where that is kept still, or removes it when `next` is null; tells whether it was. */
    readonly replace: (name: string, secret: string, next: string | null) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/security/InstanceSecretStore") {}
