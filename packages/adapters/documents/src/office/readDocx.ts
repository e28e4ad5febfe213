/** Word documents, by mammoth, whose markup is written anew before anyone sees it. */
import mammoth from "mammoth"
import { archiveBytes, openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { pictures as limit, words } from "../reading/limits.ts"
import { isTaken, makePictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import { corrupt, tooComplex } from "../reading/Unreadable.ts"
import { parseXml, xmlText } from "../reading/XmlTree.ts"
import { readCoreProperties } from "./coreProperties.ts"
import { withDocxBoxes } from "./docxBoxes.ts"
import { makeDocxChunks } from "./docxChunks.ts"
import { makeDocxFormulas } from "./docxFormulas.ts"
import { readDocxNumbering } from "./docxNumbering.ts"
import { makeDocxParagraphs } from "./docxParagraphs.ts"
import { makeDocxRepeats, type WordDocument } from "./docxRepeats.ts"
import { readDocxStyles } from "./docxStyles.ts"

const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh > em",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')"
]

const isNumbering = (name: string) => /^word\/numbering\d*\.xml$/.test(name)
const isStyles = (name: string) => /^word\/styles\d*\.xml$/.test(name)
const noNumbering = '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:numbering>'

/** Parts whose paragraphs are not read, or not as a part of the text. */
const isApart = /^word\/(?:header|footer|comments|styles|numbering|settings|webSettings|fontTable)/

/** Places of pictures that are looked at for one that is taken along. */
const mostPictures = 1_000

/** What leads from a note back to its place. */
const wayBack = / ?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g

/** A box that is ticked or is not, as mammoth writes it. */
const checkBoxes = /<input type="checkbox"( checked="checked")? ?\/?>/g

const elementsIn = (xml: string): number => {
  let elements = 0
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) if (xml[at + 1] !== "/") elements += 1
  return elements
}

/** Checks the archive, then has mammoth convert it. */
export const readDocx = async (file: FileToRead): Promise<Fragment> => {
  const { bytes } = file
  const archive = openArchive(bytes)
  const partOf = (isWanted: (name: string) => boolean): string | null => {
    const part = archive.read(archive.names.find(isWanted) ?? "")
    return part === null ? null : xmlText(part)
  }
  const formulas = makeDocxFormulas()
  const chunks = makeDocxChunks(archive, file)
  const styles = readDocxStyles(partOf(isStyles))
  const paragraphs = makeDocxParagraphs(styles, readDocxNumbering(partOf(isNumbering), styles))
  const marked = new Map<string, Uint8Array>()
  // mammoth unpacks by itself and trusts what it unpacks: what is too large or too deep ends here.
  let elements = 0
  for (const name of archive.names) {
    const part = archive.read(name)
    if (part === null || !/^word\/[^/]+\.xml$/.test(name)) continue
    const xml = xmlText(part)
    parseXml(xml, () => false)
    const isText = !isApart.test(name)
    let given = isText ? withDocxBoxes(xml) : null
    if (isText) given = (await chunks.mark(name, given ?? xml)) ?? given
    given = formulas.mark(given ?? xml) ?? given
    if (isText) given = paragraphs.mark(given ?? xml) ?? given
    elements += elementsIn(given ?? xml)
    if (elements > words.elements) throw tooComplex(`The document has more than ${words.elements} elements.`)
    if (given !== null) marked.set(name, new TextEncoder().encode(given))
  }
  // mammoth knows of a list that it is one, and counts every list from one.
  for (const name of archive.names) {
    if (isNumbering(name)) marked.set(name, new TextEncoder().encode(noNumbering))
  }
  if (!archive.names.some((name) => /\.xml$/.test(name))) throw corrupt("The file is not a Word document.")
  const found: Array<Uint8Array> = []
  let looked = 0
  const repeats = makeDocxRepeats()
  const given = archiveBytes(bytes, archive, marked)
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(given.buffer, given.byteOffset, given.byteLength) },
    {
      styleMap,
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
      transformDocument: (document: WordDocument) => repeats.bound(document),
      // mammoth unpacks a picture at each place that shows it.
      convertImage: mammoth.images.imgElement(async (image) => {
        if (found.length >= limit.count || looked >= mostPictures) return { src: "" }
        looked += 1
        const bytes = new Uint8Array(await image.readAsArrayBuffer())
        if (!isTaken(bytes)) return { src: "" }
        found.push(bytes)
        return { src: `picture:${found.length - 1}` }
      })
    }
  )
  const pictures = makePictures()
  const img = (source: string, alt: string) => {
    const content = /^picture:\d+$/.test(source) ? found[Number(source.slice(8))] : undefined
    return content === undefined ? "" : pictures.img(content, alt)
  }
  const ticked = value
    .replace(checkBoxes, (_, checked: string | undefined) => (checked === undefined ? "☐" : "☒"))
    .replace(wayBack, "")
  const html = formulas
    .restore(paragraphs.restore(safeMarkup(ticked, { isXml: false, img })))
    .replace(/(<\/(?:p|h\d|li|ul|ol|table|tr|blockquote|pre)>)/g, "$1\n")
  return fragment(chunks.restore(html) + repeats.note(), readCoreProperties(archive))
}
