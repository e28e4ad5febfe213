/** How the text of a page is made comparable (contract/monitors.md §1.2, `normalize_whitespace`). */

/** White space that normalizing would change. Most readers give none, and looking costs a tenth of rewriting. */
const untidy = /[^\S \n]| {2}|^\s|\s$|\n[ \n]| \n/u

/**
 * The text that is stored and compared. Normalized, every run of white space inside a line is one space, lines are
 * trimmed, and empty lines are gone; otherwise only line ends are made alike.
 */
export const comparableText = (text: string, normalizeWhitespace: boolean): string => {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text
  if (!normalizeWhitespace || !untidy.test(lines)) return lines
  return lines
    .split("\n")
    .map((line) => line.replace(/\s+/gu, " ").trim())
    .filter((line) => line !== "")
    .join("\n")
}

/** Whether a capture is too empty to be a baseline or to be compared. */
export const isEmptyText = (text: string): boolean => text.trim() === ""
