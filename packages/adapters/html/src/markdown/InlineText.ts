/** One paragraph of Markdown in the making: text with marks around parts of it. */
import { inParts } from "../partsOf.ts"
import { longestAmount } from "../raisedDigits.ts"
import { type Edge, kindsOfPieces, type Piece, type Span } from "./inlinePieces.ts"
import { hardBreak, InlineWriter, writtenFrom } from "./writeInline.ts"

/** A part that is strong, emphasized, deleted or a link. */
export interface Mark {
  readonly marker: "**" | "*" | "~~" | "["
  /** Where a link leads; empty for other marks. */
  readonly url: string
  /** What is written of it. It waits for the first word inside. */
  span: Span | undefined
  /** Whether it marks nothing: it stands inside its like, or is a link that was written already. */
  isVoid: boolean
}

export class InlineText {
  private pieces: Array<Piece> = []
  /** Writes a paragraph of very many pieces as it comes; undefined for most. */
  private writer: InlineWriter | undefined
  /** Whether a mark is among the pieces: how it is read only the whole paragraph tells. */
  private isMarked = false
  private needsSpace = false
  private needsLineEnd = false
  /** Whether a field stands before what comes, which parts words. */
  private isBehindField = false
  private readonly marks: Array<Mark> = []
  /** Marks that wait for their first word. */
  private waiting = 0
  private links = 0
  private readonly lineEnd: string
  /** Whether a line that looks like a heading or an item needs an escape: not inside a heading or a cell. */
  startsLines = true

  /** `lineEnd` is what stands between lines: a hard break, or `<br>` in a table. */
  constructor(lineEnd = hardBreak) {
    this.lineEnd = lineEnd
  }

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  /** Whether a line break was the last thing written. */
  get isAtLineStart(): boolean {
    return this.needsLineEnd
  }

  /** The last characters, where they are text that what comes goes on with. */
  get end(): string {
    const last = this.pieces.at(-1)
    const goesOn = !this.needsSpace && !this.needsLineEnd
    return goesOn && last?.kind === kindsOfPieces.text ? last.text.slice(-longestAmount) : ""
  }

  get isInLink(): boolean {
    return this.links > 0
  }

  /** Text of the page. White space collapses. */
  text(source: string): void {
    const seen = source.search(unseen) >= 0 ? source.replace(unseen, "") : source
    const text = whiteSpace.test(seen) ? collapsed(seen) : seen
    const start = text.charCodeAt(0) === 0x20 ? 1 : 0
    if (start === 1 || (this.isBehindField && /^[\p{L}\p{N}]/u.test(text))) this.space()
    this.isBehindField = false
    if (text.length === start) return
    const end = text.charCodeAt(text.length - 1) === 0x20 ? text.length - 1 : text.length
    this.begin()
    this.add(start === 0 && end === text.length ? text : text.slice(start, end))
    if (end < text.length) this.space()
  }

  space(): void {
    if (this.pieces.length > 0 && !this.needsLineEnd) this.needsSpace = true
  }

  /** A field or a player stands here: words on both sides are no one word. Many are hidden, so that nothing else is moved apart. */
  field(): void {
    this.isBehindField = this.pieces.length > 0
  }

  /** Markdown that is written as it is. It begins and ends with punctuation. */
  raw(markdown: string): void {
    this.begin()
    this.pieces.push({ kind: kindsOfPieces.raw, markdown })
  }

  /** Code right behind other code goes on with it: between two backticks nothing ends. */
  code(text: string): void {
    this.begin()
    const last = this.pieces.at(-1)
    if (last?.kind === kindsOfPieces.code) last.text += text
    else this.pieces.push({ kind: kindsOfPieces.code, text })
  }

  lineBreak(): void {
    this.needsSpace = false
    if (this.pieces.length > 0) this.needsLineEnd = true
  }

  open(marker: Mark["marker"], url = ""): void {
    const isVoid = this.marks.some((mark) => mark.marker === marker && !mark.isVoid)
    this.marks.push({ marker, url, span: undefined, isVoid })
    if (isVoid) return
    this.waiting += 1
    if (marker === "[") this.links += 1
  }

  /** Ends the last mark that is open. */
  close(): void {
    const mark = this.marks.pop()
    if (mark === undefined || mark.isVoid) return
    if (mark.marker === "[") this.links -= 1
    if (mark.span === undefined) this.waiting -= 1
    else this.pieces.push({ kind: kindsOfPieces.close, span: mark.span })
    this.writeBeginning()
  }

  /** What was written, and starts anew with the same marks, but for links: they are written once. */
  take(): string {
    this.needsSpace = false
    this.needsLineEnd = false
    this.isBehindField = false
    if (this.pieces.length === 0) return ""
    for (const mark of this.marks.toReversed()) {
      if (mark.span === undefined) continue
      this.pieces.push({ kind: kindsOfPieces.close, span: mark.span })
      mark.span = undefined
      if (mark.marker === "[") {
        mark.isVoid = true
        this.links -= 1
      } else this.waiting += 1
    }
    const { pieces, writer = this.newWriter() } = this
    this.pieces = []
    this.writer = undefined
    this.isMarked = false
    return writer.finish(pieces)
  }

  private newWriter(): InlineWriter {
    return new InlineWriter({ lineEnd: this.lineEnd, startsLines: this.startsLines })
  }

  /** Has very many pieces written that nothing changes any more, so that they take the memory of their text. */
  private writeBeginning(): void {
    if (this.pieces.length < writtenFrom || this.isMarked || this.links > 0) return
    this.writer ??= this.newWriter()
    this.pieces = this.writer.begin(this.pieces)
  }

  private add(text: string): void {
    const last = this.pieces.at(-1)
    if (last?.kind === kindsOfPieces.text) last.text += text
    else this.pieces.push({ kind: kindsOfPieces.text, text })
  }

  /** Writes the space and the marks that wait for what comes now. */
  private begin(): void {
    this.writeBeginning()
    if (this.needsLineEnd) this.pieces.push({ kind: kindsOfPieces.lineEnd })
    else if (this.needsSpace) this.add(" ")
    this.needsLineEnd = false
    this.needsSpace = false
    if (this.waiting === 0) return
    for (const mark of this.marks) {
      if (mark.span !== undefined || mark.isVoid) continue
      const last = this.pieces.at(-1)
      if (last !== undefined && isEndOf(last, mark)) {
        // Right behind its like it goes on with it.
        mark.span = last.span
        this.pieces.pop()
      } else {
        mark.span = { marker: mark.marker, url: mark.url }
        this.pieces.push({ kind: kindsOfPieces.open, span: mark.span })
        if (mark.marker !== "[") this.isMarked = true
      }
    }
    this.waiting = 0
  }
}

const isEndOf = (piece: Piece, { marker }: Mark): piece is Edge =>
  marker !== "[" && piece.kind === kindsOfPieces.close && piece.span.marker === marker

/** Marks of where a word may be cut, and of the order of bytes: no reader sees them, and no search finds words with them. */
const unseen = /[\u00ad\ufeff]+/g
const whiteSpace = /[\t\n\f\r\u00a0\u2028\u2029]| {2}/
const whiteSpaces = /[ \t\n\f\r\u00a0\u2028\u2029]+/g

/** Each run of white space as one space, also where two parts meet in one. */
const collapsed = (text: string): string => {
  let isBehindSpace = false
  return inParts(
    text,
    (part) => {
      const written = part.replace(whiteSpaces, " ")
      const isDouble = isBehindSpace && written.startsWith(" ")
      isBehindSpace = written.endsWith(" ")
      return isDouble ? written.slice(1) : written
    },
    " "
  )
}
