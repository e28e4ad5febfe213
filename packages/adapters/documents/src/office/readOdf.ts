/** OpenDocument texts and presentations. */
import { type Archive, openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { bulletAt, type ListLabel } from "../reading/ListLabel.ts"
import { type LabelledLine, labelledHtml } from "../reading/labelledHtml.ts"
import { slides as limit } from "../reading/limits.ts"
import { escapeHtml, heading, link, oneLine, paragraph, table } from "../reading/Markup.ts"
import { makePictures, type Pictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { Repeats } from "../reading/Repeats.ts"
import { corrupt, tooComplex, Unreadable } from "../reading/Unreadable.ts"
import { WrittenParts } from "../reading/WrittenParts.ts"
import { childOf, elementsOf, parseXml, requireElement, textOf, type XmlElement, xmlText } from "../reading/XmlTree.ts"
import { readOdfProperties } from "./coreProperties.ts"
import { odfFormula } from "./odfFormula.ts"
import { makeOdfCounter, type OdfCounter } from "./odfNumbers.ts"
import { type OdfStyles, readOdfStyles } from "./odfStyles.ts"

interface Document {
  readonly archive: Archive
  readonly pictures: Pictures
  readonly styles: OdfStyles
  readonly headings: OdfCounter
  /** Counters of lists that others may go on with: by their names, and the last one of a style. */
  readonly lists: Map<string, OdfCounter>
  readonly repeats: Repeats
  /** Equations by the names of their folders. */
  readonly formulas: Map<string, string>
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
  const root = elementsOf(tree)[0] ?? tree
  const styles = readOdfStyles(archive, root)
  const document: Document = {
    archive,
    pictures: makePictures(),
    styles,
    headings: makeOdfCounter(styles.outline),
    lists: new Map(),
    repeats: new Repeats(),
    formulas: new Map()
  }
  const body = requireElement(tree, "office:body")
  const authorship = readOdfProperties(archive)
  const show = childOf(body, "office:presentation")
  if (show === undefined) {
    const html = blocksHtml(document, elementsOf(body).flatMap(elementsOf))
    return fragment(html + document.repeats.note("equations"), authorship)
  }
  const slides = elementsOf(show).filter(({ name }) => name === "draw:page")
  if (slides.length > limit.slides) throw tooComplex(`The presentation has more than ${limit.slides} slides.`)
  const written = new WrittenParts()
  for (const [at, slide] of slides.entries()) written.add(slideHtml(document, slide, at + 1))
  written.add(document.repeats.note("equations"))
  return fragment(written.html(), { ...authorship, pageCount: slides.length })
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
      return headingHtml(document, element)
    case "text:p":
      return paragraph(inlineHtml(document, element))
    case "text:list":
      return labelledHtml(listLines(document, element))
    // What was deleted while changes were kept, before the text that it is no part of.
    case "text:tracked-changes":
      return ""
    case "table:table":
      return tableHtml(document, element)
    case "draw:image":
    case "draw:object":
      return paragraph(inlineHtml(document, { ...element, children: [element] }))
    case "text:section":
      return element.attributes["text:display"] === "none" ? "" : blocksHtml(document, elementsOf(element))
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

const headingHtml = (document: Document, element: XmlElement): string => {
  const level = Math.min(Math.max(Number(element.attributes["text:outline-level"] ?? 1) || 1, 1), 10)
  const html = inlineHtml(document, element)
  const isNumbered = element.attributes["text:is-list-header"] !== "true" && html.trim() !== ""
  const label = isNumbered ? document.headings.next(level - 1, null) : null
  return heading(level, label === null || label.text === "" ? html : `${escapeHtml(label.text)} ${html}`)
}

/** The counter of a list: its own, or that of the one it goes on with. */
const counterOf = ({ lists, styles }: Document, list: XmlElement, style: string): OdfCounter | null => {
  const levels = styles.list(style)
  if (levels === null) return null
  const { "text:continue-list": named, "text:continue-numbering": goesOn, "xml:id": id } = list.attributes
  const before =
    named !== undefined ? lists.get(`id ${named}`) : goesOn === "true" ? lists.get(`style ${style}`) : undefined
  const counter = before ?? makeOdfCounter(levels)
  lists.set(`style ${style}`, counter)
  if (id !== undefined) lists.set(`id ${id}`, counter)
  return counter
}

const listLines = (document: Document, list: XmlElement): ReadonlyArray<LabelledLine> => {
  const lines: Array<LabelledLine> = []
  const visit = (one: XmlElement, counter: OdfCounter | null, style: string, level: number) => {
    for (const item of elementsOf(one)) {
      const start = item.attributes["text:start-value"]
      const children = elementsOf(item)
      // An item that holds a list alone stands for the level of that list.
      let label: ListLabel | null | undefined
      if (children.some((child) => child.name !== "text:list") && item.name === "text:list-item") {
        label = counter?.next(level, start === undefined ? null : Number(start) || 0)
      }
      const none: ListLabel = { level, text: "", after: "", kind: "text", number: 0 }
      let open: { label: ListLabel; html: string; more: string } | null = null
      for (const child of children) {
        if (child.name === "text:list") {
          open = null
          const own = child.attributes["text:style-name"]
          const isOther = own !== undefined && own !== style
          visit(child, isOther ? counterOf(document, child, own) : counter, own ?? style, level + 1)
        } else if (open !== null) open.more += blockHtml(document, child)
        else {
          const isText = child.name === "text:p" || child.name === "text:h"
          open = {
            label: label ?? (counter === null && item.name === "text:list-item" ? bulletAt(level) : none),
            html: isText ? inlineHtml(document, child) : "",
            more: isText ? "" : blockHtml(document, child)
          }
          lines.push(open)
          label = none
        }
      }
    }
  }
  const style = list.attributes["text:style-name"] ?? ""
  visit(list, counterOf(document, list, style), style, 0)
  return lines
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
          return formulaHtml(document, node)
        case "office:annotation":
        case "text:bookmark":
        case "text:tracked-changes":
        case "text:hidden-text":
        case "text:hidden-paragraph":
          return ""
        case "text:span":
          return spanHtml(document, node)
        case "text:note":
          return noteHtml(document, node)
        default:
          return inlineHtml(document, node)
      }
    })
    .join("")

const spanHtml = (document: Document, span: XmlElement): string => {
  const { isHidden, script } = document.styles.text(span.attributes["text:style-name"])
  const html = isHidden ? "" : inlineHtml(document, span)
  return script === null || html.trim() === "" ? html : `<${script}>${html}</${script}>`
}

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

/** An equation, which many places may name. */
const formulaHtml = ({ archive, formulas, repeats }: Document, object: XmlElement): string => {
  const name = object.attributes["xlink:href"] ?? ""
  const html = formulas.get(name) ?? odfFormula(archive, object)
  formulas.set(name, html)
  return html !== "" && repeats.isShown(name, html.length) ? html : ""
}

const pictureHtml = ({ archive, pictures }: Document, image: XmlElement, frame: XmlElement): string => {
  const name = image.attributes["xlink:href"] ?? ""
  if (!/^(\.\/)?Pictures\//.test(name)) return ""
  const alt = textOf(childOf(frame, "svg:desc")) || textOf(childOf(frame, "svg:title"))
  const path = name.replace(/^\.\//, "")
  return pictures.named(path, () => archive.read(path), alt)
}
