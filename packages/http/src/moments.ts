/** Moments as queries carry them. */
import { DateTime } from "effect"

/** The moment that a query names, if it names one. */
export const momentOrUndefined = (value: string | undefined): DateTime.Utc | undefined =>
  value === undefined ? undefined : DateTime.makeUnsafe(value)
