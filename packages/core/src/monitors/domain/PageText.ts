/** How the text of a page is made comparable (contract/monitors.md §1.2, `normalize_whitespace`). */
import { normalized } from "../../paging/domain/normalized.ts"

/** White space but one blank by itself: of each that is replaced V8 writes down the place, and a line may be megabytes of words. */
const spread = /\s{2,}|[^\S ]/gu

/** White space that normalizing would change. Most readers give none, and looking costs a tenth of rewriting. */
const untidy = /[^\S \n]| {2}|^\s|\s$|\n[ \n]| \n/u

/**
 * The text that is stored and compared. Normalized, every run of white space inside a line is one space, lines are
 * trimmed, and empty lines are gone; otherwise only line ends are made alike. Accents are, either way.
 */
export const comparableText = (text: string, normalizeWhitespace: boolean): string => {
  // A letter with its accent is the same in one character and in two: servers send now this and now that.
  const composed = normalized(text, "NFC")
  const lines = composed.includes("\r") ? composed.replace(/\r\n?/g, "\n") : composed
  if (!normalizeWhitespace || !untidy.test(lines)) return lines
  return lines
    .split("\n")
    .map((line) => line.replace(spread, " ").trim())
    .filter((line) => line !== "")
    .join("\n")
}

/** Whether a capture is too empty to be a baseline or to be compared. */
export const isEmptyText = (text: string): boolean => text.trim() === ""
