/** What a key can stand in the way of. */
import { Schema } from "effect"

/** The key was used before for something else. Nothing was written; use another key. */
export class IdempotencyKeyConflict extends Schema.TaggedError<IdempotencyKeyConflict>()(
  "IdempotencyKeyConflict",
  {}
) {}

/** The key has an answer already, perhaps since a moment ago. Nothing was written; look at what it stands for. */
export class IdempotencyKeyTaken extends Schema.TaggedError<IdempotencyKeyTaken>()("IdempotencyKeyTaken", {}) {}
