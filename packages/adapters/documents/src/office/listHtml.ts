/** Lists from lines that each say how deep they stand, as office files write them. */
import { paragraph } from "../reading/Markup.ts"

export interface ListLine {
  /** Content that is HTML. */
  readonly html: string
  /** How deep, from 0; null for a line that is no item. */
  readonly level: number | null
  readonly isNumbered: boolean
}

/** Nested lists, and paragraphs for lines that are no items. */
export const listHtml = (lines: ReadonlyArray<ListLine>): string => {
  const out: Array<string> = []
  const open: Array<string> = []
  const closeTo = (depth: number) => {
    while (open.length > depth) out.push(`</li></${open.pop()}>\n`)
  }
  for (const { html, isNumbered, level } of lines) {
    if (level === null) {
      closeTo(0)
      out.push(paragraph(html))
      continue
    }
    const name = isNumbered ? "ol" : "ul"
    // A list begins no deeper than one below where it stands, whatever its first item says.
    const depth = Math.min(level + 1, open.length + 1)
    closeTo(depth)
    if (open.length === depth && open.at(-1) !== name) closeTo(depth - 1)
    if (open.length === depth) out.push("</li>\n")
    else {
      out.push(`<${name}>\n`)
      open.push(name)
    }
    out.push(`<li>${html}`)
  }
  closeTo(0)
  return out.join("")
}
