/** Tables and data in text: CSV, TSV, JSON and lines of JSON. */
import { parse } from "csv-parse/sync"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { sheets as limit, pageNodes } from "../reading/limits.ts"
import { escapeHtml, paragraph, table } from "../reading/Markup.ts"
import { tooManyNodes } from "../reading/Unreadable.ts"
import { indentedCharacters } from "./indentedCharacters.ts"
import { readCode } from "./readPlain.ts"

/** Reads a table whose cells stand between commas, semicolons, tabs or bars: whichever the first lines have most of. */
export const readDelimited = (text: string, type: "csv" | "tsv"): Fragment => {
  const delimiter = type === "tsv" ? "\t" : delimiterOf(text)
  const rows: ReadonlyArray<ReadonlyArray<string>> = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: limit.rows + 1,
    max_record_size: 1_000_000,
    on_record: countedRow()
  })
  const kept = rows.slice(0, limit.rows)
  const width = kept.reduce((widest, row) => Math.max(widest, row.length), 0)
  const columns = Math.min(width, limit.columns)
  const height = Math.min(kept.length, Math.floor(limit.cells / Math.max(columns, 1)))
  const cells = kept
    .slice(0, height)
    .map((row) => row.slice(0, columns).map((cell) => escapeHtml(cell.slice(0, limit.cellCharacters).trim())))
  const note = rows.length > height || width > columns ? paragraph("Further rows or columns are left out.") : ""
  return fragment(table(cells) + note)
}

/** Ends the reading at the row with which a table holds more than is read of a page: what follows is not even looked at. */
const countedRow = () => {
  let nodes = 0
  return (row: Array<string>): Array<string> => {
    nodes += 1 + Math.min(row.length, limit.columns)
    for (let at = 0; at < row.length && at < limit.columns; at += 1) if (row[at]?.trim() !== "") nodes += 1
    if (nodes > pageNodes) throw tooManyNodes()
    return row
  }
}

const delimiterOf = (text: string): string => {
  // What stands in quotation marks is no delimiter, whatever it looks like.
  const sample = text.slice(0, 20_000).replace(/"[^"]*"/g, "")
  const lines = sample.split(/\r?\n/).slice(0, 20)
  const counts = [",", ";", "\t", "|"].map((delimiter) => ({
    delimiter,
    lines: lines.filter((line) => line.includes(delimiter)).length,
    all: sample.split(delimiter).length
  }))
  return counts.sort((a, b) => b.lines - a.lines || b.all - a.all)[0]?.delimiter ?? ","
}

/** Reads JSON: indented when it is sound, else as it is written. */
export const readJson = (text: string, markdownSuffices = false): Fragment =>
  readCode(text.length > indentedCharacters ? withoutMark(text) : indented(text), "json", markdownSuffices)

/** Reads lines of JSON, which stay a line each. */
export const readJsonLines = (text: string, markdownSuffices = false): Fragment =>
  readCode(text, "json", markdownSuffices)

const withoutMark = (text: string) => text.replace(/^\ufeff/, "")

/**
 * Indents JSON by its own marks. Read and written anew, large numbers would lose digits, keys that are named twice would be
 * lost, and deep nesting would overflow the stack.
 */
const indented = (text: string): string => {
  const source = withoutMark(text).trim()
  if (!isJson(source)) return source
  const out: Array<string> = []
  let depth = 0
  const line = () => out.push("\n", "  ".repeat(Math.min(depth, 64)))
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === "{" || token === "[") {
      out.push(token)
      depth += 1
      line()
    } else if (token === "}" || token === "]") {
      depth -= 1
      // An empty object or list stays on its line.
      if (/^\n/.test(out.at(-2) ?? "") && /^[{[]$/.test(out.at(-3) ?? "")) out.length -= 2
      else line()
      out.push(token)
    } else if (token === ",") {
      out.push(token)
      line()
    } else out.push(token === ":" ? ": " : token)
  }
  return out.join("")
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
