/** Documents of other kinds that a Word document holds at a place of its text, where Word shows them as a part of it. */
import { posix } from "node:path"
import type { Archive } from "../reading/Archive.ts"
import { outputCharacters } from "../reading/limits.ts"
import { paragraph } from "../reading/Markup.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { Repeats } from "../reading/Repeats.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import { tooMuchText, Unreadable } from "../reading/Unreadable.ts"
import { findElements, parseXml, xmlText } from "../reading/XmlTree.ts"
import { readPlain } from "../text/readPlain.ts"
import { docxPlaces } from "./docxPlaces.ts"
import { mailText, textIn } from "./mailText.ts"
import { readRtf } from "./readRtf.ts"

export interface DocxChunks {
  /** The XML of a part with a paragraph in place of each of them; null where it has none. */
  readonly mark: (name: string, xml: string) => Promise<string | null>
  /** Puts their HTML where the paragraphs came out, and says what is left out. */
  readonly restore: (html: string) => string
}

/** For private use, as those of equations are. */
const before = "\uf8f4"
const after = "\uf8f5"
const marks = /<p>\uf8f4(\d+)\uf8f5<\/p>\s*/g

/** The documents in one, each of which is read once. Archives in archives are not opened. */
export const makeDocxChunks = (archive: Archive, file: FileToRead): DocxChunks => {
  const repeats = new Repeats()
  const read = new Map<string, string | null>()
  const shown: Array<string> = []
  let leftOut = 0
  let characters = 0

  const chunkOf = async (name: string): Promise<string> => {
    const known = read.get(name)
    const html = known === undefined ? await chunkHtml(file, name, archive.read(name)) : known
    read.set(name, html)
    if (html === null) leftOut += 1
    if (html === null || !repeats.isShown(name, html.length)) return ""
    characters += html.length
    if (characters > outputCharacters) throw tooMuchText()
    return html
  }

  const mark = async (name: string, xml: string): Promise<string | null> => {
    if (!xml.includes("<w:altChunk")) return null
    const relations = archive.read(`${posix.dirname(name)}/_rels/${posix.basename(name)}.rels`)
    const found = relations === null ? [] : findElements(parseXml(xmlText(relations)), "Relationship")
    const targets = new Map(found.map(({ attributes }) => [attributes.Id ?? "", attributes.Target ?? ""]))
    const parts: Array<string> = []
    let written = 0
    for (const { end, start } of docxPlaces(xml, /^w:altChunk$/)) {
      const id = /\sr:id\s*=\s*["']([^"']{0,200})["']/.exec(xml.slice(start, Math.min(end, start + 1_000)))?.[1]
      const target = targets.get(id ?? "") ?? ""
      const path = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(name), target)
      parts.push(xml.slice(written, start), `<w:p><w:r><w:t>${before}${shown.length}${after}</w:t></w:r></w:p>`)
      shown.push(await chunkOf(path))
      written = end
    }
    return parts.join("") + xml.slice(written)
  }

  const restore = (html: string): string => {
    const whole = html.replace(marks, (_, number: string) => {
      const chunk = shown[Number(number)] ?? ""
      shown[Number(number)] = ""
      return chunk
    })
    const note = repeats.note("documents in this one")
    if (leftOut === 0) return whole + note
    if (whole.trim() === "") {
      throw new Unreadable("unsupported_content", "All that the document holds is a file in it that is not read there.")
    }
    return whole + note + paragraph(`Files in this document that are left out: ${leftOut}.`)
  }

  return { mark, restore }
}

/** What a document in another becomes; null for one that is not read there. */
const chunkHtml = async (file: FileToRead, name: string, bytes: Uint8Array | null): Promise<string | null> => {
  if (bytes === null) return null
  const head = Buffer.from(bytes.subarray(0, 1_000)).toString("latin1")
  if (head.startsWith("{\\rtf")) return (await readRtf({ ...file, bytes })).html
  if (head.startsWith("PK")) return null
  const isMail = /^\s*(?:mime-version|content-type|from|message-id)\s*:/i.test(head)
  const isHtml = /\.x?html?$/i.test(name) || /^\W{0,3}\s*</.test(head)
  const shown = isMail ? mailText(bytes) : { text: textIn(bytes, null), isHtml }
  if (shown === null) return null
  return shown.isHtml ? safeMarkup(shown.text, { isXml: false, img: () => "" }) : readPlain(shown.text, "text").html
}
