/** What an operator says of how much results of batches may take. */
import { Context } from "effect"

export interface ResultBounds {
  /** Most bytes that one organization's batches take when another is submitted: results, compressed, and their rows. */
  readonly resultBytes: number
}

/** A hundred thousand ordinary pages come to some 500 MB, compressed. */
export const resultBoundsDefaults: ResultBounds = { resultBytes: 20_000_000_000 }

export const ResultBounds = Context.Reference<ResultBounds>("@kittiwake/core/batches/ResultBounds", {
  defaultValue: () => resultBoundsDefaults
})
