/** Dates as exactly as pages write them. */
import { readDay } from "../../extraction/domain/readDay.ts"
import type { PartialDate } from "./PersonRecord.ts"

const within = (year: number): boolean => year >= 1900 && year <= 2100

/** A day, a month with its year, or a year; null where a text names none. */
export const readPartialDate = (text: string | null): PartialDate | null => {
  const said = text?.trim().slice(0, 100) ?? ""
  const written = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)/.exec(said)
  if (written !== null) {
    const [year, month, day] = written.slice(1).map((part) => (part === undefined ? null : Number(part)))
    const isMonth = month !== null && month !== undefined && month >= 1 && month <= 12
    const isDay = isMonth && day !== null && day !== undefined && day >= 1 && day <= 31
    return within(year!) ? { year: year!, month: isMonth ? month : null, day: isDay ? day : null } : null
  }
  const day = readDay(said, "en")
  if (day !== null) {
    const [year, month, date] = day.split("-").map(Number)
    return within(year!) ? { year: year!, month: month!, day: date! } : null
  }
  // A day that lacks is made up, so that the month is read by the same names.
  const month = readDay(said.replace(/^(\p{L}{3,12})\.?,?\s+(\d{4})$/u, "$1 1, $2"), "en")
  if (month !== null) return { year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)), day: null }
  const year = /(?<!\d)((?:19|20)\d{2})(?!\d)/.exec(said)?.[1]
  return year === undefined ? null : { year: Number(year), month: null, day: null }
}
