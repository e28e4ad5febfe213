/** What the operations on usage can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization made no such call, or its log is no longer kept. */
export class RequestLogNotFound extends Schema.TaggedError<RequestLogNotFound>()("RequestLogNotFound", {}) {}
