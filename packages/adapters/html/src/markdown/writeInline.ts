/** Writes the pieces of one paragraph. */
import { cellCode, codeElement, escapeLineStart, escapeText, inlineCode, linkTarget } from "./escapeText.ts"
import { isEdge, isMark, kindsOfPieces, type Marker, type Piece } from "./inlinePieces.ts"
import { misreadMarks } from "./misreadMarks.ts"
import { movePunctuation } from "./movePunctuation.ts"

export interface Place {
  /** What stands between lines: a hard break, or `<br>` in a table. */
  readonly lineEnd: string
  /** Whether a line that looks like a heading or an item needs an escape: not inside a heading or a cell. */
  readonly startsLines: boolean
}

/** Between lines of one paragraph. */
export const hardBreak = "  \n"

/** Pieces that a paragraph may have before the first of them are written: each takes as much as a line of what is written of it. */
export const writtenFrom = 4_096

/** Writes one paragraph. One of very many pieces is written while it is put together, as far as nothing that comes changes it. */
export class InlineWriter {
  private readonly place: Place
  private readonly written: Array<string> = []
  private first = ""
  private last = ""
  private links = 0
  private isLineStart = true

  constructor(place: Place) {
    this.place = place
  }

  /** Writes the first of these pieces, among which no mark is and no link that is open, and gives back those that may still change. */
  begin(pieces: ReadonlyArray<Piece>): Array<Piece> {
    const end = startOfLast(pieces)
    this.add(pieces, end)
    return pieces.slice(end)
  }

  /** Writes the last pieces, and tells what was written of all. */
  finish(pieces: ReadonlyArray<Piece>): string {
    const marked = pieces.length > 1 && pieces.some(isMark) ? decided(movePunctuation(pieces)) : pieces
    this.add(marked, marked.length)
    return this.written.length === 1 ? this.written[0]! : this.written.join("")
  }

  private add(pieces: ReadonlyArray<Piece>, end: number): void {
    const { place } = this
    let out = ""
    const add = (markdown: string) => {
      if (this.first === "") this.first = markdown[0] ?? ""
      out += markdown
      // Looking at the end of a string that is being put together copies all of it.
      this.last = markdown.at(-1) ?? this.last
    }
    for (let at = 0; at < end; at += 1) {
      const piece = pieces[at]!
      switch (piece.kind) {
        case kindsOfPieces.text: {
          const after = firstCharacter(pieces[at + 1], place)
          const text = escapeText(piece.text, {
            before: this.isLineStart && place.lineEnd === hardBreak ? "" : this.last,
            after,
            isInLink: this.links > 0,
            isInCell: place.lineEnd !== hardBreak,
            isCut: this.links === 0 && after !== "" && after !== " " && !endsWord(pieces, at + 1)
          })
          add(this.isLineStart && place.startsLines ? escapeLineStart(text) : text)
          break
        }
        case kindsOfPieces.code:
          add(writeCode(piece.text, this.first, place))
          break
        case kindsOfPieces.raw:
          add(piece.markdown)
          break
        case kindsOfPieces.lineEnd:
          add(place.lineEnd)
          break
        case kindsOfPieces.open:
          if (piece.span.marker === "[") this.links += 1
          add(opening(piece.span.marker))
          break
        case kindsOfPieces.close:
          if (piece.span.marker === "[") this.links -= 1
          add(piece.span.marker === "[" ? `](${linkTarget(piece.span.url)})` : closing(piece.span.marker))
      }
      this.isLineStart = piece.kind === kindsOfPieces.lineEnd
    }
    // Looked at, it is one text, and no longer the many that it was put together from.
    if (end < pieces.length) out.charCodeAt(0)
    this.written.push(out)
  }
}

/** Where the last piece begins, or the link that ends there. */
const startOfLast = (pieces: ReadonlyArray<Piece>): number => {
  const last = pieces.at(-1)
  if (last?.kind !== kindsOfPieces.close) return Math.max(0, pieces.length - 1)
  return pieces.findLastIndex((piece) => piece.kind === kindsOfPieces.open && piece.span === last.span)
}

/** The end of a label at the start of a paragraph would be taken for the definition of a link before it is read as code. */
const writeCode = (code: string, first: string, { lineEnd }: Place): string => {
  if (lineEnd !== hardBreak) return cellCode(code)
  return first === "[" && code.includes("]:") ? codeElement(code) : inlineCode(code)
}

/** Gives other marks to what would be misread: an underscore to emphasis, and elements where that does not help. */
const decided = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const misread = misreadMarks(pieces)
    if (misread.size === 0) return pieces
    const emphasis = [...misread].filter(({ marker }) => marker === "*")
    if (round === 0 && emphasis.length > 0) for (const span of emphasis) span.marker = "_"
    else for (const span of misread) span.marker = elements[span.marker]
  }
  for (const piece of pieces) if (isMark(piece)) piece.span.marker = elements[piece.span.marker]
  return pieces
}

/** Each gives elements to more marks; past this, all get them. */
const maxRounds = 5

const elements: { readonly [marker in Marker]: Marker } = {
  "**": "strong",
  strong: "strong",
  "*": "em",
  _: "em",
  em: "em",
  "~~": "del",
  del: "del",
  "[": "["
}

const opening = (marker: Marker): string => (/^\w{2}/.test(marker) ? `<${marker}>` : marker)
const closing = (marker: Marker): string => (/^\w{2}/.test(marker) ? `</${marker}>` : marker)

/** What the next piece begins with; empty at the end. */
const firstCharacter = (next: Piece | undefined, { lineEnd }: Place): string => {
  switch (next?.kind) {
    case undefined:
      return ""
    case kindsOfPieces.text:
      return next.text[0] ?? ""
    case kindsOfPieces.code:
      return "`"
    case kindsOfPieces.raw:
      return next.markdown[0] ?? ""
    case kindsOfPieces.lineEnd:
      return lineEnd[0]!
    case kindsOfPieces.open:
      return opening(next.span.marker)[0]!
    case kindsOfPieces.close:
      return next.span.marker === "[" ? "]" : closing(next.span.marker)[0]!
  }
}

/** Whether nothing but ends of parts stands between here and the end of a word. */
const endsWord = (pieces: ReadonlyArray<Piece>, start: number): boolean => {
  let at = start
  while (isEdge(pieces[at]) && pieces[at]!.kind === kindsOfPieces.close) at += 1
  const next = pieces[at]
  return (
    next === undefined ||
    next.kind === kindsOfPieces.lineEnd ||
    (next.kind === kindsOfPieces.text && next.text[0] === " ")
  )
}
