/** What the operations on usage can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization made no such call, or its log is no longer kept. */
export class RequestLogNotFound extends Schema.TaggedError<RequestLogNotFound>()("RequestLogNotFound", {}) {}

/** More calls stand in the window than one list looks through, and those that were looked at do not fill its page. */
export class TooManyCalls extends Schema.TaggedError<TooManyCalls>()("TooManyCalls", {
  /** The moment of the oldest call that was looked at. */
  lookedTo: Schema.DateTimeUtc
}) {}
