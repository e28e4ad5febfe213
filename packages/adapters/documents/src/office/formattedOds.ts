/** Numbers of an OpenDocument sheet as its cells show them: the file has both, and hucre takes what is stored. */
import type { Archive } from "../reading/Archive.ts"
import { sheets as limit } from "../reading/limits.ts"
import { xmlText } from "../reading/XmlTree.ts"

/** A cell of a number, and the line that it shows. Nothing in it is looked for past the next `<`. */
const shownCells =
  /(<table:table-cell\s[^<>]*?\boffice:value-type=")(float|percentage|currency|time)("[^<>]*>)(?=<text:p(?:\s[^<>]*)?>([^<]*)<\/text:p>)/g

/** The content written anew; none where nothing changes. */
export const formattedOds = (archive: Archive): ReadonlyMap<string, Uint8Array> => {
  const part = archive.read("content.xml")
  if (part === null || part.length > limit.formattedBytes) return new Map()
  const content = xmlText(part)
  const written = content.replace(shownCells, (cell: string, start: string, type: string, end: string, text: string) =>
    text.trim() === "" || (type === "float" && saysNoMore(text, end)) ? cell : `${start}string${end}`
  )
  return written === content ? new Map() : new Map([["content.xml", new TextEncoder().encode(written)]])
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
