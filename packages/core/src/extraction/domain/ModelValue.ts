/** What a model found on a page. */
import { Schema } from "effect"

/** A value that a model found on a page, as it was checked. */
export const ModelValue = Schema.Struct({
  /** JSON pointer into the data. */
  path: Schema.String,
  url: Schema.String,
  /** The passage of the page that says it, and the value within it, both word for word. */
  quote: Schema.String,
  said: Schema.String
})
export type ModelValue = typeof ModelValue.Type
