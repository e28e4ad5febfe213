/** What the body of Rich Text becomes: paragraphs, headings, lists, tables and links. */
import { escapeHtml, heading, link, paragraph, table } from "../reading/Markup.ts"
import { type ListLine, listHtml } from "./listHtml.ts"

export interface RtfBody {
  readonly text: (text: string) => void
  /** Text of a bullet or a number, which makes the paragraph an item of a list. */
  readonly marker: (text: string) => void
  /** Text of what a field is to do. */
  readonly instruction: (text: string) => void
  /** A field begins in the group of this depth. */
  readonly openField: (depth: number) => void
  /** A group ended; `depth` is how many are open still. */
  readonly closeGroup: (depth: number) => void
  /** A style sheet's style of this number and name. */
  readonly style: (number: number, name: string) => void
  readonly control: (word: string, number: number | null) => void
  /** A text box whose HTML this is hangs on what was read last. */
  readonly box: (html: string) => void
  /** Closes everything and gives the HTML. */
  readonly end: () => string
}

/** Numbers and letters with what sets them apart. A letter alone is a drawing of a symbol font. */
const isNumber = (marker: string): boolean => /\d|^\(?[a-z]{1,8}[.)]|^\p{L}+\s/iu.test(marker)

const deepestItem = 8

const endsInWord = /[\p{L}\p{N}]$/u
const beginsInWord = /^[\p{L}\p{N}]/u

/** An empty body. Those of one file know the same styles of headings. */
export const makeRtfBody = (headings: Map<number, number>): RtfBody => {
  const out: Array<string> = []
  /** Of the paragraph or cell at hand, or of the field that is open in it. */
  let inline = ""
  let marker: string | null = null
  let level: number | null = null
  let isInTable = false
  let isHidden = false
  let field: { readonly depth: number; readonly before: string; instruction: string } | null = null
  let script: "sup" | "sub" | null = null
  let itemLevel = 0
  let items: Array<ListLine> = []
  let rows: Array<ReadonlyArray<string>> = []
  let cells: Array<string> = []
  /** What stands between the text before and the next: cells and rows of a table in a cell, or a box that hangs there. */
  let gap: "none" | "cell" | "row" | "box" = "none"
  let boxes: Array<string> = []
  /** The text that was read last. Its line is joined and never looked into. */
  let last = ""

  const takeBoxes = (): string => {
    const html = boxes.join("")
    boxes = []
    gap = "none"
    return html
  }
  const gapBefore = (text: string): string => {
    const kind = gap
    gap = "none"
    if (kind === "none" || (inline === "" && (field?.before ?? "") === "")) return ""
    if (kind === "row") return "<br>"
    // A box may hang on a word, which goes on beside it.
    return kind === "box" && endsInWord.test(last) && beginsInWord.test(text) ? "" : " "
  }
  const closeField = () => {
    if (field === null) return
    const address = /HYPERLINK\s+"?([^"\s]+)"?/i.exec(field.instruction)?.[1]
    // What stands before the field is joined and never looked into: of many fields each would go through all before it.
    inline = field.before + link(address ?? null, inline)
    field = null
  }
  const closeList = () => {
    if (items.length > 0) out.push(listHtml(items))
    items = []
  }
  const closeTable = () => {
    if (rows.length > 0) out.push(table(rows))
    rows = []
  }
  const endParagraph = () => {
    closeField()
    const html = inline.trim()
    const own = marker?.replace(/\s+/g, " ").trim().slice(0, 100) ?? null
    inline = ""
    marker = null
    const hanging = takeBoxes()
    if (html !== "") addParagraph(html, own)
    if (hanging === "") return
    closeTable()
    closeList()
    out.push(hanging)
  }
  const addParagraph = (html: string, own: string | null) => {
    closeTable()
    if (own !== null && level === null) {
      items.push({ html, level: itemLevel, isNumbered: isNumber(own), label: own })
      return
    }
    closeList()
    const number = own !== null && isNumber(own) ? `${escapeHtml(own)} ` : ""
    out.push(level === null ? paragraph(html) : heading(level, number + html))
  }
  const endCell = () => {
    closeField()
    closeList()
    const html = inline.trim()
    const hanging = takeBoxes()
    cells.push(html === "" || hanging === "" ? html + hanging : `${html}<br>${hanging}`)
    inline = ""
    marker = null
  }
  const control = (word: string, number: number | null) => {
    switch (word) {
      case "par":
      case "sect":
      case "page":
      case "column":
        if (isInTable && word === "par") inline += inline === "" && (field?.before ?? "") === "" ? "" : "<br>"
        else endParagraph()
        break
      case "pard":
        level = null
        itemLevel = 0
        isInTable = false
        break
      case "ilvl":
        itemLevel = Math.min(Math.max(number ?? 0, 0), deepestItem)
        break
      case "super":
      case "sub":
        script = number === 0 ? null : word === "super" ? "sup" : "sub"
        break
      case "up":
      case "dn":
        script = (number ?? 6) <= 0 ? null : word === "up" ? "sup" : "sub"
        break
      case "nosupersub":
        script = null
        break
      case "plain":
        isHidden = false
        script = null
        break
      // Text that was deleted while changes were kept.
      case "deleted":
      case "v":
        isHidden = number !== 0
        break
      case "intbl":
        isInTable = true
        break
      case "nestcell":
        if (gap !== "row") gap = "cell"
        break
      case "nestrow":
        gap = "row"
        break
      case "cell":
        endCell()
        break
      case "row":
        if (cells.some((cell) => cell !== "")) rows.push(cells)
        cells = []
        break
      case "outlinelevel":
        level = number !== null && number >= 0 && number < 9 ? number + 1 : null
        break
      case "s":
        level = headings.get(number ?? -1) ?? level
        break
    }
  }
  return {
    text: (text) => {
      if (isHidden) return
      const html = escapeHtml(text.replaceAll("\t", " ").replaceAll("\u00a0", " ")).replaceAll("\n", "<br>")
      inline += gapBefore(text)
      last = text.slice(-2)
      inline += script === null || html.trim() === "" ? html : `<${script}>${html}</${script}>`
    },
    marker: (text) => {
      marker = (marker ?? "") + text
    },
    instruction: (text) => {
      if (field !== null) field.instruction += text
    },
    openField: (depth) => {
      closeField()
      field = { depth, before: inline, instruction: "" }
      inline = ""
    },
    closeGroup: (depth) => {
      isHidden = false
      script = null
      if (field !== null && depth < field.depth) closeField()
    },
    style: (number, name) => {
      const found = /^\s*heading (\d)/i.exec(name)
      if (found !== null) headings.set(number, Number(found[1]))
    },
    control,
    box: (html) => {
      if (html === "") return
      boxes.push(html)
      if (gap === "none") gap = "box"
    },
    end: () => {
      endParagraph()
      closeList()
      if (cells.length > 0) rows.push(cells)
      closeTable()
      return out.join("")
    }
  }
}
