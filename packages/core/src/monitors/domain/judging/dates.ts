/** Dates and times of day in the ways of many languages, written one way. */
import { anyMonth, monthNumbers } from "../../../extraction/domain/monthNames.ts"

/** The month that a word names. */
export const monthOf = (word: string): number | undefined => monthNumbers.get(word.toLowerCase().replace(/\.$/, ""))

const year = "(?:19|20)\\d{2}"
const end = "(?![\\p{L}\\p{N}])"

/** Dates, the longest forms first. */
export const datePattern = [
  `(?<iso>\\d{4}-\\d{2}-\\d{2})(?:T\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?Z?)?(?!\\d)`,
  `(?:(?<cjkYear>\\d{4})[年년]\\s?)?(?<cjkMonth>\\d{1,2})[月월]\\s?(?<cjkDay>\\d{1,2})[日일号]`,
  `(?<yearFirst>\\d{4}[./]\\d{1,2}[./]\\d{1,2})(?!\\d)`,
  `(?<numeric>\\d{1,2}(?<part>[./-])\\d{1,2}\\k<part>(?:19|20)?\\d{2})(?![\\d.])`,
  `(?<day>\\d{1,2})(?:\\.|st|nd|rd|th|er|º|°)?\\s?(?:de\\s|of\\s|d[’'])?(?<month>${anyMonth})\\.?,?(?:\\s(?:de\\s|del\\s)?(?<year>${year}))?${end}`,
  `(?<month2>${anyMonth})\\.?\\s(?<day2>\\d{1,2})(?:st|nd|rd|th)?(?!\\d|[.,]\\d)(?:,?\\s(?<year2>${year}))?${end}`,
  `(?<month3>${anyMonth})\\.?\\s(?<year3>${year})${end}`,
  `(?<dayMonth>\\d{1,2}\\.\\d{1,2}\\.)(?=\\s|$)`
].join("|")

export interface DateParts {
  readonly year: number | null
  readonly month: number
  readonly day: number | null
  /** Days since some day, to be compared where both have a year or neither does. */
  readonly order: number
}

const partsOf = (yearPart: number | null, month: number, day: number | null): DateParts | undefined =>
  month < 1 || month > 12 || (day !== null && (day < 1 || day > 31))
    ? undefined
    : { year: yearPart, month, day, order: (yearPart ?? 0) * 372 + (month - 1) * 31 + (day ?? 1) }

const fullYear = (text: string): number => (text.length === 2 ? 2_000 + Number(text) : Number(text))

/** The day before the month, unless only the other way makes sense or signs say so. */
const numericParts = (text: string): DateParts | undefined => {
  const [one = "", other = "", last = ""] = text.split(/[./-]/)
  const [first, second] = [Number(one), Number(other)]
  const isMonthFirst = second > 12
  return isMonthFirst ? partsOf(fullYear(last), first, second) : partsOf(fullYear(last), second, first)
}

/** What a match of `datePattern` says. */
export const dateParts = (groups: Readonly<Record<string, string | undefined>>): DateParts | undefined => {
  const { iso, yearFirst, numeric, dayMonth } = groups
  if (iso !== undefined || yearFirst !== undefined) {
    const [yearPart, month, day] = (iso ?? yearFirst!).split(/[-./]/).map(Number)
    return partsOf(yearPart!, month!, day!)
  }
  if (numeric !== undefined) return numericParts(numeric)
  if (dayMonth !== undefined) return partsOf(null, Number(dayMonth.split(".")[1]), Number(dayMonth.split(".")[0]))
  const of = (...keys: ReadonlyArray<string>) => keys.map((key) => groups[key]).find((value) => value !== undefined)
  const monthName = of("month", "month2", "month3")
  const month = groups.cjkMonth !== undefined ? Number(groups.cjkMonth) : monthOf(monthName ?? "")
  if (month === undefined) return undefined
  const [day, yearText] = [of("day", "day2", "cjkDay"), of("year", "year2", "year3", "cjkYear")]
  return partsOf(yearText === undefined ? null : Number(yearText), month, day === undefined ? null : Number(day))
}

/** Written one way: `2026-05-01`, `*-05-01`, `2026-05`. */
export const dateKey = ({ day, month, year: yearPart }: DateParts): string =>
  [yearPart ?? "*", String(month).padStart(2, "0"), ...(day === null ? [] : [String(day).padStart(2, "0")])].join("-")

/** Times of day: `17:00`, `5 pm`, `5.30 p.m.`, `17h30`, `17 Uhr`. */
export const timePattern =
  "(?<hour>[01]?\\d|2[0-3])(?:[:h](?<minute>[0-5]\\d)(?::[0-5]\\d)?(?:\\s?(?<half>[ap]\\.?m(?!\\p{L})\\.?)|\\s?(?:h|Uhr|uur|hrs|Ore)(?!\\p{L}))?|\\.(?<minute2>[0-5]\\d)(?:\\s?(?<half3>[ap]\\.?m(?!\\p{L})\\.?)|(?=\\s?(?:h|Uhr|uur)(?!\\p{L}))))(?!\\d|[.,]\\d)|(?<hour2>1[0-2]|0?\\d)\\s?(?<half2>[ap]\\.?m\\.?)(?!\\p{L})|(?<hour3>[01]?\\d|2[0-3])\\s?(?:h|Uhr|uur|heures)(?![\\p{L}\\p{N}])"

/** Minutes of the day. */
export const minutesOf = (groups: Readonly<Record<string, string | undefined>>): number => {
  const hour = Number(groups.hour ?? groups.hour2 ?? groups.hour3)
  const half = (groups.half ?? groups.half2 ?? groups.half3 ?? "").toLowerCase()
  const hours = half.startsWith("p") && hour < 12 ? hour + 12 : half.startsWith("a") && hour === 12 ? 0 : hour
  return hours * 60 + Number(groups.minute ?? groups.minute2 ?? 0)
}
