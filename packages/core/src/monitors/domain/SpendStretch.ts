/** How a window of spending is cut, so that what was charged in it is summed from few rows. Moments are milliseconds since 1970. */
import { ceilingOf, startOf } from "../../usage/domain/Interval.ts"

/** A part of a window, and the coarsest sums that tell it exactly. */
export interface SpendStretch {
  /** `run` when no whole day fits: only the runs themselves tell. */
  readonly grain: "run" | "day" | "month"
  /** `-Infinity` when the window has no beginning. */
  readonly from: number
  /** Not part of the stretch. `Infinity` when the window has no end. */
  readonly to: number
}

/** This moment, or the next start; what is no moment is its own. */
const ceiling = (grain: "day" | "month", millis: number) =>
  Number.isFinite(millis) ? ceilingOf(grain, millis) : millis

/** The start before this moment, or this moment; what is no moment is its own. */
const floor = (grain: "day" | "month", millis: number) => (Number.isFinite(millis) ? startOf(grain, millis) : millis)

const wholeDays = (from: number, to: number): ReadonlyArray<SpendStretch> => {
  const [first, last] = [ceiling("day", from), floor("day", to)]
  if (first >= last) return [{ grain: "run", from, to }]
  return [
    { grain: "run", from, to: first },
    { grain: "day", from: first, to: last },
    { grain: "run", from: last, to }
  ]
}

/**
 * Cuts a window into stretches, oldest first, that cover it once: whole months, whole days, and what is left at its edges. So
 * at most two stretches are read run by run, each shorter than a day.
 */
export const spendStretches = (from: number, to: number): ReadonlyArray<SpendStretch> => {
  const [first, last] = [ceiling("month", from), floor("month", to)]
  const stretches: ReadonlyArray<SpendStretch> =
    first >= last
      ? wholeDays(from, to)
      : [...wholeDays(from, first), { grain: "month", from: first, to: last }, ...wholeDays(last, to)]
  return stretches.filter((stretch) => stretch.from < stretch.to)
}
