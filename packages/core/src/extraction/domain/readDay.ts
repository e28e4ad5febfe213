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

/** The first day that a text names whole, as `YYYY-MM-DD`; null when it is not sure which one is meant. @internal */
export const readDay = (text: string, language: string): string | null => {
  const part = text.slice(0, 300)
  const written = iso.exec(part) ?? eastern.exec(part)
  if (written !== null) return dayOf(Number(written[1]), Number(written[2]), Number(written[3]))
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

/** A time of day with seconds, as ISO 8601 writes it. @internal */
export const readTime = (text: string): string | null => {
  const found = /(?<!\d)(\d{1,2})[:.h](\d{2})(?::(\d{2}))?\s?([ap])?\.?m?/i.exec(text.slice(0, 100))
  if (found === null) return null
  const [, hours, minutes, seconds = "00", half] = found
  const hour = (Number(hours) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === "p" ? 12 : 0)
  if (Number(hours) > 24 || Number(minutes) > 59) return null
  return `${two(hour)}:${minutes}:${seconds}`
}
