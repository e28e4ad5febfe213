/** Small pieces of HTML. Whatever goes in as text comes out escaped. */
import { GatheredText } from "./GatheredText.ts"
import { pageNodes } from "./limits.ts"
import { tooManyNodes } from "./Unreadable.ts"

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Characters that no HTML may hold, and halves of surrogate pairs, which no database does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/** Text without what cannot be written down. */
export const writable = (text: string): string => text.replace(unwritable, "").toWellFormed()

/** Text as it stands in an element. */
export const escapeHtml = (text: string): string => writable(text).replace(/[&<>]/g, (one) => escapes[one] ?? one)

/** Text as it stands in an attribute between double quotes. */
export const escapeAttribute = (text: string): string => writable(text).replace(/[&<>"]/g, (one) => escapes[one] ?? one)

/** Text on one line, its white space drawn together. What is one blank already stays: V8 would write down the place of each. */
export const oneLine = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, " ").trim()

/** The address of a link that may be followed; null for every other. */
export const safeHref = (address: string): string | null => {
  const trimmed = address.trim()
  return /^(https?:\/\/|mailto:)\S+$/i.test(trimmed) && trimmed.length <= 4096 ? trimmed : null
}

/** A link, or its content alone when its address may not be followed. `content` is HTML. */
export const link = (address: string | null, content: string): string => {
  const href = address === null ? null : safeHref(address)
  return href === null || content.trim() === "" ? content : `<a href="${escapeAttribute(href)}">${content}</a>`
}

/** A heading from `h1` to `h6` of HTML content; nothing when it is empty. */
export const heading = (level: number, content: string): string => {
  const name = `h${Math.min(Math.max(Math.trunc(level), 1), 6)}`
  return content.trim() === "" ? "" : `<${name}>${content.trim()}</${name}>\n`
}

/** A paragraph of HTML content; nothing when it is empty. */
export const paragraph = (content: string): string => (content.trim() === "" ? "" : `<p>${content.trim()}</p>\n`)

/** Preformatted text, as code of a language when one is given. */
export const preformatted = (text: string, language: string | null = null): string =>
  language === null
    ? `<pre>${escapeHtml(text)}</pre>\n`
    : `<pre><code class="language-${escapeAttribute(language)}">${escapeHtml(text)}</code></pre>\n`

/** A table of HTML cells whose first row is its head. Rows are filled up to the same width. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  tableOf(
    rows,
    rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  )

/** The same of rows that come one after the other, the longest of which has so many cells. */
export const tableOf = (rows: Iterable<ReadonlyArray<string>>, width: number): string => {
  const text = new GatheredText()
  let read = 0
  for (const cells of rows) {
    const name = read === 0 ? "th" : "td"
    // One long row makes all others as long: more cells than are read of a page are not even written.
    if (width * (read + 1) > pageNodes) throw tooManyNodes()
    const line = Array.from({ length: width }, (_, at) => `<${name}>${cells[at] ?? ""}</${name}>`).join("")
    if (read === 1) text.add("<tbody>\n")
    text.add(read === 0 ? `<table>\n<thead>\n<tr>${line}</tr>\n</thead>\n` : `<tr>${line}</tr>\n`)
    read += 1
  }
  if (width === 0 || read === 0) return ""
  text.add(read === 1 ? "</table>\n" : "</tbody>\n</table>\n")
  return text.take()
}
