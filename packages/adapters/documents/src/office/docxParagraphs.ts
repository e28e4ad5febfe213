/**
 * What mammoth does not tell of paragraphs: the numbers before them, which are marked in the text that it is given, and hidden text,
 * which it is not given.
 */
import { Parser } from "htmlparser2"
import type { ListLabel } from "../reading/ListLabel.ts"
import { labelledHtml } from "../reading/labelledHtml.ts"
import { words as limit } from "../reading/limits.ts"
import { escapeHtml, paragraph } from "../reading/Markup.ts"
import { tooComplex } from "../reading/Unreadable.ts"
import type { DocxNumbering } from "./docxNumbering.ts"
import { type DocxStyles, isOn, type NumberProperties } from "./docxStyles.ts"

export interface DocxParagraphs {
  /** The XML of a part with a mark at the start of each numbered paragraph, and without hidden text; null where nothing changes. */
  readonly mark: (xml: string) => string | null
  /** Puts lists, and numbers of headings, where the marks came out. */
  readonly restore: (html: string) => string
}

/** For private use, as those of equations are. */
const before = "\uf8f2"
const after = "\uf8f3"
const marks = /\uf8f2(\d+)\uf8f3/g
const markedParagraphs = /<p>\uf8f2(\d+)\uf8f3([\s\S]*?)<\/p>\s*/g

/** A place in the XML that is written otherwise. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface OpenRun {
  readonly start: number
  style: string | null
  isHidden: boolean | null
  hasText: boolean
  hasScript: boolean
  /** Where its style is named, which is where else it can be said to be raised; null where none is. */
  at: number | null
  /** Whether it is a part of a field, which would stay open without its end. */
  isOfField: boolean
}

interface OpenParagraph {
  /** Where a mark goes. */
  at: number
  style: string | null
  list: string | null
  level: number | null
  /** Whether it is another's in what is shown: its end is deleted, or was moved away. */
  isJoined: boolean
  isEndHidden: boolean
  hasVisible: boolean
  /** Where it names its list; null where it does not. */
  numbers: { readonly start: number; end: number } | null
  run: OpenRun | null
  readonly edits: Array<Edit>
}

/**
 * Elements that mammoth passes over with the text in them, and those that it reads as they are to be read: references, text with its
 * reading, directions of writing, ends of lines, tabs to the margin, shapes.
 */
const readInstead: ReadonlyMap<string, string> = new Map<string, string>([
  ...["w:fldSimple", "w:ruby", "w:rubyBase", "w:dir", "w:bdo"].map((name) => [name, "w:smartTag"] as const),
  ["w:cr", "w:br"],
  ["w:ptab", "w:tab"],
  ...["v:arc", "v:curve", "v:line", "v:oval", "v:polyline"].map((name) => [name, "v:rect"] as const)
])

/** Most columns of a table, by Word itself. */
const mostColumns = 63

const textNames = new Set([
  "w:t",
  "w:sym",
  "w:drawing",
  "w:pict",
  "w:footnoteReference",
  "w:endnoteReference",
  "w:object"
])

/** The paragraphs of one document, counted over its parts in the order in which they are given. */
export const makeDocxParagraphs = (styles: DocxStyles, numbering: DocxNumbering): DocxParagraphs => {
  const labels: Array<ListLabel | null> = []
  let characters = 0

  const propertiesOf = ({ level, list, style }: OpenParagraph): NumberProperties => {
    const known = style === null ? null : styles(style)
    const own = list ?? known?.numbers.list ?? (style === null ? null : numbering.listOfStyle(style))
    if (own === null) return { list: null, level: null }
    const ofStyle = style === null ? null : numbering.levelOfStyle(own, known?.numbersOf ?? style)
    return { list: own, level: level ?? (list === null ? ofStyle : null) ?? known?.numbers.level ?? ofStyle ?? 0 }
  }

  const labelOf = (paragraph: OpenParagraph): ListLabel | null => {
    if (paragraph.isJoined || (paragraph.isEndHidden && !paragraph.hasVisible)) return null
    const { level, list } = propertiesOf(paragraph)
    return list === null ? null : numbering.next(list, level ?? 0)
  }

  const isHiddenRun = ({ isHidden, style }: OpenRun, paragraph: OpenParagraph): boolean =>
    isHidden ??
    (style === null ? null : styles(style)?.isHidden) ??
    (paragraph.style === null ? null : styles(paragraph.style)?.isHidden) ??
    false

  const mark = (xml: string): string | null => {
    const edits: Array<Edit> = []
    const paragraphs: Array<OpenParagraph> = []
    const path: Array<string> = []
    /** Elements open within one of which nothing counts. */
    let passed = 0
    let fields = 0
    /** Columns that the row at hand leaves free before its first cell. */
    let columnsBefore = 0
    // mammoth goes through all that are open at each run.
    const countField = (mark: string | undefined) => {
      if (mark === "begin") fields += 1
      else if (mark === "end" && fields > 0) fields -= 1
      if (fields > limit.openFields) throw tooComplex("The document has too many fields in each other.")
    }
    const markGap = (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === "w:gridBefore" && path.at(-2) === "w:trPr" && path.at(-3) === "w:tr") {
        columnsBefore = Math.min(Math.max(Math.trunc(Number(attributes["w:val"])) || 0, 0), mostColumns)
      } else if (name === "w:br" && /^(?:page|column)$/.test(attributes["w:type"] ?? "")) {
        edits.push({ start: parser.startIndex, end: parser.startIndex, text: "<w:tab/>" })
      }
    }
    /** Puts a cell where a row has none. */
    const closeGap = (name: string) => {
      if (name !== "w:trPr" || path.at(-1) !== "w:tr" || columnsBefore === 0) return
      const at = parser.endIndex + 1
      const cell = `<w:tc><w:tcPr><w:gridSpan w:val="${columnsBefore}"/></w:tcPr><w:p/></w:tc>`
      edits.push({ start: at, end: at, text: cell })
      columnsBefore = 0
    }
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          path.push(name)
          if (name === "w:fldChar") countField(attributes["w:fldCharType"])
          // Of two ways to say the same thing, mammoth takes the second.
          if (passed > 0 || name === "mc:Choice" || name === "w:moveFrom" || name === "w:del") passed += 1
          const instead = readInstead.get(name)
          if (passed === 0 && instead !== undefined) {
            const { endIndex: end, startIndex: start } = parser
            edits.push({ start, end: end + 1, text: `<${instead}${xml[end - 1] === "/" ? "/" : ""}>` })
          }
          if (passed === 0) markGap(name, attributes)
          const isOfEnd = passed === 1 && path.at(-2) === "w:rPr"
          if (passed > 0 && !isOfEnd) return
          if (name === "w:p") {
            paragraphs.push({
              at: parser.endIndex + 1,
              style: null,
              list: null,
              level: null,
              isJoined: false,
              isEndHidden: false,
              hasVisible: false,
              numbers: null,
              run: null,
              edits: []
            })
            return
          }
          const paragraph = paragraphs.at(-1)
          if (paragraph === undefined) return
          if (name === "w:r") {
            paragraph.run = {
              start: parser.startIndex,
              style: null,
              isHidden: null,
              hasText: false,
              hasScript: false,
              at: null,
              isOfField: false
            }
            return
          }
          if (name === "w:numPr" && path.at(-2) === "w:pPr" && path.at(-3) === "w:p") {
            paragraph.numbers = { start: parser.startIndex, end: parser.startIndex }
          }
          readProperty(paragraph, path, attributes)
        },
        onclosetag: (name) => {
          const isPassed = passed > 0
          if (isPassed) passed -= 1
          path.pop()
          if (isPassed) return
          const instead = readInstead.get(name)
          if (instead !== undefined && xml[parser.startIndex + 1] === "/") {
            edits.push({ start: parser.startIndex, end: parser.endIndex + 1, text: `</${instead}>` })
          }
          closeGap(name)
          const paragraph = paragraphs.at(-1)
          if (paragraph === undefined) return
          if (name === "w:rStyle" && paragraph.run !== null) paragraph.run.at = parser.endIndex + 1
          if (name === "w:numPr" && path.at(-1) === "w:pPr" && path.at(-2) === "w:p" && paragraph.numbers !== null) {
            paragraph.numbers.end = parser.endIndex + 1
          }
          if (name === "w:pPr" && path.at(-1) === "w:p") paragraph.at = parser.endIndex + 1
          else if (name === "w:r" && paragraph.run !== null) {
            const { run } = paragraph
            const script = run.style === null || run.hasScript ? null : (styles(run.style)?.script ?? null)
            if (script !== null && run.at !== null) {
              paragraph.edits.push({ start: run.at, end: run.at, text: `<w:vertAlign w:val="${script}"/>` })
            }
            if (!isHiddenRun(run, paragraph)) paragraph.hasVisible ||= run.hasText
            else if (!run.isOfField) paragraph.edits.push({ start: run.start, end: parser.endIndex + 1, text: "" })
            paragraph.run = null
          } else if (name === "w:p") {
            paragraphs.pop()
            const label = labelOf(paragraph)
            if (label !== null) {
              edits.push({
                start: paragraph.at,
                end: paragraph.at,
                text: `<w:r><w:t>${before}${labels.length}${after}</w:t></w:r>`
              })
              labels.push(label)
              characters += label.text.length
              if (characters > limit.labelCharacters)
                throw tooComplex("The lists of the document have too long labels.")
              // mammoth keeps a kilobyte of each element, and knows nothing of the list any more.
              if (paragraph.numbers !== null) edits.push({ ...paragraph.numbers, text: "" })
            }
            for (const edit of paragraph.edits) edits.push(edit)
          }
        }
      },
      { xmlMode: true }
    )
    parser.end(xml)
    return edits.length === 0 ? null : edited(xml, edits)
  }

  const take = (number: string): ListLabel | null => {
    const label = labels[Number(number)] ?? null
    labels[Number(number)] = null
    return label
  }

  const restore = (html: string): string => {
    const out: Array<string> = []
    let written = 0
    let lines: Array<{ readonly label: ListLabel; readonly html: string }> = []
    const close = () => {
      out.push(labelledHtml(lines))
      lines = []
    }
    for (const match of html.matchAll(markedParagraphs)) {
      const label = take(match[1]!)
      if (label === null) continue
      if (match.index > written) close()
      out.push(html.slice(written, match.index))
      // A cell that holds its number alone is the column of numbers of many a table.
      const isNumberAlone =
        match[2] === "" && /<t[dh][^<>]*>$/.test(html.slice(Math.max(match.index - 60, 0), match.index))
      if (isNumberAlone) out.push(paragraph(escapeHtml(label.text)).trim())
      else lines.push({ label, html: match[2]! })
      written = match.index + match[0].length
    }
    close()
    out.push(html.slice(written))
    // What is left stands in headings, in quotes and in code.
    return out.join("").replace(marks, (_, number: string) => {
      const label = take(number)
      return label === null ? "" : escapeHtml(label.text) + (label.text === "" ? "" : label.after)
    })
  }

  return { mark, restore }
}

/** Takes what an element says of the paragraph it stands in, or of the run. */
const readProperty = (
  paragraph: OpenParagraph,
  path: ReadonlyArray<string>,
  attributes: Readonly<Record<string, string>>
): void => {
  const value = attributes["w:val"]
  const name = path.at(-1)!
  const [grand, parent] = [path.at(-3), path.at(-2)]
  const { run } = paragraph
  if (parent === "w:pPr" && name === "w:pStyle") paragraph.style = value ?? null
  else if (parent === "w:numPr" && grand === "w:pPr" && path.at(-4) === "w:p") {
    if (name === "w:numId") paragraph.list = value ?? null
    else if (name === "w:ilvl" && /^[0-8]$/.test(value ?? "")) paragraph.level = Number(value)
  } else if (parent === "w:rPr" && grand === "w:pPr" && path.at(-4) === "w:p") {
    if (name === "w:vanish") paragraph.isEndHidden = isOn(value)
    else if (name === "w:del" || name === "w:moveFrom") paragraph.isJoined = true
  } else if (parent === "w:rPr" && grand === "w:r" && run !== null) {
    if (name === "w:vanish") run.isHidden = isOn(value)
    else if (name === "w:vertAlign") run.hasScript = true
    else if (name === "w:rStyle") run.style = value ?? null
  } else if (run !== null) {
    if (textNames.has(name)) run.hasText = true
    else if (name === "w:fldChar" || name === "w:instrText") run.isOfField = true
  }
}

/** The XML with its edits, which do not reach into each other but where a hidden run holds a text box. */
const edited = (xml: string, edits: ReadonlyArray<Edit>): string => {
  const parts: Array<string> = []
  let written = 0
  for (const { end, start, text } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < written) continue
    parts.push(xml.slice(written, start), text)
    written = end
  }
  return parts.join("") + xml.slice(written)
}
