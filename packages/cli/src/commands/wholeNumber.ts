/** Whole numbers as flags take them. */
import { Option } from "effect"
import { Flag } from "effect/cli"

/** A flag for a whole number; `unit` is said to whoever writes another one beside it. */
export const wholeNumber = (name: string, unit = "") =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => (/^[+-]?\d{1,15}$/.test(text.trim()) ? Option.some(Number(text)) : Option.none()),
      () => (unit === "" ? "a whole number, such as 10" : `a whole number of ${unit}, such as 3000, without a unit`)
    ),
    Flag.withMetavar("integer")
  )
