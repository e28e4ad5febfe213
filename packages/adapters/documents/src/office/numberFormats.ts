/** How a sheet shows its numbers, by the format of a cell. */
import { format, getFormatDateInfo, isDateFormat, isTextFormat } from "numfmt"

/** The text of a number as its cell shows it; null where the format says nothing, or names a day. */
export type NumberWriter = (value: number) => string | null

/**
 * Formats that files name by a number alone. Those with a currency mean the currency of the machine that shows the sheet, which nobody
 * knows here; days are read as days.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: "#,##0;-#,##0",
  6: "#,##0;-#,##0",
  7: "#,##0.00;-#,##0.00",
  8: "#,##0.00;-#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  41: "#,##0;(#,##0);-",
  42: "#,##0;(#,##0);-",
  43: "#,##0.00;(#,##0.00);-",
  44: "#,##0.00;(#,##0.00);-",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0"
}

/** Excel writes none that is longer. */
const longestCode = 255

/** No cell shows a number that is longer. */
const longestText = 255

/** Placeholders of a number, of its decimals or of a part of a fraction: a number has half as many digits. */
const tooManyPlaces = /[?0#]{31}/

/** Days between the two beginnings of time that workbooks have. */
const daysTo1904 = 1_462

const noFormat: NumberWriter = () => null

/** Names of places set the separators of numbers, which in one table are to be one kind; those of months and days they keep. */
const withoutPlace = (code: string) =>
  code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) => (sign === "" ? "" : `[$${sign}]`))

const shown = (code: string, value: number): string | null => {
  try {
    const text = format(code, value).replace(/\s+/g, " ").trim()
    return /^#{3,}$/.test(text) || text.length > longestText ? null : text
  } catch {
    // What no one can read says nothing of how a number looks.
    return null
  }
}

const dateWriter = (code: string, is1904: boolean): NumberWriter => {
  const { day, hours, minutes, month, seconds, year } = getFormatDateInfo(code)
  const isDay = month && day
  if (isDay) return noFormat
  const hasClock = hours || minutes || seconds
  const moved = is1904 && !hasClock ? daysTo1904 : 0
  if (year && month && !hasClock) return (value) => shown("yyyy-mm", value + moved)
  return (value) => shown(code, value + moved)
}

/** The writer of a format; `id` is its number in the file. */
export const numberWriter = (id: number, code: string | undefined, is1904: boolean): NumberWriter => {
  const given = code ?? builtIn[id]
  if (
    given === undefined ||
    given.length > longestCode ||
    tooManyPlaces.test(given) ||
    /^(?:general|@)?$/i.test(given.trim())
  )
    return noFormat
  try {
    if (isTextFormat(given)) return noFormat
    if (isDateFormat(given)) return dateWriter(given, is1904)
    const plain = withoutPlace(given)
    // Of optional decimals that are not there, the point alone would stay.
    if (/\.[#?]/.test(plain)) return (value) => shown(plain, value)?.replace(/(\d)\.(?!\d)/, "$1") ?? null
    return (value) => shown(plain, value)
  } catch {
    return noFormat
  }
}

/** Whether it ever says anything. */
export const isWriter = (writer: NumberWriter | undefined): writer is NumberWriter =>
  writer !== undefined && writer !== noFormat
