/** Lists from lines that each say how deep they stand, as office files write them. */

import { bulletAt, type ListLabel, labelAt } from "../reading/ListLabel.ts"
import { labelledHtml } from "../reading/labelledHtml.ts"
import { paragraph } from "../reading/Markup.ts"

export interface ListLine {
  /** Content that is HTML. */
  readonly html: string
  /** How deep, from 0; null for a line that is no item. */
  readonly level: number | null
  readonly isNumbered: boolean
  /** The number as it is written; one that is left out is counted. */
  readonly label?: string
}

/** Nested lists, and paragraphs for lines that are no items. */
export const listHtml = (lines: ReadonlyArray<ListLine>): string => {
  const out: Array<string> = []
  let items: Array<{ readonly label: ListLabel; readonly html: string }> = []
  let counts: Array<number> = []
  for (const { html, isNumbered, label, level } of lines) {
    if (level === null) {
      out.push(labelledHtml(items), paragraph(html))
      items = []
      counts = []
      continue
    }
    counts.length = Math.min(counts.length, level + 1)
    if (isNumbered && label === undefined) counts[level] = (counts[level] ?? 0) + 1
    const own = isNumbered ? labelAt(level, label ?? String(counts[level])) : bulletAt(level)
    items.push({ html, label: own })
  }
  out.push(labelledHtml(items))
  return out.join("")
}
