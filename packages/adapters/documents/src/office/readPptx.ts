/** PowerPoint presentations: every slide under a heading, with its tables, pictures and notes. */
import { posix } from "node:path"
import { type Archive, openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { slides as limit } from "../reading/limits.ts"
import { escapeHtml, heading, link, oneLine, paragraph, table } from "../reading/Markup.ts"
import { makePictures, type Pictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { Repeats } from "../reading/Repeats.ts"
import { corrupt, tooComplex } from "../reading/Unreadable.ts"
import { WrittenParts } from "../reading/WrittenParts.ts"
import {
  childOf,
  elementsOf,
  findElement,
  findElements,
  outermostElements,
  parseXml,
  textOf,
  type XmlElement,
  xmlText
} from "../reading/XmlTree.ts"
import { readCoreProperties } from "./coreProperties.ts"
import { type ListLine, listHtml } from "./listHtml.ts"
import { listNumber } from "./listNumber.ts"
import { mathOf, mathsOf } from "./omml.ts"

interface Part {
  readonly tree: XmlElement
  /** What the ids of this part lead to: names of files, or addresses. */
  readonly targets: ReadonlyMap<string, { readonly target: string; readonly type: string }>
}

interface Deck {
  readonly archive: Archive
  readonly pictures: Pictures
  readonly repeats: Repeats
  /** Notes by the names of their parts: many slides may have the same. */
  readonly notes: Map<string, string>
}

interface Slide {
  readonly name: string
  readonly html: string
}

/** Reads the slides in their order. Hidden slides are left out, as in a show. */
export const readPptx = async ({ bytes }: FileToRead): Promise<Fragment> => {
  const archive = openArchive(bytes)
  const main = partOf(archive, mainPart(archive))
  if (main === null) throw corrupt("The file is not a presentation.")
  const names = findElements(main.tree, "p:sldId").flatMap(({ attributes }) => {
    const target = main.targets.get(attributes["r:id"] ?? "")?.target
    return target === undefined ? [] : [target]
  })
  if (names.length > limit.slides) throw tooComplex(`The presentation has more than ${limit.slides} slides.`)
  const deck: Deck = { archive, pictures: makePictures(), repeats: new Repeats(), notes: new Map() }
  const slides = new Map<string, Slide | null>()
  const written = new WrittenParts()
  for (const [at, name] of names.entries()) {
    const known = slides.get(name)
    const slide = known === undefined ? readSlide(deck, partOf(archive, name)) : known
    slides.set(name, slide)
    if (slide === null || !deck.repeats.isShown(name, slide.html.length)) continue
    written.add(heading(2, escapeHtml(slide.name === "" ? `Slide ${at + 1}` : slide.name)) + slide.html)
  }
  written.add(deck.repeats.note("slides and notes"))
  return fragment(written.html(), { ...readCoreProperties(archive), pageCount: names.length })
}

/** The part that the archive itself names as its document; most have it where PowerPoint puts it. */
const mainPart = (archive: Archive): string => {
  const relations = archive.read("_rels/.rels")
  const found = relations === null ? [] : findElements(parseXml(xmlText(relations)), "Relationship")
  const target = found.find(({ attributes }) => attributes.Type?.endsWith("/officeDocument"))?.attributes.Target
  return target === undefined ? "ppt/presentation.xml" : posix.join("/", target).slice(1)
}

const partOf = (archive: Archive, name: string): Part | null => {
  const bytes = archive.read(name)
  if (bytes === null) return null
  const relations = archive.read(`${posix.dirname(name)}/_rels/${posix.basename(name)}.rels`)
  const targets = new Map<string, { readonly target: string; readonly type: string }>()
  const found = relations === null ? [] : findElements(parseXml(xmlText(relations)), "Relationship")
  for (const { attributes } of found) {
    const target = attributes.Target ?? ""
    const isOutside = attributes.TargetMode === "External"
    const inside = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(name), target)
    targets.set(attributes.Id ?? "", { target: isOutside ? target : inside, type: attributes.Type ?? "" })
  }
  return { tree: parseXml(xmlText(bytes)), targets }
}

/** A slide that is shown, and its name, which may be empty. */
const readSlide = (deck: Deck, part: Part | null): Slide | null => {
  if (part === null || childOf(part.tree, "p:sld")?.attributes.show === "0") return null
  const shapes = findElement(part.tree, "p:spTree")
  const title = findElements(part.tree, "p:sp").find((shape) => /title/i.test(placeholderOf(shape) ?? ""))
  const name = title === undefined ? "" : oneLine(shapeText(title))
  const body = shapes === undefined ? "" : shapesHtml(deck, part, shapes, title)
  return { name, html: body + notesHtml(deck, part) }
}

const placeholderOf = (shape: XmlElement): string | undefined => {
  const place = findElement(shape, "p:ph")
  return place === undefined ? undefined : (place.attributes.type ?? "body")
}

/** Text of a shape, its paragraphs and line ends as spaces. */
const shapeText = (shape: XmlElement): string =>
  outermostElements(shape, "a:p")
    .map((one) =>
      elementsOf(one)
        .map((part) => (part.name === "a:br" ? " " : textOf(part)))
        .join("")
    )
    .join(" ")

const shapesHtml = (deck: Deck, part: Part, tree: XmlElement, title: XmlElement | undefined): string =>
  elementsOf(tree)
    .map((shape) => {
      if (shape === title) return ""
      switch (shape.name) {
        case "p:sp":
          return /^(sldNum|dt|ftr)$/.test(placeholderOf(shape) ?? "") ? "" : textHtml(deck, part, shape)
        case "p:grpSp":
          return shapesHtml(deck, part, shape, title)
        case "p:graphicFrame":
          return frameHtml(deck, part, shape)
        case "p:pic":
          return pictureHtml(deck, part, shape)
        case "mc:AlternateContent": {
          const [choice, fallback] = ["mc:Choice", "mc:Fallback"].map((name) => childOf(shape, name))
          const chosen = choice === undefined ? "" : shapesHtml(deck, part, choice, title)
          return chosen !== "" || fallback === undefined ? chosen : shapesHtml(deck, part, fallback, title)
        }
        default:
          return ""
      }
    })
    .join("")

const runsHtml = ({ repeats }: Deck, part: Part, element: XmlElement): string =>
  elementsOf(element)
    .map((run) => {
      if (run.name === "a:br") return "<br>"
      if (run.name === "a14:m") return formulaOf(run)
      if (run.name !== "a:r" && run.name !== "a:fld") return ""
      const id = findElement(run, "a:hlinkClick")?.attributes["r:id"]
      const target = id === undefined ? undefined : part.targets.get(id)?.target
      const address = target !== undefined && repeats.isAddressShown(target) ? target : null
      return link(address, raised(run, escapeHtml(textOf(childOf(run, "a:t")))))
    })
    .join("")

/** Text above the line or below it, by as many thousandths of a hundredth. */
const raised = (run: XmlElement, html: string): string => {
  const properties = childOf(run, "a:rPr")
  const by = Number(properties?.attributes.baseline?.replace("%", "000") ?? 0)
  if (!(Math.abs(by) > 0) || html.trim() === "") return html
  return by > 0 ? `<sup>${html}</sup>` : `<sub>${html}</sub>`
}

/** The way of a number as `buAutoNum` names it, such as `alphaLcParenR`: what it is written in, and what it stands between. */
const autoNumber = /^(arabic|alphaLc|alphaUc|romanLc|romanUc)(?:Db)?(Period|ParenR|ParenBoth|Plain|Minus)?$/
const waysOfNumbers: Readonly<Record<string, string>> = {
  arabic: "decimal",
  alphaLc: "lowerLetter",
  alphaUc: "upperLetter",
  romanLc: "lowerRoman",
  romanUc: "upperRoman"
}
const around: Readonly<Record<string, readonly [string, string]>> = {
  Period: ["", "."],
  ParenR: ["", ")"],
  ParenBoth: ["(", ")"],
  Plain: ["", ""],
  Minus: ["", " -"]
}

/** The numbers of the paragraphs of a shape: they go on while the level, its kind and its start are the same. */
const makeAutoNumbers = () => {
  const open: Array<{ readonly kind: string; count: number } | undefined> = []
  return (numbering: XmlElement | undefined, level: number): string | undefined => {
    open.length = Math.min(open.length, level + 1)
    if (numbering === undefined) {
      open[level] = undefined
      return undefined
    }
    const { startAt = "1", type = "" } = numbering.attributes
    const kind = `${type} ${startAt}`
    const before = open[level]
    const count = before?.kind === kind ? before.count + 1 : Math.min(Math.max(Number(startAt) || 1, 1), 32_767)
    open[level] = { kind, count }
    const [, way = "arabic", marks = "Period"] = autoNumber.exec(type) ?? []
    const [start, end] = around[marks] ?? ["", "."]
    return start + listNumber(count, waysOfNumbers[way] ?? "decimal") + end
  }
}

const formulaOf = (run: XmlElement): string =>
  elementsOf(run)
    .map((one) => (one.name === "m:oMathPara" ? mathsOf(one) : one.name === "m:oMath" ? mathOf(one, false) : ""))
    .join("")

/** Paragraphs of a shape. Those of its body are a list, unless the deck says that they have no bullets. */
const textHtml = (deck: Deck, part: Part, shape: XmlElement): string => {
  const isBody = /^(body|obj|)$/.test(placeholderOf(shape) ?? "none")
  const numberOf = makeAutoNumbers()
  const lines = outermostElements(shape, "a:p").map((element): ListLine => {
    const properties = childOf(element, "a:pPr")
    const hasBullet = ["a:buChar", "a:buAutoNum", "a:buBlip"].some((name) => childOf(properties, name) !== undefined)
    const hasNone = childOf(properties, "a:buNone") !== undefined
    const level = Math.min(Math.max(Number(properties?.attributes.lvl ?? 0) || 0, 0), 8)
    const numbering = childOf(properties, "a:buAutoNum")
    const html = runsHtml(deck, part, element)
    const label = html.trim() === "" ? undefined : numberOf(numbering, level)
    return {
      html,
      level: hasBullet || (isBody && !hasNone) ? level : null,
      isNumbered: numbering !== undefined,
      ...(label === undefined ? {} : { label })
    }
  })
  const filled = lines.filter(({ html }) => html.trim() !== "")
  return filled.length === 1 ? paragraph(filled[0]?.html ?? "") : listHtml(filled)
}

const frameHtml = (deck: Deck, part: Part, frame: XmlElement): string => {
  const grid = findElement(frame, "a:tbl")
  if (grid === undefined)
    return outermostElements(frame, "a:t")
      .map((one) => paragraph(escapeHtml(textOf(one))))
      .join("")
  const rows = outermostElements(grid, "a:tr").map((row) =>
    outermostElements(row, "a:tc").map((cell) =>
      outermostElements(cell, "a:p")
        .map((one) => runsHtml(deck, part, one))
        .filter((html) => html !== "")
        .join("<br>")
    )
  )
  return table(rows)
}

const pictureHtml = ({ archive, pictures }: Deck, part: Part, shape: XmlElement): string => {
  const id = findElement(shape, "a:blip")?.attributes["r:embed"]
  const name = id === undefined ? undefined : part.targets.get(id)?.target
  const properties = findElement(shape, "p:cNvPr")?.attributes
  return name === undefined ? "" : paragraph(pictures.named(name, () => archive.read(name), properties?.descr ?? ""))
}

const notesHtml = (deck: Deck, part: Part): string => {
  const target = [...part.targets.values()].find(({ type }) => type.endsWith("/notesSlide"))?.target
  if (target === undefined) return ""
  const html = deck.notes.get(target) ?? readNotes(deck, target)
  deck.notes.set(target, html)
  return deck.repeats.isShown(`notes ${target}`, html.length) ? html : ""
}

const readNotes = (deck: Deck, target: string): string => {
  const notes = partOf(deck.archive, target)
  if (notes === null) return ""
  const text = outermostElements(notes.tree, "p:sp")
    .filter((shape) => placeholderOf(shape) === "body")
    .flatMap((shape) => outermostElements(shape, "a:p"))
    .map((one) => paragraph(runsHtml(deck, notes, one)))
    .join("")
  return text === "" ? "" : heading(3, "Notes") + text
}
