/** OpenDocument texts and presentations. */
import { type Archive, openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { slides as limit } from "../reading/limits.ts"
import { escapeHtml, heading, link, oneLine, paragraph, table } from "../reading/Markup.ts"
import { makePictures, type Pictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { corrupt, tooComplex, Unreadable } from "../reading/Unreadable.ts"
import {
  childOf,
  elementsOf,
  findElement,
  parseXml,
  requireElement,
  textOf,
  type XmlElement,
  xmlText
} from "../reading/XmlTree.ts"
import { readOdfProperties } from "./coreProperties.ts"
import { odfFormula } from "./odfFormula.ts"

interface Document {
  readonly archive: Archive
  readonly pictures: Pictures
  /** Names of list styles whose items are numbered. */
  readonly numbered: ReadonlySet<string>
}

/** Most spaces that one mark may stand for. */
const mostSpaces = 100

/** Reads ODT and ODP. */
export const readOdf = async ({ bytes }: FileToRead): Promise<Fragment> => {
  const archive = openArchive(bytes)
  const manifest = archive.read("META-INF/manifest.xml")
  if (manifest !== null && xmlText(manifest).includes("encryption-data")) {
    throw new Unreadable("encrypted", "The file is protected by a password.")
  }
  const content = archive.read("content.xml")
  if (content === null) throw corrupt("The file is not an OpenDocument file.")
  const tree = parseXml(xmlText(content))
  const document = { archive, pictures: makePictures(), numbered: numberedStyles(tree) }
  const body = requireElement(tree, "office:body")
  const authorship = readOdfProperties(archive)
  const show = childOf(body, "office:presentation")
  if (show === undefined) return fragment(blocksHtml(document, elementsOf(body).flatMap(elementsOf)), authorship)
  const slides = elementsOf(show).filter(({ name }) => name === "draw:page")
  if (slides.length > limit.slides) throw tooComplex(`The presentation has more than ${limit.slides} slides.`)
  const html = slides.map((slide, at) => slideHtml(document, slide, at + 1)).join("")
  return fragment(html, { ...authorship, pageCount: slides.length })
}

const numberedStyles = (tree: XmlElement): ReadonlySet<string> => {
  const styles = findElement(tree, "office:automatic-styles")
  return new Set(
    (styles === undefined ? [] : elementsOf(styles))
      .filter(
        (style) => style.name === "text:list-style" && elementsOf(style)[0]?.name === "text:list-level-style-number"
      )
      .map(({ attributes }) => attributes["style:name"] ?? "")
  )
}

const slideHtml = (document: Document, slide: XmlElement, number: number): string => {
  const frames = elementsOf(slide)
  const title = frames.find(({ attributes }) => attributes["presentation:class"] === "title")
  const notes = childOf(slide, "presentation:notes")
  const name = oneLine(textOf(title))
  const shown = frames.filter((one) => one !== title && one !== notes)
  const noted =
    notes === undefined
      ? ""
      : blocksHtml(
          document,
          elementsOf(notes).filter((one) => one.name === "draw:frame")
        )
  return (
    heading(2, escapeHtml(name === "" ? `Slide ${number}` : name)) +
    blocksHtml(document, shown) +
    (noted === "" ? "" : heading(3, "Notes") + noted)
  )
}

const blocksHtml = (document: Document, elements: ReadonlyArray<XmlElement>): string =>
  elements.map((element) => blockHtml(document, element)).join("")

const blockHtml = (document: Document, element: XmlElement): string => {
  switch (element.name) {
    case "text:h":
      return heading(Number(element.attributes["text:outline-level"] ?? 1) || 1, inlineHtml(document, element))
    case "text:p":
      return paragraph(inlineHtml(document, element))
    case "text:list":
      return listHtml(document, element, element.attributes["text:style-name"] ?? "")
    case "table:table":
      return tableHtml(document, element)
    case "draw:image":
    case "draw:object":
      return paragraph(inlineHtml(document, { ...element, children: [element] }))
    case "text:section":
    case "text:index-body":
    case "draw:frame":
    case "draw:text-box":
    case "draw:g":
    case "draw:custom-shape":
    case "draw:rect":
      return blocksHtml(document, elementsOf(element))
    default:
      return element.name.startsWith("text:") ? blocksHtml(document, elementsOf(element)) : ""
  }
}

const listHtml = (document: Document, list: XmlElement, style: string): string => {
  const name = document.numbered.has(style) ? "ol" : "ul"
  const items = elementsOf(list).map((item) => {
    const inside = elementsOf(item).map((child) => {
      if (child.name === "text:list") return listHtml(document, child, child.attributes["text:style-name"] ?? style)
      return child.name === "text:p" || child.name === "text:h"
        ? inlineHtml(document, child)
        : blockHtml(document, child)
    })
    return inside.join("") === "" ? "" : `<li>${inside.join("\n")}</li>\n`
  })
  return items.join("") === "" ? "" : `<${name}>\n${items.join("")}</${name}>\n`
}

const tableHtml = (document: Document, element: XmlElement): string => {
  const rows: Array<ReadonlyArray<string>> = []
  const visit = (parent: XmlElement) => {
    for (const child of elementsOf(parent)) {
      if (child.name === "table:table-row") rows.push(rowCells(document, child))
      else if (/^table:table-(header-rows|rows|row-group)$/.test(child.name)) visit(child)
    }
  }
  visit(element)
  return table(rows.filter((cells) => cells.some((cell) => cell !== "")))
}

const rowCells = (document: Document, row: XmlElement): ReadonlyArray<string> =>
  elementsOf(row)
    .filter(({ name }) => name === "table:table-cell" || name === "table:covered-table-cell")
    .map((cell) =>
      elementsOf(cell)
        .map((one) => (one.name === "text:p" ? inlineHtml(document, one) : blockHtml(document, one)))
        .filter((html) => html !== "")
        .join("<br>")
    )

const inlineHtml = (document: Document, element: XmlElement): string =>
  element.children
    .map((node) => {
      if (typeof node === "string") return escapeHtml(node.replace(/\s+/g, " "))
      switch (node.name) {
        case "text:s":
          return " ".repeat(Math.min(Math.max(Number(node.attributes["text:c"] ?? 1) || 1, 1), mostSpaces))
        case "text:tab":
          return " "
        case "text:line-break":
          return "<br>"
        case "text:a":
          return link(node.attributes["xlink:href"] ?? null, inlineHtml(document, node))
        case "draw:image":
          return pictureHtml(document, node, element)
        case "draw:object":
          return odfFormula(document.archive, node)
        case "office:annotation":
        case "text:bookmark":
          return ""
        case "text:note":
          return noteHtml(document, node)
        default:
          return inlineHtml(document, node)
      }
    })
    .join("")

const noteHtml = (document: Document, note: XmlElement): string => {
  const body = childOf(note, "text:note-body")
  const text =
    body === undefined
      ? ""
      : elementsOf(body)
          .map((one) => inlineHtml(document, one))
          .join(" ")
  return text === "" ? "" : ` (${text})`
}

const pictureHtml = ({ archive, pictures }: Document, image: XmlElement, frame: XmlElement): string => {
  const name = image.attributes["xlink:href"] ?? ""
  const bytes = !pictures.isFull() && /^(\.\/)?Pictures\//.test(name) ? archive.read(name.replace(/^\.\//, "")) : null
  return bytes === null
    ? ""
    : pictures.img(bytes, textOf(childOf(frame, "svg:desc")) || textOf(childOf(frame, "svg:title")))
}
