/** How the months of an organization are counted. */
import { Schema } from "effect"

/** Since when months are counted, and whether that is paused. */
export const Billing = Schema.Struct({
  /** Start of the first month. Its day and time of day are those of every later one. */
  anchorAt: Schema.DateTimeUtc,
  /** Since when billing is paused; null while it is not. */
  pausedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** When a pause ends by itself; null when somebody must end it. */
  resumesAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Billing = typeof Billing.Type

/** What is bought by itself when credits run short. */
export const AutoTopup = Schema.Struct({
  enabled: Schema.Boolean,
  /** Credits are bought in multiples of this. */
  blockCredits: Schema.Int,
  /** Most credits bought in one month; null is no cap. */
  monthlyBudgetCredits: Schema.NullOr(Schema.Int)
})
export type AutoTopup = typeof AutoTopup.Type

/** No top-up, with the block that one would have. @internal */
export const noAutoTopup: AutoTopup = { enabled: false, blockCredits: 10_000, monthlyBudgetCredits: null }
