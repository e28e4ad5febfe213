/** What an operator says of how brands are read again. */
import { Context, Duration } from "effect"

export interface RefreshBounds {
  /** Most brands that all workers together read again in a day; 0 for none. */
  readonly perDay: number
  /** The age from which on a brand is read again. */
  readonly age: Duration.Duration
}

/** Before the 90 days that an answer may be old unless its caller says otherwise. */
export const refreshBoundsDefaults: RefreshBounds = { perDay: 100, age: Duration.days(60) }

/** Most that `perDay` may be: one each nine seconds. */
export const mostPerDay = 10_000

export const RefreshBounds = Context.Reference<RefreshBounds>("@kittiwake/core/brands/RefreshBounds", {
  defaultValue: () => refreshBoundsDefaults
})
