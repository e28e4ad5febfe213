/** Whole numbers and times as flags take them. */
import { Option } from "effect"
import { Flag } from "effect/cli"

const wholeOf = (text: string): Option.Option<number> =>
  /^[+-]?\d{1,15}$/.test(text.trim()) ? Option.some(Number(text)) : Option.none()

/** A flag for a whole number. */
export const wholeNumber = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(wholeOf, () => "a whole number, such as 10"),
    Flag.withMetavar("integer")
  )

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const isUnit = (unit: string): unit is keyof typeof units => Object.hasOwn(units, unit)

const withUnit = (text: string): Option.Option<number> => {
  const [, count = "", unit = ""] = /^(\d{1,9})\s?([a-z]{1,2})$/i.exec(text.trim()) ?? []
  const known = unit.toLowerCase()
  return isUnit(known) ? Option.some(Number(count) * units[known]) : Option.none()
}

/** A flag for a time: milliseconds as the API takes them, or with a unit as people write them. */
export const milliseconds = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => Option.orElse(wholeOf(text), () => withUnit(text)),
      () => "a time such as 500ms, 90s or 10m, or a whole number of milliseconds, such as 3000"
    ),
    Flag.withMetavar("time")
  )
