/** Paragraphs that follow each other and have labels, as lists. */

import type { ListLabel } from "./ListLabel.ts"
import { escapeHtml, paragraph } from "./Markup.ts"

export interface LabelledLine {
  readonly label: ListLabel
  /** Content that is HTML. */
  readonly html: string
  /** Further blocks of the item. */
  readonly more?: string
}

interface OpenList {
  readonly level: number
  readonly name: "ol" | "ul"
  /** Of the last item of a list of numbers. */
  number: number
}

/**
 * Bullets and plain numbers become lists, which begin at their number. Any other label (`1.1`, `a)`, `Article I`) is text before its
 * paragraph, within the item that the paragraph stands below: no list of HTML or Markdown can say it, and others refer to it.
 */
export const labelledHtml = (lines: ReadonlyArray<LabelledLine>): string => {
  const out: Array<string> = []
  const open: Array<OpenList> = []
  const close = (isClosed: (list: OpenList) => boolean) => {
    for (let last = open.at(-1); last !== undefined && isClosed(last); last = open.at(-1)) {
      out.push(`</li></${last.name}>\n`)
      open.pop()
    }
  }
  for (const { html, label, more = "" } of lines) {
    if (html.trim() === "" && more === "") continue
    const { kind, level, number } = label
    if (kind === "text") {
      close((list) => list.level >= level)
      out.push(paragraph(escapeHtml(label.text) + (label.text === "" ? "" : label.after) + html), more)
      continue
    }
    const name = kind === "bullet" ? "ul" : "ol"
    close((list) => list.level > level)
    const last = open.at(-1)
    const goesOn = last?.level === level && last.name === name && (kind === "bullet" || number === last.number + 1)
    if (goesOn) {
      last.number = number
      out.push("</li>\n")
    } else {
      close((list) => list.level >= level)
      out.push(kind === "bullet" ? "<ul>\n" : number === 1 ? "<ol>\n" : `<ol start="${number}">\n`)
      open.push({ level, name, number })
    }
    out.push(`<li>${html}${more === "" ? "" : `\n${more}`}`)
  }
  close(() => true)
  return out.join("")
}
