/** What a page is made of, and how it is written as HTML. */
import { escapeHtml, heading, link, paragraph } from "../reading/Markup.ts"
import { joinRuns, type Run, textOfRuns } from "./Row.ts"

export type Block =
  | { readonly kind: "paragraph"; readonly runs: ReadonlyArray<Run>; readonly size: number }
  | { readonly kind: "heading"; readonly level: number; readonly runs: ReadonlyArray<Run> }
  | {
      readonly kind: "list"
      /** Number of the first item; null for items without numbers. */
      readonly start: number | null
      readonly items: ReadonlyArray<ReadonlyArray<Run>>
    }
  /** HTML that is finished: tables, preformatted text. */
  | { readonly kind: "html"; readonly html: string }

/** Runs as HTML. */
export const runsHtml = (runs: ReadonlyArray<Run>): string =>
  runs
    .map(({ href, script, text }) => {
      const html = escapeHtml(text.replaceAll("\u00ad", "").replace(/\s+/g, " "))
      return link(href, script === undefined ? html : `<${script}>${html.trim()}</${script}>`)
    })
    .join("")
    .trim()

const listHtml = (start: number | null, items: ReadonlyArray<ReadonlyArray<Run>>): string => {
  const name = start === null ? "ul" : "ol"
  const first = start === null || start === 1 ? "" : ` start="${start}"`
  return `<${name}${first}>\n${items.map((item) => `<li>${runsHtml(item)}</li>\n`).join("")}</${name}>\n`
}

const html = (block: Block): string => {
  switch (block.kind) {
    case "paragraph":
      return paragraph(runsHtml(block.runs))
    case "heading":
      return heading(block.level, runsHtml(block.runs))
    case "list":
      return listHtml(block.start, block.items)
    case "html":
      return block.html
  }
}

/** Whether a paragraph stops in the middle of a sentence that `next` goes on with, in the next column or on the next page. */
const goesOn = (before: Block | undefined, next: Block): boolean => {
  if (before?.kind !== "paragraph" || next.kind !== "paragraph") return false
  if (Math.abs(before.size - next.size) > 0.6) return false
  const end = textOfRuns(before.runs).trimEnd()
  return /^\p{Ll}/u.test(textOfRuns(next.runs).trimStart()) && /[\p{L}\p{N},;‐-]$/u.test(end)
}

/** Blocks in the order of reading as one fragment of HTML. */
export const blocksHtml = (blocks: ReadonlyArray<Block>): string => {
  const whole: Array<Block> = []
  for (const block of blocks) {
    const before = whole.at(-1)
    if (before?.kind === "paragraph" && block.kind === "paragraph" && goesOn(before, block)) {
      whole[whole.length - 1] = { ...before, runs: joinRuns(before.runs, block.runs) }
    } else whole.push(block)
  }
  return whole.map(html).join("")
}
