/** Days as pages write them. */
import { normalized } from "../../paging/domain/normalized.ts"

/** Languages whose names of months are known beside that of the page. */
const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "cs", "ru", "tr", "fi"]

const plain = (text: string): string =>
  normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\.$/, "")

let known: ReadonlyMap<string, number> | undefined

/** The names of the months in all those languages. `May` and `mars` mean the same month wherever they are names of one. */
const months = (): ReadonlyMap<string, number> => {
  if (known !== undefined) return known
  const names = new Map<string, number>()
  for (const language of languages) {
    for (const month of ["long", "short"] as const) {
      for (const day of [{}, { day: "numeric" as const }]) {
        const format = new Intl.DateTimeFormat(language, { ...day, month, timeZone: "UTC" })
        for (let number = 1; number <= 12; number++) {
          const part = format.formatToParts(Date.UTC(2026, number - 1, 1)).find(({ type }) => type === "month")
          const name = plain(part?.value ?? "")
          if (/^\p{L}{3,}$/u.test(name) && !names.has(name)) names.set(name, number)
        }
      }
    }
  }
  names.set("sept", 9)
  known = names
  return names
}

const iso = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/
const eastern = /(\d{4})\s?[年/.]\s?(\d{1,2})\s?[月/.]\s?(\d{1,2})/
const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)/
const slashed = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/
const dayFirst =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+|del\s+)?(\d{4})(?!\d)/u
const monthFirst = /(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u

const two = (value: number): string => String(value).padStart(2, "0")

/** The day as ISO 8601 writes it; null when there is none such, as on the 30th of February. */
const dayOf = (year: number, month: number, day: number): string | null => {
  if (year < 1000 || year > 2999 || month < 1 || month > 12 || day < 1 || day > 31) return null
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCDate() === day ? `${year}-${two(month)}-${two(day)}` : null
}

/** Languages in which the month comes first in figures. */
const monthsFirst = /^(?:en-us|fil|en-ph)\b/i

/** Which of the two is the month, where they tell it themselves or the language does; null where nothing does. */
const ofFigures = (first: number, second: number, year: number, language: string): string | null => {
  if (first > 12) return dayOf(year, second, first)
  if (second > 12 || first === second || monthsFirst.test(language)) return dayOf(year, first, second)
  // Readers of English disagree, and the page does not say whom it is written for.
  if (language === "" || /^en$/i.test(language)) return null
  return dayOf(year, second, first)
}

const named = (day: string, month: string, year: string): string | null => {
  const number = months().get(plain(month))
  return number === undefined ? null : dayOf(Number(year), number, Number(day))
}

const dash = String.raw`\s?(?:[-–—]|to|bis|until|through|au|al|a|t\/m|до|–)\s?`
const ordinal = String.raw`(?:st|nd|rd|th|er|º|\.)?`
const month = String.raw`(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?`
/** From one day to another, of which the last alone says all of it. */
const withinMonth = new RegExp(
  String.raw`(?<!\d)(\d{1,2})${ordinal}${dash}(\d{1,2})${ordinal}\s+${month}\s+(?:de\s+|del\s+)?(\d{4})(?!\d)`,
  "iu"
)
const acrossMonths = new RegExp(
  String.raw`(?<!\d)(\d{1,2})${ordinal}\s+${month}${dash}(\d{1,2})${ordinal}\s+${month}\s+(?:de\s+|del\s+)?(\d{4})(?!\d)`,
  "iu"
)
const withinMonthFirst = new RegExp(
  String.raw`(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?${dash}(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)`,
  "iu"
)
const acrossMonthsFirst = new RegExp(
  String.raw`(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?${dash}(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)`,
  "iu"
)
/** Days in figures, of which the first lacks its year: `4.–6.3.2027`, `30.3.–2.4.2027`. */
const dottedRange = new RegExp(
  String.raw`(?<![\d.])(\d{1,2})\.(?:\s?(\d{1,2})\.)?${dash}(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)`,
  "iu"
)

type Days = readonly [string, string]

const daysOf = (first: string | null, last: string | null): Days | undefined =>
  first === null || last === null || first > last ? undefined : [first, last]

/** Where the year stands but once, the first day may be in the year before: `30 December – 2 January 2027`. */
const acrossYears = (first: readonly [string, string], last: readonly [string, string], year: string) =>
  daysOf(named(...first, year), named(...last, year)) ??
  daysOf(named(...first, String(Number(year) - 1)), named(...last, year))

const rangeIn = (text: string): Days | undefined => {
  const points = dottedRange.exec(text)
  if (points !== null) {
    const [, day = "", ownMonth, lastDay = "", lastMonth = "", written = ""] = points
    const year = written.length === 2 ? 2000 + Number(written) : Number(written)
    const first = dayOf(year, Number(ownMonth ?? lastMonth), Number(day))
    const days = daysOf(first, dayOf(year, Number(lastMonth), Number(lastDay)))
    if (days !== undefined) return days
  }
  const within = withinMonth.exec(text)
  if (within !== null) {
    const [, from = "", to = "", name = "", year = ""] = within
    const days = daysOf(named(from, name, year), named(to, name, year))
    if (days !== undefined) return days
  }
  const across = acrossMonths.exec(text)
  if (across !== null) {
    const [, from = "", fromName = "", to = "", toName = "", year = ""] = across
    const days = acrossYears([from, fromName], [to, toName], year)
    if (days !== undefined) return days
  }
  const withinFirst = withinMonthFirst.exec(text)
  if (withinFirst !== null) {
    const [, name = "", from = "", to = "", year = ""] = withinFirst
    const days = daysOf(named(from, name, year), named(to, name, year))
    if (days !== undefined) return days
  }
  const acrossFirst = acrossMonthsFirst.exec(text)
  if (acrossFirst === null) return undefined
  const [, fromName = "", from = "", toName = "", to = "", year = ""] = acrossFirst
  return acrossYears([from, fromName], [to, toName], year)
}

/** What stands between two whole days. */
const between = /\s[-–—]\s|[–—]|\/(?=\d{4}-)|\s(?:to|bis|until|through|till|au|al|hasta|tot|do)\s/iu

/** The first and the last day of a stretch that a text names; undefined where it names none. @internal */
export const readDays = (text: string, language: string): Days | undefined => {
  const part = text.slice(0, 300)
  const range = rangeIn(part)
  if (range !== undefined) return range
  const parts = part.split(between)
  if (parts.length < 2) return undefined
  const whole = parts.flatMap((one) => readDay(one, language) ?? [])
  const [first, last] = [whole[0], whole.at(-1)]
  return whole.length !== 2 ? undefined : daysOf(first ?? null, last ?? null)
}

/** The first day that a text names whole, as `YYYY-MM-DD`; null when it is not sure which one is meant. @internal */
export const readDay = (text: string, language: string): string | null => {
  const part = text.slice(0, 300)
  const written = iso.exec(part) ?? eastern.exec(part)
  if (written !== null) return dayOf(Number(written[1]), Number(written[2]), Number(written[3]))
  const range = rangeIn(part)
  if (range !== undefined) return range[0]
  const points = dotted.exec(part)
  if (points !== null) {
    const year = points[3]!.length === 2 ? 2000 + Number(points[3]) : Number(points[3])
    return dayOf(year, Number(points[2]), Number(points[1]))
  }
  const first = dayFirst.exec(part)
  const ofFirst = first === null ? null : named(first[1]!, first[2]!, first[3]!)
  if (ofFirst !== null) return ofFirst
  const second = monthFirst.exec(part)
  const ofSecond = second === null ? null : named(second[2]!, second[1]!, second[3]!)
  if (ofSecond !== null) return ofSecond
  const slashes = slashed.exec(part)
  return slashes === null ? null : ofFigures(Number(slashes[1]), Number(slashes[2]), Number(slashes[3]), language)
}

const instant = /(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s?(Z|[+-]\d{2}:?\d{2})/

/** A moment with its offset, as RFC 3339 writes it; null when the text does not say all of it. @internal */
export const readMoment = (text: string): string | null => {
  const found = instant.exec(text.slice(0, 300))
  if (found === null) return null
  const [, day, time, seconds = ":00", zone] = found
  const offset = zone === "Z" || zone!.includes(":") ? zone! : `${zone!.slice(0, 3)}:${zone!.slice(3)}`
  const moment = `${day}T${time}${seconds}${offset}`
  return Number.isNaN(Date.parse(moment)) ? null : moment
}

const timeOfDay =
  /(?<![\d.,:])(?<hours>\d{1,2})(?:(?<mark>[:.h])(?<minutes>\d{2}))?(?::(?<seconds>\d{2}))?(?![\d,:]|\.\d)\s?(?<half>[ap])?(?:(?<=[ap])\.?\s?m\b\.?)?/giu

/** What follows figures with a point, or alone, where they are a time of day. */
const saysHour = /^\s?(?:uhr|h|o['’]?clock)(?!\p{L})/iu

/** A time of day with seconds, as ISO 8601 writes it. @internal */
export const readTime = (text: string): string | null => {
  const part = text.slice(0, 100)
  for (const { 0: whole, groups = {}, index } of part.matchAll(timeOfDay)) {
    const { hours = "", mark, minutes = "00", seconds = "00" } = groups
    // Words that begin so are none: `14:30 Arrival`, `10:00 Prague time`.
    const half = /([ap])\.?\s?m\.?$/i.exec(whole)?.[1]?.toLowerCase()
    const behind = part.slice(index + whole.length)
    // A point and a number alone are in weights and prices, too.
    if (half === undefined && (mark === undefined || mark === ".") && !saysHour.test(behind)) continue
    if (Number(hours) > (half === undefined ? 24 : 12) || Number(minutes) > 59 || Number(seconds) > 59) continue
    const hour = (Number(hours) % (half === undefined ? 24 : 12)) + (half === "p" ? 12 : 0)
    return `${two(hour)}:${minutes}:${seconds}`
  }
  return null
}
