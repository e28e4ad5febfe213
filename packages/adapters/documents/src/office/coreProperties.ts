/** Title and author of office files, which stand in a part of their own. */
import type { Archive } from "../reading/Archive.ts"
import { oneLine } from "../reading/Markup.ts"
import { findElement, parseXml, textOf, xmlText } from "../reading/XmlTree.ts"

export interface Authorship {
  readonly title: string | null
  readonly author: string | null
}

/** A short text of a document about itself; null when it has none. */
export const shortText = (text: string): string | null => {
  const line = oneLine(text).slice(0, 500)
  return line === "" ? null : line
}

const readFrom = (archive: Archive, part: string, authors: ReadonlyArray<string>): Authorship => {
  const bytes = archive.read(part)
  if (bytes === null) return { title: null, author: null }
  const tree = parseXml(xmlText(bytes))
  const author = authors.map((name) => shortText(textOf(findElement(tree, name)))).find((name) => name !== null)
  return { title: shortText(textOf(findElement(tree, "dc:title"))), author: author ?? null }
}

/** Of Microsoft's formats. */
export const readCoreProperties = (archive: Archive): Authorship =>
  readFrom(archive, "docProps/core.xml", ["dc:creator", "cp:lastModifiedBy"])

/** Of OpenDocument. */
export const readOdfProperties = (archive: Archive): Authorship =>
  readFrom(archive, "meta.xml", ["meta:initial-creator", "dc:creator"])
