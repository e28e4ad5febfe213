/** OpenDocument texts and presentations. */
import { type Archive, openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { bulletAt, type ListLabel } from "../reading/ListLabel.ts"
import { type LabelledLine, labelledHtml } from "../reading/labelledHtml.ts"
import { slides as limit, pageNodes, repeatedCharacters } from "../reading/limits.ts"
import { escapeHtml, heading, link, oneLine, paragraph, table } from "../reading/Markup.ts"
import { makePictures, type Pictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { Repeats } from "../reading/Repeats.ts"
import { corrupt, tooComplex, tooManyNodes, tooMuchText, Unreadable } from "../reading/Unreadable.ts"
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
  /** What cells and rows that say to be there several times have added. */
  readonly added: { cells: number; characters: number }
}

/** Most spaces that one mark may stand for. */
const mostSpaces = 100

/** What is drawn and may hold text in paragraphs, lists and tables. */
const drawn = new Set(
  "a caption circle connector custom-shape ellipse frame g line measure path polygon polyline rect regular-polygon text-box"
    .split(" ")
    .map((name) => `draw:${name}`)
)

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
    formulas: new Map(),
    added: { cells: 0, characters: 0 }
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
  const name = title === undefined ? "" : oneLine(lineHtml(document, title).replaceAll("<br>", " "))
  const shown = frames.filter((one) => one !== title && one !== notes)
  const noted =
    notes === undefined
      ? ""
      : blocksHtml(
          document,
          elementsOf(notes).filter((one) => one.name === "draw:frame")
        )
  return (
    heading(2, name === "" ? `Slide ${number}` : name) +
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
    case "text:p": {
      const { boxes, html } = paragraphHtml(document, element)
      return paragraph(html) + boxes
    }
    case "text:list":
      return labelledHtml(listLines(document, element))
    // What was deleted while changes were kept, before the text that it is no part of.
    case "text:tracked-changes":
      return ""
    case "table:table":
      return tableHtml(document, element)
    case "draw:frame":
      return holdsText(element) ? blocksHtml(document, elementsOf(element)) : paragraph(lineHtml(document, element))
    case "text:section":
      return element.attributes["text:display"] === "none" ? "" : blocksHtml(document, elementsOf(element))
    default:
      return element.name.startsWith("text:") || drawn.has(element.name)
        ? blocksHtml(document, elementsOf(element))
        : ""
  }
}

const headingHtml = (document: Document, element: XmlElement): string => {
  const level = Math.min(Math.max(Number(element.attributes["text:outline-level"] ?? 1) || 1, 1), 10)
  const { boxes, html } = paragraphHtml(document, element)
  const isNumbered = element.attributes["text:is-list-header"] !== "true" && html.trim() !== ""
  const label = isNumbered ? document.headings.next(level - 1, null) : null
  return heading(level, label === null || label.text === "" ? html : `${escapeHtml(label.text)} ${html}`) + boxes
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
          const { boxes, html } = isParagraph(child)
            ? paragraphHtml(document, child)
            : { boxes: blockHtml(document, child), html: "" }
          open = {
            label: label ?? (counter === null && item.name === "text:list-item" ? bulletAt(level) : none),
            html,
            more: boxes
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
      if (child.name === "table:table-row") addRow(document, rows, child)
      else if (/^table:table-(header-rows|rows|row-group)$/.test(child.name)) visit(child)
    }
  }
  visit(element)
  return table(rows)
}

/** Takes note of what stands there so many times more, which no longer file says. */
const repeated = ({ added }: Document, times: number, cells: number, characters: number): void => {
  added.cells += times * cells
  added.characters += times * characters
  if (added.cells > pageNodes) throw tooManyNodes()
  if (added.characters > repeatedCharacters) throw tooMuchText()
}

/** How many times an element is there, by what it says itself. */
const timesOf = ({ attributes }: XmlElement, name: string): number =>
  Math.max(Math.trunc(Number(attributes[name] ?? 1)) || 1, 1)

const addRow = (document: Document, rows: Array<ReadonlyArray<string>>, row: XmlElement): void => {
  const cells = rowCells(document, row)
  if (cells.every((cell) => cell === "")) return
  const times = timesOf(row, "table:number-rows-repeated")
  if (times > 1) {
    const characters = cells.reduce((sum, cell) => sum + cell.length, 0)
    repeated(document, times - 1, cells.length, characters)
  }
  for (let count = 0; count < times; count += 1) rows.push(cells)
}

const rowCells = (document: Document, row: XmlElement): ReadonlyArray<string> => {
  const cells: Array<string> = []
  /** Empty cells that said to be there several times more: they have a place where others follow. */
  let empty = 0
  for (const cell of elementsOf(row)) {
    if (cell.name !== "table:table-cell" && cell.name !== "table:covered-table-cell") continue
    const html = cellHtml(document, cell)
    const more = timesOf(cell, "table:number-columns-repeated") - 1
    if (empty > 0 && html !== "") {
      repeated(document, empty, 1, 0)
      for (let count = 0; count < empty; count += 1) cells.push("")
      empty = 0
    }
    cells.push(html)
    if (html === "") empty += more
    else if (more > 0) {
      repeated(document, more, 1, html.length)
      for (let count = 0; count < more; count += 1) cells.push(html)
    }
  }
  return cells
}

const cellHtml = (document: Document, cell: XmlElement): string =>
  elementsOf(cell)
    .flatMap((one) => {
      if (one.name !== "text:p") return [blockHtml(document, one)]
      const { boxes, html } = paragraphHtml(document, one)
      return [html, boxes]
    })
    .filter((html) => html !== "")
    .join("<br>")

const isParagraph = ({ name }: XmlElement): boolean => name === "text:p" || name === "text:h"

/** A paragraph, and after it the boxes that stand in it: its text goes on beside them. */
const paragraphHtml = (document: Document, element: XmlElement): { readonly boxes: string; readonly html: string } => {
  const boxes: Array<string> = []
  const html = inlineHtml(document, element, boxes)
  return { boxes: boxes.join(""), html }
}

/** Whatever an element holds, as one line. */
const lineHtml = (document: Document, element: XmlElement): string => inlineHtml(document, element, null)

/** The text of an element. What stands in boxes of its own goes to the boxes, or to its place where there is none for them. */
const inlineHtml = (document: Document, element: XmlElement, boxes: Array<string> | null): string =>
  element.children
    .map((node, at) => {
      if (typeof node === "string") return escapeHtml(node.replace(/\s+/g, " "))
      switch (node.name) {
        case "text:s":
          return " ".repeat(Math.min(Math.max(Number(node.attributes["text:c"] ?? 1) || 1, 1), mostSpaces))
        case "text:tab":
          return " "
        case "text:line-break":
          return "<br>"
        case "text:a":
          return link(node.attributes["xlink:href"] ?? null, inlineHtml(document, node, boxes))
        case "draw:image":
          return pictureHtml(document, node, element)
        case "draw:object":
          return formulaHtml(document, node)
        case "office:annotation":
        case "svg:title":
        case "svg:desc":
        case "text:bookmark":
        case "text:tracked-changes":
        case "text:hidden-text":
        case "text:hidden-paragraph":
          return ""
        case "text:span":
          return spanHtml(document, node, boxes)
        case "text:ruby":
          return rubyHtml(document, node, boxes)
        case "text:note":
          return noteHtml(document, node)
        // Where they stand within a line, which has no others.
        case "text:p":
        case "text:h":
          return ` ${inlineHtml(document, node, boxes)} `
        default:
          if (!isBox(node)) return inlineHtml(document, node, boxes)
          if (boxes === null) return ` ${lineHtml(document, node)} `
          boxes.push(blockHtml(document, node))
          return isInWord(element.children, at) ? "" : " "
      }
    })
    .join("")

/** Whether an element is drawn by itself, and is not a picture in the line alone. */
const isBox = (element: XmlElement): boolean =>
  element.name === "draw:frame" ? holdsText(element) : element.name !== "draw:a" && drawn.has(element.name)

const holdsText = (frame: XmlElement): boolean =>
  elementsOf(frame).some(({ name }) => name === "draw:text-box" || name === "table:table")

const inWord = /^[\p{L}\p{N}]$/u

/** Whether a box hangs on a word, which goes on beside it as if it were not there; one in the line stands there as a letter does. */
const isInWord = (nodes: XmlElement["children"], at: number): boolean => {
  const [before, box, after] = [nodes[at - 1], nodes[at], nodes[at + 1]]
  if (typeof box !== "object" || box.attributes["text:anchor-type"] === "as-char") return false
  if (typeof before !== "string" || typeof after !== "string") return true
  return inWord.test(before.at(-1) ?? "") && inWord.test(after[0] ?? "")
}

const spanHtml = (document: Document, span: XmlElement, boxes: Array<string> | null): string => {
  const { isHidden, script } = document.styles.text(span.attributes["text:style-name"])
  const html = isHidden ? "" : inlineHtml(document, span, boxes)
  return script === null || html.trim() === "" ? html : `<${script}>${html}</${script}>`
}

/** Text with its reading above it, which readers of the markup put between brackets. */
const rubyHtml = (document: Document, ruby: XmlElement, boxes: Array<string> | null): string => {
  const partOf = (name: string): string => {
    const part = childOf(ruby, name)
    return part === undefined ? "" : inlineHtml(document, part, boxes)
  }
  const [base, reading] = [partOf("text:ruby-base"), partOf("text:ruby-text")] as const
  return reading === "" ? base : `<ruby>${base}<rt>${reading}</rt></ruby>`
}

const noteHtml = (document: Document, note: XmlElement): string => {
  const body = childOf(note, "text:note-body")
  const text = body === undefined ? "" : oneLine(lineHtml(document, body))
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
