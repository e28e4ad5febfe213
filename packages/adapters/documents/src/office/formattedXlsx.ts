/** Numbers of a workbook as its cells show them: hucre gives what is stored, and takes every clock for a day. */
import type { Archive } from "../reading/Archive.ts"
import { sheets as limit, pageNodes } from "../reading/limits.ts"
import { escapeHtml } from "../reading/Markup.ts"
import { elementsOf, parseXml, type XmlElement, xmlText } from "../reading/XmlTree.ts"
import { isWriter, type NumberWriter, numberWriter } from "./numberFormats.ts"

const localName = (name: string) => name.replace(/^.*:/, "")

/** A cell whose content begins with a number, or a formula and a number. Nothing in it is looked for past the next `<`. */
const numberCells =
  /<((?:\w{1,20}:)?)c((?:\s[^<>]*)?)>(<\1f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1f>))?<\1v>([^<]{1,40})<\/\1v>/g

/** The parts of a workbook whose cells are written anew; none where all numbers look as they are stored. */
export const formattedXlsx = (archive: Archive): ReadonlyMap<string, Uint8Array> => {
  const replaced = new Map<string, Uint8Array>()
  const partOf = (pattern: RegExp) => archive.read(archive.names.find((name) => pattern.test(name)) ?? "")
  const styles = partOf(/^xl\/styles\d*\.xml$/i)
  const workbook = partOf(/^xl\/workbook\d*\.xml$/i)
  if (styles === null) return replaced
  const is1904 = workbook !== null && /<(?:\w+:)?workbookPr\s[^<>]*\bdate1904="(?:1|true)"/.test(xmlText(workbook))
  const writers = writersOf(xmlText(styles), is1904)
  if (!writers.some(isWriter)) return replaced
  for (const name of archive.names) {
    const part = /^xl\/worksheets\/[^/]+\.xml$/i.test(name) ? archive.read(name) : null
    if (part !== null && part.length <= limit.formattedBytes)
      replaced.set(name, new TextEncoder().encode(withTexts(xmlText(part), writers)))
  }
  return replaced
}

/** A writer for each style of cells, in their order. */
const writersOf = (styles: string, is1904: boolean): ReadonlyArray<NumberWriter> => {
  const wanted = new Set(["styleSheet", "numFmts", "numFmt", "cellXfs", "xf"])
  const parts = elementsOf(parseXml(styles, (name) => wanted.has(localName(name)))).flatMap(elementsOf)
  const inside = (part: string): ReadonlyArray<XmlElement> =>
    parts.filter(({ name }) => localName(name) === part).flatMap(elementsOf)
  const codes = new Map(
    inside("numFmts").map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode] as const)
  )
  const writers = new Map<number, NumberWriter>()
  return inside("cellXfs").map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    const writer = writers.get(id) ?? numberWriter(id, codes.get(id), is1904)
    writers.set(id, writer)
    return writer
  })
}

/** Of a sheet with more numbers than a page has texts, no more are shown. */
const withTexts = (sheet: string, writers: ReadonlyArray<NumberWriter>): string => {
  let left: number = pageNodes
  return sheet.replace(
    numberCells,
    (cell: string, prefix: string, attributes: string, formula: string | undefined, content: string) => {
      const type = /\st="(\w+)"/.exec(attributes)?.[1]
      const writer = writers[Number(/\ss="(\d+)"/.exec(attributes)?.[1] ?? 0)]
      const value = Number(content)
      left -= 1
      if (left < 0 || (type !== undefined && type !== "n") || !isWriter(writer) || !Number.isFinite(value)) return cell
      const text = writer(value)
      if (text === null) return cell
      const others = type === undefined ? attributes : attributes.replace(/\st="n"/, "")
      return `<${prefix}c${others} t="str">${formula ?? ""}<${prefix}v>${escapeHtml(text)}</${prefix}v>`
    }
  )
}
