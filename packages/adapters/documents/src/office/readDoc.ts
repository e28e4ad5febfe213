/** Word documents of before 2007. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { escapeHtml, heading, link, paragraph, table } from "../reading/Markup.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { openCompound } from "./Compound.ts"
import { type DocText, readDocText } from "./DocText.ts"
import { type ListLine, listHtml } from "./listHtml.ts"

const paragraphMark = "\r"
const cellMark = "\u0007"

/** Fields in more others are none: each would be gone through as often as it is enclosed. */
const deepestField = 20

/** Reads the main text: headings, lists, tables and links. Notes, headers and pictures are left out. */
export const readDoc = async ({ bytes }: FileToRead): Promise<Fragment> => {
  const compound = openCompound(bytes)
  return fragment(bodyHtml(readDocText(compound)), compound.authorship)
}

const bodyHtml = ({ paragraphAt, text }: DocText): string => {
  const out: Array<string> = []
  let rows: Array<ReadonlyArray<string>> = []
  let cells: Array<string> = []
  let cell: Array<string> = []
  let items: Array<ListLine> = []
  const closeTable = () => {
    if (rows.length > 0) out.push(table(rows))
    rows = []
  }
  const closeList = () => {
    if (items.length > 0) out.push(listHtml(items))
    items = []
  }
  let start = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are Word's marks.
  for (const { 0: mark, index } of text.matchAll(/[\r\u0007\f]/g)) {
    const content = inlineHtml(text.slice(start, index))
    start = index + 1
    const format = paragraphAt(index)
    if (mark === cellMark && format.endsRow) {
      if (cells.some((one) => one !== "")) rows.push(cells)
      cells = []
      cell = []
      continue
    }
    if (mark === cellMark || (format.isInTable && mark === paragraphMark)) {
      closeList()
      if (content !== "") cell.push(content)
      if (mark === cellMark) {
        cells.push(cell.join("<br>"))
        cell = []
      }
      continue
    }
    closeTable()
    if (format.level === null && format.listLevel !== null) {
      if (content !== "") items.push({ html: content, level: format.listLevel, isNumbered: false })
      continue
    }
    closeList()
    out.push(format.level === null ? paragraph(content) : heading(format.level, content))
  }
  closeList()
  if (cells.length > 0) rows.push(cells)
  closeTable()
  out.push(paragraph(inlineHtml(text.slice(start))))
  return out.join("")
}

/** Text without Word's marks. Of a field the result stays, as a link when it is one. */
const inlineHtml = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are Word's marks.
  const parts = text.split(/([\u0013\u0014\u0015])/)
  const open: Array<{ instruction: string; inResult: boolean; html: string }> = []
  let out = ""
  const put = (html: string) => {
    const field = open.at(-1)
    if (field === undefined) out += html
    else field.html += html
  }
  for (const part of parts) {
    const field = open.at(-1)
    if (part === "\u0013") open.push({ instruction: "", inResult: false, html: "" })
    else if (part === "\u0014") {
      if (field !== undefined) field.inResult = true
    } else if (part === "\u0015") {
      open.pop()
      if (field !== undefined) put(open.length < deepestField ? fieldHtml(field.instruction, field.html) : field.html)
    } else if (field !== undefined && !field.inResult) field.instruction += part
    else put(plainHtml(part))
  }
  for (const field of open) out += field.html
  return out.trim()
}

const fieldHtml = (instruction: string, html: string): string => {
  const address = /^\s*HYPERLINK\s+(?:\\\w\s+)*"([^"]+)"/i.exec(instruction)?.[1]
  return link(address ?? null, html)
}

const plainHtml = (text: string): string =>
  escapeHtml(
    text
      .replace(/[\t\u00a0]/g, " ")
      // A break between columns.
      .replaceAll("\u000e", " ")
      .replaceAll("\u001e", "-")
      .replaceAll("\u000b", "\n")
  ).replaceAll("\n", "<br>")
