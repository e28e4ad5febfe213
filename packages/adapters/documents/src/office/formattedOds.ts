/**
 * An OpenDocument sheet as hucre reads it: numbers as their cells show them, since the file has both and hucre takes what is stored, and no
 * groups around rows, into which it does not look.
 */

import type { Archive } from "../reading/Archive.ts"
import { sheets as limit } from "../reading/limits.ts"
import { xmlText } from "../reading/XmlTree.ts"
import { type OdsTable, odsTables } from "./odsTables.ts"

/** A tag within the line of a cell that says how letters look. */
const lookTag = /<\/?text:span(?:\s[^<>]*)?>/g
const line = `(?:[^<]*${lookTag.source}){0,20}[^<]*`

/** A cell of a number, and the line that it shows. Nothing in it is looked for past the next `<`, but for those of its looks. */
const shownCells = new RegExp(
  `(<table:table-cell\\s[^<>]*?\\boffice:value-type=")(float|percentage|currency|time)("[^<>]*>)(\\s*<text:p(?:\\s[^<>]*)?>)(${line})(?=</text:p>)`,
  "g"
)

/** What holds rows: those at the head that are repeated on each page, those that can be folded up together, and all others. */
const aroundRows = /<\/?(?:[\w.-]{1,40}:)?table-(?:header-rows|row-group|rows)(?:\s[^<>]*)?>/g

export interface FormattedOds {
  /** The content written anew; none where nothing changes. */
  readonly parts: ReadonlyMap<string, Uint8Array>
  readonly tables: ReadonlyArray<OdsTable>
}

/** The content as hucre is given it, and the sheets in it. */
export const formattedOds = (archive: Archive): FormattedOds => {
  const part = archive.read("content.xml")
  if (part === null) return { parts: new Map(), tables: [] }
  const content = xmlText(part)
  const plain = withoutNotes(content)
    .replace(aroundRows, "")
    .replace(cellTags, (tag) => tag.replace(styleNames, ""))
  const { kept, tables } = odsTables(plain)
  const written =
    kept.length > limit.formattedBytes
      ? kept
      : kept.replace(
          shownCells,
          (cell: string, start: string, type: string, end: string, open: string, text: string) => {
            const shown = shownIn(text.replace(lookTag, ""), type, end)
            return shown === null ? cell : `${start}string${end}${open}${shown}`
          }
        )
  const parts = new Map<string, Uint8Array>()
  if (written !== content) parts.set("content.xml", new TextEncoder().encode(written))
  return { parts, tables }
}

/** The content without the notes at its cells, which stand between a cell and what it shows. */
const withoutNotes = (content: string): string => {
  const kept: Array<string> = []
  let from = 0
  for (const { 0: tag, index } of content.matchAll(/<office:annotation(?=[\s/>])[^<>]*>/g)) {
    if (index < from) continue
    const end = tag.endsWith("/>") ? index + tag.length : content.indexOf(noteEnd, index) + noteEnd.length
    if (end < index) break
    kept.push(content.slice(from, index))
    from = end
  }
  return from === 0 ? content : kept.join("") + content.slice(from)
}

const noteEnd = "</office:annotation>"

/** Tags of cells, and the styles that they name: hucre takes a cell with a style for filled, and people style whole columns. */
const cellTags = /<(?:[\w.-]{1,40}:)?table-cell\s[^<>]*>/g
const styleNames = /\stable:style-name\s*=\s*(?:"[^"<>]*"|'[^'<>]*')/g

/** A number in a text, in the notation of whatever place. */
const numbers = /\d(?:[\d.,\s'’]*\d)?/g

/** One in that of English, in which all numbers of sheets are told. */
const isEnglish = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

/** Whole digits in thousands, as some place writes them, or in lakhs; a number of a telephone or of an account is in parts of its own. */
const isGrouped = /^[1-9]\d{0,2}(?:([.,\s'’])\d{3})(?:\1\d{3})*$|^[1-9]\d?(?:,\d\d)+,\d{3}$/

const inThousands = (digits: string): string => {
  const first = digits.length % 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])]
    .filter((part) => part !== "")
    .join(",")
}

/** The same number in the notation of English, where it is that of the cell, rounded; null where it is another one. */
const inEnglish = (number: string, value: number): string | null => {
  const isValue = (whole: string, decimals: string) =>
    Math.abs(Number(`${whole}.${decimals}`) - Math.abs(value)) <= 0.51 * 10 ** -decimals.length
  if (isEnglish.test(number)) {
    const [whole = "", decimals = ""] = number.replaceAll(",", "").split(".")
    if (isValue(whole, decimals)) return number
  }
  for (const end of new Set([number.lastIndexOf("."), number.lastIndexOf(","), number.length])) {
    const [written, decimals] = [number.slice(0, Math.max(end, 0)), number.slice(end + 1)]
    const whole = written.replace(/\D/g, "")
    if (written !== whole && !isGrouped.test(written)) continue
    if (whole === "" || /\D/.test(decimals) || !isValue(whole, decimals)) continue
    const grouped = written === whole ? whole : inThousands(whole)
    return decimals === "" ? grouped : `${grouped}.${decimals}`
  }
  return null
}

/** What a cell shows, with its number in the notation of English; null where it shows no more than a number that is not the one it has. */
const shownIn = (text: string, type: string, attributes: string): string | null => {
  if (text.trim() === "") return null
  if (/\+\s?\d/.test(text)) return text
  const isBare = /^-?[\d.,'’]+$|^-?\d{1,3}(?:[\s'’]\d{3})*(?:[.,]\d+)?$/.test(text.trim())
  const found = text.match(numbers) ?? []
  const value = Number(/\boffice:value="([^"]{1,40})"/.exec(attributes)?.[1]) * (type === "percentage" ? 100 : 1)
  const english = found.length === 1 && Number.isFinite(value) ? inEnglish(found[0], value) : null
  if (english !== null) return text.replace(numbers, english)
  return isBare && type === "float" ? null : text
}
