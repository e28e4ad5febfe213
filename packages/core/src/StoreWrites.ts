/** Whether a storage on another machine takes writes, which it may not although it answers. */
import { Context, Effect } from "effect"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** Where no other machine keeps the database, nobody else can turn writes off. */
export class StoreWrites extends Context.Reference<{
  /** Asks it why it takes none, as what may follow "answers, but "; null while it does. */
  readonly refusal: Effect.Effect<string | null, StoreUnavailable>
}>("@kittiwake/core/internal/StoreWrites", { defaultValue: () => ({ refusal: Effect.succeed(null) }) }) {}
