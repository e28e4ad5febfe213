/** Numbers of an OpenDocument sheet as its cells show them: the file has both, and hucre takes what is stored. */

import { Parser } from "htmlparser2"
import type { Archive } from "../reading/Archive.ts"
import { sheets as limit, repeatedCells } from "../reading/limits.ts"
import { tooComplex } from "../reading/Unreadable.ts"
import { xmlText } from "../reading/XmlTree.ts"

/** A cell of a number, and the line that it shows. Nothing in it is looked for past the next `<`. */
const shownCells =
  /(<table:table-cell\s[^<>]*?\boffice:value-type=")(float|percentage|currency|time)("[^<>]*>)(?=<text:p(?:\s[^<>]*)?>([^<]*)<\/text:p>)/g

/** The content written anew; none where nothing changes. */
export const formattedOds = (archive: Archive): ReadonlyMap<string, Uint8Array> => {
  const part = archive.read("content.xml")
  if (part === null) return new Map()
  const content = xmlText(part)
  const plain = content.replace(cellTags, (tag) => tag.replace(styleNames, ""))
  refuseManyCells(plain)
  if (part.length > limit.formattedBytes) return new Map()
  const written = plain.replace(shownCells, (cell: string, start: string, type: string, end: string, text: string) =>
    text.trim() === "" || (type === "float" && saysNoMore(text, end)) ? cell : `${start}string${end}`
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

/** Whether a text is its number in the notation of another place: in one table all are to be of one kind. */
const saysNoMore = (text: string, attributes: string): boolean => {
  const plain = text.trim()
  if (!/^-?[\d.,\s'’]+$/.test(plain)) return false
  const value = Number(/\boffice:value="([^"]{1,40})"/.exec(attributes)?.[1])
  if (!Number.isFinite(value)) return true
  const isOurs = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(plain)
  const decimals = /\.(\d+)$/.exec(plain)?.[1]?.length ?? 0
  return !isOurs || Math.abs(Number(plain.replaceAll(",", "")) - value) > 0.51 * 10 ** -decimals
}
