/** What kind of text a text is that nobody named. It says nothing rather than something wrong. */
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { computedMIMEType } from "whatwg-mimetype"

/** As much of a text as is looked at. */
const headChars = 16_384

/** Longest text that is parsed to see whether it is JSON. */
const maxParsedChars = 256 * 1024

/** Lines that are looked at, and that there must be. */
const seenLines = 20
const minTableLines = 3

/** The name of the first element; what may stand before it is skipped. */
const rootOf = (head: string): string | null => {
  let at = 0
  for (;;) {
    while (/\s/.test(head[at] ?? "")) at += 1
    const end = head.startsWith("<!--", at)
      ? head.indexOf("-->", at + 4)
      : head.startsWith("<?", at) || head.startsWith("<!", at)
        ? head.indexOf(">", at)
        : null
    if (end === -1) return null
    if (end === null) return /^<([A-Za-z_][\w.:-]*)/.exec(head.slice(at, at + 200))?.[1] ?? null
    at = head.indexOf(">", end) + 1
  }
}

const feedRoots = new Set(["rss", "feed", "rdf:rdf", "urlset", "sitemapindex", "opml"])

const sniffMarkup = (head: string): FileType | null => {
  if (!/^\s*</.test(head)) return null
  const root = rootOf(head)?.toLowerCase() ?? ""
  if (root === "html") return "html"
  if (root === "svg" || root.endsWith(":svg")) return "svg"
  if (feedRoots.has(root) || /^\s*<\?xml\s/.test(head)) return "xml"
  return computedMIMEType(Buffer.from(head.slice(0, 1_445))).essence === "text/html" ? "html" : null
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Text of one JSON value that is an object or an array. A long one is believed by its ends. */
const isJson = (text: string): boolean => {
  const first = /^\s*(?:\{\s*["}]|\[\s*[[\]{"\d.tfn-])/.test(text.slice(0, 1_000))
  const last = /[\]}]\s*$/.test(text.slice(-1_000))
  return first && last && (text.length > maxParsedChars || parses(text))
}

/** The first lines that are not empty; the last of them is left out when the head may have cut it. */
const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.slice(0, headChars).split(/\r\n|\n|\r/)
  if (text.length > headChars) lines.pop()
  return lines.filter((line) => line.trim() !== "").slice(0, seenLines)
}

const isJsonLines = (lines: ReadonlyArray<string>): boolean =>
  lines.length >= 2 && lines.every((line) => /^\s*[[{]/.test(line) && parses(line))

/** The cells of a line; null when a quote is left open, as in a cell of several lines. */
const cellsOf = (line: string, delimiter: string): ReadonlyArray<string> | null => {
  const cells = [""]
  let isQuoted = false
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted
    else if (char === delimiter && !isQuoted) cells.push("")
    else cells[cells.length - 1] += char
  }
  return isQuoted ? null : cells
}

/** A header of short, different names, and as many cells in every line. Prose with commas has neither. */
const isTable = (lines: ReadonlyArray<string>, delimiter: string, minColumns: number): boolean => {
  const header = cellsOf(lines[0] ?? "", delimiter)
  if (header === null || header.length < minColumns || lines.length < minTableLines) return false
  const isHeader =
    header.every((cell) => /^[^\s,][^\n]{0,63}$/.test(cell) && !cell.endsWith(".")) &&
    new Set(header).size === header.length
  return isHeader && lines.every((line) => cellsOf(line, delimiter)?.length === header.length)
}

const interpreters: ReadonlyArray<readonly [RegExp, FileType]> = [
  [/^(?:ba|z|fi|da|k)?sh\b/, "shell"],
  [/^python[\d.]*\b/, "python"],
  [/^ruby\b/, "ruby"],
  [/^(?:node|deno|bun)\b/, "javascript"],
  [/^php\b/, "php"]
]

const sniffProgram = (head: string): FileType | null => {
  if (/^\s*<\?php\b/.test(head)) return "php"
  const program = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.-]+)/.exec(head.slice(0, 200))?.[1]
  return program === undefined ? null : (interpreters.find(([name]) => name.test(program))?.[1] ?? null)
}

/** The kind of a text, by what it looks like; `text` when it looks like nothing else. */
export const sniffText = (text: string): FileType => {
  const head = text.slice(0, headChars)
  const known = sniffProgram(head) ?? sniffMarkup(head)
  if (known !== null) return known
  if (isJson(text)) return "json"
  const lines = linesOf(text)
  if (isJsonLines(lines)) return "jsonl"
  if (/^\s*\d+\s*\n\d\d:\d\d:\d\d,\d{3} --> /.test(head.slice(0, 200).replaceAll("\r", ""))) return "srt"
  if (isTable(lines, "\t", 2)) return "tsv"
  return isTable(lines, ",", 3) ? "csv" : "text"
}
