/** What the operations on credits can answer instead of what was asked. */
import { Schema } from "effect"

/**
 * Fewer credits are available than the work needs. Nothing was held; add credits and try again. Where `isAtLeast` is given the
 * work was not counted to its end: it may need more than `needed`. Where `budget` is given it is whoever asked that has none
 * left of a day: ask again after `freshAt`, or grant more.
 */
export class OutOfCredits extends Schema.TaggedError<OutOfCredits>()("OutOfCredits", {
  available: Schema.Int,
  needed: Schema.Int,
  isAtLeast: Schema.optionalKey(Schema.Literal(true)),
  budget: Schema.optionalKey(Schema.Struct({ dailyCredits: Schema.Int, freshAt: Schema.DateTimeUtc }))
}) {}

/**
 * The organization's billing is paused, or it is disabled: no work that costs credits begins. Nothing was held; ask again
 * after `resumesAt`, or, when that is null, after its operator ended the pause.
 */
export class CollectionPaused extends Schema.TaggedError<CollectionPaused>()("CollectionPaused", {
  resumesAt: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The hold was settled, released or has expired already. Nothing was changed. */
export class HoldGone extends Schema.TaggedError<HoldGone>()("HoldGone", { holdId: Schema.String }) {}

/** The cause has moved another number of credits. Nothing was changed; give this movement an id of its own. */
export class CauseConflict extends Schema.TaggedError<CauseConflict>()("CauseConflict", {}) {}
