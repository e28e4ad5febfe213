/**
 * An OpenDocument sheet as hucre reads it: numbers as their cells show them, since the file has both and hucre takes what is stored, and no
 * groups around rows, into which it does not look.
 */

import { Parser } from "htmlparser2"
import type { Archive } from "../reading/Archive.ts"
import { sheets as limit, repeatedCells } from "../reading/limits.ts"
import { tooComplex } from "../reading/Unreadable.ts"
import { xmlText } from "../reading/XmlTree.ts"

/** A cell of a number, and the line that it shows. Nothing in it is looked for past the next `<`. */
const shownCells =
  /(<table:table-cell\s[^<>]*?\boffice:value-type=")(float|percentage|currency|time)("[^<>]*>)(<text:p(?:\s[^<>]*)?>)([^<]*)(?=<\/text:p>)/g

/** What holds rows: those at the head that are repeated on each page, those that can be folded up together, and all others. */
const aroundRows = /<\/?(?:[\w.-]{1,40}:)?table-(?:header-rows|row-group|rows)(?:\s[^<>]*)?>/g

/** The content written anew; none where nothing changes. */
export const formattedOds = (archive: Archive): ReadonlyMap<string, Uint8Array> => {
  const part = archive.read("content.xml")
  if (part === null) return new Map()
  const content = xmlText(part)
  const plain = content.replace(aroundRows, "").replace(cellTags, (tag) => tag.replace(styleNames, ""))
  refuseManyCells(plain)
  const written =
    part.length > limit.formattedBytes
      ? plain
      : plain.replace(
          shownCells,
          (cell: string, start: string, type: string, end: string, open: string, text: string) => {
            const shown = shownIn(text, type, end)
            return shown === null ? cell : `${start}string${end}${open}${shown}`
          }
        )
  return written === content ? new Map() : new Map([["content.xml", new TextEncoder().encode(written)]])
}

/** Tags of cells, and the styles that they name: hucre takes a cell with a style for filled, and people style whole columns. */
const cellTags = /<(?:[\w.-]{1,40}:)?table-cell\s[^<>]*>/g
const styleNames = /\stable:style-name\s*=\s*(?:"[^"<>]*"|'[^'<>]*')/

/** What a sheet has at most, as hucre takes it. */
const most = { rows: 1_048_576, columns: 16_384 } as const

const timesOf = (said: string | undefined, largest: number): number =>
  Math.min(Math.max(Math.trunc(Number(said ?? 1)) || 0, 0), largest)

const filling = [
  "office:value-type",
  "calcext:value-type",
  "table:formula",
  "table:style-name",
  "table:number-columns-spanned",
  "table:number-rows-spanned"
]

/** A cell or a row may say that it stands there so many times over: hucre makes all of them. */
const refuseManyCells = (content: string): void => {
  let cells = 0
  let blankRows = 0
  let row = { times: 0, filled: 0, pending: 0 }
  let isFilled = false
  const localName = (name: string) => name.slice(name.indexOf(":") + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = localName(name)
        if (local === "table") blankRows = 0
        else if (local === "table-row") {
          row = { times: timesOf(attributes["table:number-rows-repeated"], most.rows), filled: 0, pending: 0 }
        } else if (local === "table-cell" || local === "covered-table-cell") {
          row.pending += timesOf(attributes["table:number-columns-repeated"], most.columns)
          isFilled = filling.some((key) => attributes[key] !== undefined)
        } else isFilled = true
      },
      onclosetag: (name) => {
        const local = localName(name)
        if (local === "table-cell" && isFilled) {
          row.filled += row.pending
          row.pending = 0
        } else if (local === "table-row" && row.filled === 0) blankRows += row.times
        else if (local === "table-row") {
          cells += row.times * row.filled + Math.min(blankRows, most.rows)
          blankRows = 0
          if (cells > repeatedCells) throw tooComplex(`The sheets hold more than ${repeatedCells} cells.`)
        }
      }
    },
    { xmlMode: true }
  )
  parser.end(content)
}

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
  if (type === "time") return text
  if (/\+\s?\d/.test(text)) return text
  const isBare = /^-?[\d.,'’]+$|^-?\d{1,3}(?:[\s'’]\d{3})*(?:[.,]\d+)?$/.test(text.trim())
  const found = text.match(numbers) ?? []
  const value = Number(/\boffice:value="([^"]{1,40})"/.exec(attributes)?.[1]) * (type === "percentage" ? 100 : 1)
  const english = found.length === 1 && Number.isFinite(value) ? inEnglish(found[0], value) : null
  if (english !== null) return text.replace(numbers, english)
  return isBare && type === "float" ? null : text
}
