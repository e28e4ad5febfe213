/** One paragraph of Markdown in the making: text with marks around parts of it. */
import { escapeLineStart, escapeText, linkTarget } from "./escapeText.ts"

/** A part that is strong, emphasized, deleted or a link. */
export interface Mark {
  readonly marker: "**" | "*" | "~~" | "["
  /** Where a link leads; empty for other marks. */
  readonly url: string
  /** Whether the marker is written. It waits for the first word inside. */
  isOpen: boolean
  /** Whether it marks nothing: it stands inside its like, or is a link that was written already. */
  isVoid: boolean
}

/** Between lines of one paragraph. */
export const hardBreak = "  \n"

/** Only so much of the end of a line is looked at again: looking at all of it for each word would cost its square. */
const tail = 512

export class InlineText {
  private head = ""
  private out = ""
  private needsSpace = false
  private lineStart = 0
  /** Where the last marker that ended something starts, while nothing follows it. */
  private closedAt = -1
  private closed = ""
  private readonly marks: Array<Mark> = []
  private links = 0
  private readonly lineEnd: string
  /** Whether a line that looks like a heading or an item needs an escape: not inside a heading or a cell. */
  startsLines = true

  /** `lineEnd` is what stands between lines: a hard break, or `<br>` in a table. */
  constructor(lineEnd = hardBreak) {
    this.lineEnd = lineEnd
  }

  get isEmpty(): boolean {
    return this.out === ""
  }

  /** Whether a line break was the last thing written. */
  get isAtLineStart(): boolean {
    return this.out !== "" && this.out.length === this.lineStart
  }

  get isInLink(): boolean {
    return this.links > 0
  }

  /** Text of the page. White space collapses. */
  text(source: string): void {
    const seen = source.search(unseen) >= 0 ? source.replace(unseen, "") : source
    const text = whiteSpace.test(seen) ? seen.replace(whiteSpaces, " ") : seen
    const start = text.charCodeAt(0) === 0x20 ? 1 : 0
    if (start === 1) this.space()
    if (text.length === start) return
    const end = text.charCodeAt(text.length - 1) === 0x20 ? text.length - 1 : text.length
    this.words(start === 0 && end === text.length ? text : text.slice(start, end))
    if (end < text.length) this.space()
  }

  space(): void {
    if (this.out.length > this.lineStart) this.needsSpace = true
  }

  /** Markdown that is written as it is. */
  raw(markdown: string): void {
    this.begin("")
    this.out += markdown
    this.closedAt = -1
  }

  lineBreak(): void {
    this.needsSpace = false
    if (this.out === "" || this.out.length === this.lineStart) return
    this.closeMarks()
    this.out += this.lineEnd
    this.lineStart = this.out.length
    this.closedAt = -1
  }

  open(marker: Mark["marker"], url = ""): Mark {
    const isVoid = this.marks.some((mark) => mark.marker === marker && !mark.isVoid)
    const mark = { marker, url, isOpen: false, isVoid }
    this.marks.push(mark)
    if (marker === "[" && !isVoid) this.links += 1
    return mark
  }

  /** Ends the last mark that is open. */
  close(): void {
    const mark = this.marks.pop()
    if (mark === undefined) return
    if (mark.marker === "[" && !mark.isVoid) this.links -= 1
    this.writeClose(mark)
  }

  /** What was written, and starts anew with the same marks. */
  take(): string {
    this.closeMarks()
    const taken = this.head + this.out
    this.head = ""
    this.out = ""
    this.lineStart = 0
    this.closedAt = -1
    this.needsSpace = false
    return taken.endsWith(this.lineEnd) ? taken.slice(0, -this.lineEnd.length) : taken
  }

  /** Ends open markers; they are written again before the next word, but links only once. */
  private closeMarks(): void {
    for (let index = this.marks.length - 1; index >= 0; index -= 1) {
      const mark = this.marks[index]!
      const wasOpen = mark.isOpen
      this.writeClose(mark)
      if (wasOpen && mark.marker === "[" && this.lineEnd === hardBreak) {
        mark.isVoid = true
        this.links -= 1
      }
    }
  }

  private words(words: string): void {
    let rest = words
    if (this.closedAt >= 0 && !this.needsSpace) rest = this.movePunctuation(rest)
    rest = this.begin(rest)
    if (rest === "") return
    const isLineStart = this.out.length === this.lineStart
    let escaped = escapeText(rest, isLineStart ? "" : this.out[this.out.length - 1]!, this.links > 0)
    if (isLineStart) {
      if (this.startsLines) escaped = escapeLineStart(escaped)
    } else if (this.out.endsWith("]") && /^[([:]/.test(escaped)) escaped = `\\${escaped}`
    this.out += escaped
    this.closedAt = -1
  }

  /**
   * `**"x"**y` ends no strong part, because a marker after punctuation needs a space or punctuation behind it. So the
   * punctuation moves out: `**"x**"y`.
   */
  private movePunctuation(next: string): string {
    if (!wordStart.test(next) || this.closed === ")") return next
    const inside = this.out.slice(0, this.closedAt)
    const end = trailingPunctuation.exec(inside)?.[0]
    if (end === undefined || /[*~[(\s]$/.test(inside.slice(0, -end.length))) return next
    this.out = inside.slice(0, -end.length) + this.closed + end
    return next
  }

  /** Writes the space and the markers that wait for `words`; returns what of them is left. */
  private begin(words: string): string {
    if (this.out.length > 16 * tail) this.shorten()
    if (this.needsSpace) {
      this.out += " "
      this.needsSpace = false
      this.closedAt = -1
    }
    let rest = words
    for (const mark of this.marks) {
      if (mark.isOpen || mark.isVoid) continue
      mark.isOpen = true
      if (mark.marker === "[") {
        if (this.out.endsWith("!")) this.out = `${this.out.slice(0, -1)}\\!`
        this.out += "["
      } else if (this.closedAt >= 0 && this.closed === mark.marker) {
        this.out = this.out.slice(0, this.closedAt)
      } else {
        // A marker between a word and punctuation starts nothing: the punctuation moves in front of it.
        const moved = wordEnd.test(this.out.slice(-2)) ? (leadingPunctuation.exec(rest)?.[0] ?? "") : ""
        if (moved !== "" && moved.length < rest.length) {
          this.out += escapeText(moved, this.out.at(-1) ?? "", this.links > 0)
          rest = rest.slice(moved.length)
        }
        this.out += mark.marker
      }
      this.closedAt = -1
    }
    return rest
  }

  private shorten(): void {
    const moved = this.out.length - tail
    this.head += this.out.slice(0, moved)
    this.out = this.out.slice(moved)
    this.lineStart -= moved
    this.closedAt = Math.max(-1, this.closedAt - moved)
  }

  private writeClose(mark: Mark): void {
    if (!mark.isOpen) return
    mark.isOpen = false
    const at = this.out.length
    if (mark.marker === "[") {
      this.out += `](${linkTarget(mark.url)})`
      this.closed = ")"
    } else {
      this.out += mark.marker
      this.closed = mark.marker
    }
    this.closedAt = at
  }
}

/** Marks of where a word may be cut, and of the order of bytes: no reader sees them, and no search finds words with them. */
const unseen = /[\u00ad\ufeff]+/g
const whiteSpace = /[\t\n\f\r\u00a0\u2028\u2029]| {2}/
const whiteSpaces = /[ \t\n\f\r\u00a0\u2028\u2029]+/g
const wordStart = /^[\p{L}\p{N}]/u
const wordEnd = /[\p{L}\p{N}]$/u
const trailingPunctuation = /[\p{P}\p{S}]+$/u
const leadingPunctuation = /^[\p{P}\p{S}]+/u
