/** What a line of Markdown is made of, before it is written: marks are decided on these, and not on what is written. */

/** How a part is set off: `_` and the names of elements stand in where asterisks would not be read as what they are. */
export type Marker = "**" | "*" | "_" | "~~" | "[" | "strong" | "em" | "del"

/** A part that is strong, emphasized, deleted or a link. */
export interface Span {
  marker: Marker
  /** Where a link leads; empty for other parts. */
  readonly url: string
}

export const kindsOfPieces = { text: 0, code: 1, raw: 2, lineEnd: 3, open: 4, close: 5 } as const

export interface Text {
  readonly kind: typeof kindsOfPieces.text
  text: string
}

export interface Code {
  readonly kind: typeof kindsOfPieces.code
  text: string
}

/** Markdown that is written as it is: it begins and ends with punctuation. */
export interface Raw {
  readonly kind: typeof kindsOfPieces.raw
  readonly markdown: string
}

export interface LineEnd {
  readonly kind: typeof kindsOfPieces.lineEnd
}

/** Where a part starts or ends. */
export interface Edge {
  readonly kind: typeof kindsOfPieces.open | typeof kindsOfPieces.close
  readonly span: Span
}

export type Piece = Text | Code | Raw | LineEnd | Edge

export const isEdge = (piece: Piece | undefined): piece is Edge =>
  piece !== undefined && (piece.kind === kindsOfPieces.open || piece.kind === kindsOfPieces.close)

/** An edge of a part that is no link. */
export const isMark = (piece: Piece | undefined): piece is Edge => isEdge(piece) && piece.span.marker !== "["

/** An edge that is written with the characters of delimiters, and not as an element. */
export const isDelimiter = (piece: Piece | undefined): piece is Edge =>
  isMark(piece) && /^[*_~]/.test(piece.span.marker)
