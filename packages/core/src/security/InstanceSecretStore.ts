/** The secrets that all processes of one installation share. */
import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/**
 * Keeps one secret per name for the whole installation.
 *
 * **Contract** (every adapter passes `testing/instanceSecretStoreSuite.ts`)
 *
 * - The first `candidate` offered for a name is kept; every later call, from any process, gets that one back.
 */
export class InstanceSecretStore extends Context.Service<
  InstanceSecretStore,
  {
    /** The secret kept under `name`, which is `candidate` when there was none. */
    readonly getOrKeep: (name: string, candidate: string) => Effect.Effect<string, StoreUnavailable>
  }
>()("@kittiwake/core/security/InstanceSecretStore") {}
