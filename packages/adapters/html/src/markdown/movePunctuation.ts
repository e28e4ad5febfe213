/**
 * Moves punctuation out of parts beside words: `**"x"**y` ends no strong part, because a delimiter behind punctuation needs a space
 * or punctuation behind it, and `"**x**"y` does.
 */
import { type Beside, besideOf, flanks, leadingLength, trailingLength } from "./flanking.ts"
import { type Edge, isMark, kindsOfPieces, type Piece, type Span } from "./inlinePieces.ts"

/** One end of parts: the same is done at both, from the left and from the right. */
interface Side {
  readonly outer: typeof kindsOfPieces.open | typeof kindsOfPieces.close
  readonly movedLength: (text: string, isMoved: (one: Beside) => boolean) => number
  /** What leaves a text, and what stays of it. */
  readonly cut: (text: string, length: number) => readonly [string, string]
  readonly join: (outside: string, moved: string) => string
}

const left: Side = {
  outer: kindsOfPieces.open,
  movedLength: leadingLength,
  cut: (text, length) => [text.slice(0, length), text.slice(length)],
  join: (outside, moved) => outside + moved
}

const right: Side = {
  outer: kindsOfPieces.close,
  movedLength: trailingLength,
  cut: (text, length) => [text.slice(text.length - length), text.slice(0, text.length - length)],
  join: (outside, moved) => moved + outside
}

export const movePunctuation = (pieces: ReadonlyArray<Piece>): Array<Piece> =>
  move(move(swapLinks(pieces), left).reverse(), right).reverse()

const move = (pieces: ReadonlyArray<Piece>, side: Side): Array<Piece> => {
  const moved: Array<Piece> = []
  const isLeft = side.outer === kindsOfPieces.open
  const add = (text: string) => {
    const last = moved.at(-1)
    if (last?.kind === kindsOfPieces.text) last.text = side.join(last.text, text)
    else moved.push({ kind: kindsOfPieces.text, text })
  }
  /** Edges of marks that nothing stands behind yet. */
  let waiting: Array<Edge> = []
  for (const piece of pieces) {
    if (isMark(piece) && piece.kind === side.outer) {
      waiting.push(piece)
      continue
    }
    if (waiting.length > 0) {
      if (isMark(piece) && piece.span === waiting.at(-1)!.span) {
        // All that it marked has moved.
        waiting.pop()
        continue
      }
      if (piece.kind === kindsOfPieces.text) {
        let text = piece.text
        const spaces = side.movedLength(text, (one) => one === "space")
        if (spaces > 0) {
          const [out, stays] = side.cut(text, spaces)
          add(out)
          text = stays
        }
        if (text !== "" && !flanks(besideOf(moved.at(-1), isLeft), besideOf({ ...piece, text }, !isLeft))) {
          const marks = side.movedLength(text, (one) => one === "punctuation" || one === "symbol")
          const rest = side.cut(text, marks)[1]
          const length = marks + side.movedLength(rest, (one) => one === "space")
          const [out, stays] = side.cut(text, length)
          add(out)
          text = stays
        }
        if (text === "") continue
        for (const one of waiting) moved.push(one)
        waiting = []
        moved.push({ ...piece, text })
        continue
      }
      for (const one of waiting) moved.push(one)
      waiting = []
    }
    if (piece.kind === kindsOfPieces.text) add(piece.text)
    else moved.push(piece)
  }
  return moved
}

/** A link that is all of a strong part holds it instead, where words touch them: `a[**b**](/c)d`. */
const swapLinks = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const ends = new Map<Span, number>()
  pieces.forEach((piece, at) => {
    if (piece.kind === kindsOfPieces.close) ends.set(piece.span, at)
  })
  const swapped = pieces.slice()
  for (let at = 0; at < pieces.length; at += 1) {
    const link = pieces[at]!
    if (link.kind !== kindsOfPieces.open || link.span.marker !== "[") continue
    const end = ends.get(link.span)!
    let marks = 0
    while (isMark(pieces[at - marks - 1]) && isSame(pieces[at - marks - 1], pieces[end + marks + 1])) marks += 1
    if (marks === 0) continue
    const [start, stop] = [at - marks, end + marks]
    if (
      flanks(besideOf(pieces[start - 1], true), "punctuation") &&
      flanks(besideOf(pieces[stop + 1], false), "punctuation")
    )
      continue
    swapped[start] = link
    for (let mark = 0; mark < marks; mark += 1) {
      swapped[start + mark + 1] = pieces[start + mark]!
      swapped[end + mark] = pieces[end + mark + 1]!
    }
    swapped[stop] = pieces[end]!
  }
  return swapped
}

const isSame = (one: Piece | undefined, other: Piece | undefined): boolean =>
  isMark(one) && isMark(other) && one.span === other.span && one.kind !== other.kind
