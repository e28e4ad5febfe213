/** What the operations on credits can answer instead of what was asked. */
import { Schema } from "effect"

/** Fewer credits are available than the work needs. Nothing was held; add credits and try again. */
export class OutOfCredits extends Schema.TaggedError<OutOfCredits>()("OutOfCredits", {
  available: Schema.Int,
  needed: Schema.Int
}) {}

/** The hold was settled, released or has expired already. Nothing was changed. */
export class HoldGone extends Schema.TaggedError<HoldGone>()("HoldGone", { holdId: Schema.String }) {}

/** The cause has moved another number of credits. Nothing was changed; give this movement an id of its own. */
export class CauseConflict extends Schema.TaggedError<CauseConflict>()("CauseConflict", {}) {}
