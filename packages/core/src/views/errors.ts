/** What keeping a view can end in. Nothing was changed. */
import { Schema } from "effect"

/** The organization has no such view. */
export class ViewNotFound extends Schema.TaggedError<ViewNotFound>()("ViewNotFound", {}) {}

/** The organization has as many views as it may. Remove one. */
export class ViewLimitReached extends Schema.TaggedError<ViewLimitReached>()("ViewLimitReached", {
  limit: Schema.Int
}) {}
