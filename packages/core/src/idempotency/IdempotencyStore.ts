/** Where the answers of keys are read. They are written by the stores of what they tell of. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { KeptAnswer, KeyPlace } from "./domain/KeptAnswer.ts"

/**
 * Finds and forgets the answers of idempotency keys.
 *
 * **Contract** (every adapter passes `testing/idempotencyStoreSuite.ts`)
 *
 * A store's method that takes a `KeptAnswer` keeps these promises:
 *
 * - The answer and what it tells of appear together, or neither.
 * - A key that has a live answer lets nothing be written: `IdempotencyKeyTaken`. This comes before every other reason to
 *   refuse, and by then the answer can be found.
 * - Of any number of callers that bring one key at once, in any number of processes, one writes. The others wait until it
 *   has, or until it has given up.
 * - A refused write leaves its key free.
 * - From `expiresAt` on a key is free for another answer, which takes the place of the first. One that `replaces` takes it before.
 */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** What a key stands for at a moment. */
    readonly find: (
      place: KeyPlace,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<Pick<KeptAnswer, "digest" | "answer">>, StoreUnavailable>

    /** Forgets up to `limit` keys that have expired by a moment, oldest first; tells how many. */
    readonly prune: (at: DateTime.Utc, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/idempotency/IdempotencyStore") {}
