/** The one error every facade raises for input that has the right shape and still cannot be taken. */
import { Schema } from "effect"

/** The field named cannot be taken as it is. Nothing was changed; correct it and send again. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  /** Path of the field in the words of the wire, for example `target.url`. */
  field: Schema.String,
  message: Schema.String
}) {}
