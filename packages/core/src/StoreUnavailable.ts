/** The one error every store raises when its database does not answer. */
import { Schema } from "effect"

/** The store did not answer. Nothing is known to have been written; safe to retry. */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  operation: Schema.String,
  cause: Schema.Defect(),
  /** Whether its disk is full. It answers what is read meanwhile, and takes what is written once its operator makes room. */
  isDiskFull: Schema.optionalKey(Schema.Boolean),
  /** Whether what is asked for is damaged or gone: no other try helps, until its operator puts it back from a copy. */
  isLost: Schema.optionalKey(Schema.Boolean)
}) {}
