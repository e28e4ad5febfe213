/** Puts text together into lines. */
import { PageRefusal } from "./PageRefusal.ts"
import { centsBehind, longestAmount, raisedBehind, withCents } from "./raisedDigits.ts"

/** Characters of text in one page. The standard of HTML itself, on one page, has about three million. */
export const maxTextLength = 4_000_000

/** Between the cells of a row. */
export const cellSeparator = " | "

interface Row {
  readonly start: number
  /** Index of the first line of each cell. */
  readonly cells: Array<number>
  /** What pictures in the open cell stand for, used when it has no text: a check mark is often an image. */
  symbols: Array<string>
  isLayout: boolean
}

/**
 * What parts texts that the markup writes without white space: figures one of which is struck out (`<s>10</s>8` is not 108), words with a
 * field between them, which is hidden on many pages, what styles show apart, and whatever stands in two places of a drawing.
 */
const gaps = ["figures", "words", "boxes", "places"] as const
type Gap = (typeof gaps)[number]

/** What must stand before a gap and behind it, so that it is seen. */
const beside: Readonly<Record<Gap, readonly [RegExp, RegExp]>> = {
  figures: [/[\d\p{Sc}]/u, /^[\d\p{Sc}]/u],
  words: [/[\p{L}\p{N}]/u, /^[\p{L}\p{N}]/u],
  boxes: [/\S/, /^\S/],
  places: [/\S/, /^\S/]
}

export class TextLines {
  readonly lines: Array<string> = []
  private line = ""
  /** What stands before the text that comes next, on its line. */
  private label = ""
  /** What stands between the last text and the next. */
  private gap: Gap | undefined
  /** What was added to the line last, and before that. */
  private added = ""
  private addedBefore = ""
  private hasRaised = false
  private length = 0
  private readonly rows: Array<Row> = []

  /** White space stays as it is, but for line ends: in markup they are spaces. */
  addText(text: string): void {
    this.count(text)
    if (text === "" || (this.line === "" && isBlank(text))) return
    if (this.gap !== undefined) this.closeGap(this.gap, text)
    this.addedBefore = this.added
    this.added = text
    this.takeLabel()
    this.line += lineEnd.test(text) ? text.replace(lineEnds, " ") : text
  }

  /** Text that stands raised: right behind a number it is no more digits of that, but cents, an exponent or the mark of a note. */
  addRaised(text: string): void {
    this.addFigures(text, raisedBehind)
  }

  /** The same of text that is called cents, or is small: it may be neither. */
  addCents(text: string): void {
    this.addFigures(text, centsBehind)
  }

  private addFigures(text: string, behind: (before: string, figures: string) => string): void {
    const before = this.addedBefore.slice(-longestAmount) + this.added.slice(-longestAmount)
    const said = this.line === "" ? text : behind(before, text)
    if (said !== text) this.hasRaised = true
    this.addText(said)
  }

  /** What comes stands apart from what was there: the two are no one word. Of two gaps the wider counts. */
  part(gap: Gap): void {
    if (this.gap === undefined || gaps.indexOf(gap) > gaps.indexOf(this.gap)) this.gap = gap
  }

  private closeGap(gap: Gap, text: string): void {
    const [before, behind] = beside[gap]
    if (this.line !== "" && before.test(this.added.at(-1) ?? "") && behind.test(text)) this.line += " "
    this.gap = undefined
  }

  /** The number of an item, which stands before what is said first in it, whatever that stands in. */
  addLabel(label: string): void {
    this.count(label)
    this.label += label
  }

  /** The item is at its end: one that says nothing has no line. */
  dropLabel(): void {
    this.label = ""
  }

  private takeLabel(): void {
    if (this.label === "") return
    this.line += this.label
    this.label = ""
  }

  /** Text whose line breaks count. */
  addPreformatted(source: string): void {
    this.count(source)
    if (!isBlank(source)) this.takeLabel()
    const text = lineEnd.test(source) ? source.replace(lineEnds, "\n") : source
    let start = 0
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.lines.push((this.line + text.slice(start, end)).trimEnd())
      this.line = ""
      start = end + 1
    }
    this.line += text.slice(start)
  }

  endLine(): void {
    this.gap = undefined
    if (this.line === "") return
    const line = (this.hasRaised ? withCents(this.line) : this.line).trim()
    if (line !== "") this.lines.push(line)
    this.line = ""
    this.hasRaised = false
    this.added = ""
    this.addedBefore = ""
  }

  /** Ends a line of preformatted text, whose indentation counts. */
  endPreformattedLine(): void {
    const line = this.line.trimEnd()
    if (line !== "") this.lines.push(line)
    this.line = ""
  }

  openRow(): void {
    this.rows.push({ start: this.lines.length, cells: [], symbols: [], isLayout: false })
  }

  openCell(): void {
    this.rows.at(-1)?.cells.push(this.lines.length)
  }

  /** The innermost row is no row of values: it lays out parts of a page. */
  markLayout(): void {
    const row = this.rows.at(-1)
    if (row !== undefined) row.isLayout = true
  }

  /** What the line that is not at its end yet says so far. */
  get openLine(): string {
    return this.line + this.label
  }

  get isInRow(): boolean {
    return this.rows.length > 0
  }

  addSymbol(symbol: string): void {
    const name = symbol.replace(lineEnds, " ").trim()
    if (name !== "") this.rows.at(-1)?.symbols.push(name)
  }

  closeCell(): void {
    const row = this.rows.at(-1)
    if (row === undefined) return
    if (this.lines.length === row.cells.at(-1) && row.symbols.length > 0) {
      const symbols = row.symbols.join(" ")
      this.count(symbols)
      this.lines.push(symbols)
    }
    row.symbols = []
  }

  closeRow(): void {
    const row = this.rows.pop()
    if (row === undefined || row.isLayout || this.lines.length === row.start) return
    const cells = row.cells.map((first, index) => this.lines.slice(first, row.cells[index + 1]).join(" "))
    this.lines.length = row.start
    this.lines.push(cells.join(cellSeparator).trim())
  }

  private count(text: string): void {
    this.length += text.length
    if (this.length > maxTextLength) {
      throw new PageRefusal({
        reason: "too_complex",
        message: `The page has more than ${maxTextLength} characters of text.`
      })
    }
  }
}

const lineEnd = /[\n\r\f\v\u0085\u2028\u2029]/
const lineEnds = new RegExp(lineEnd, "g")

const isBlank = (text: string): boolean => text.trim() === ""
