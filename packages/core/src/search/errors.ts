/** What a search can end in instead of an answer. Nothing is charged for it. */
import { Schema } from "effect"

/** Nobody who could be asked answered. Ask again after `retryAfterSeconds` where that is known. */
export class SearchUnavailable extends Schema.TaggedError<SearchUnavailable>()("SearchUnavailable", {
  message: Schema.String,
  retryAfterSeconds: Schema.NullOr(Schema.Int)
}) {}
