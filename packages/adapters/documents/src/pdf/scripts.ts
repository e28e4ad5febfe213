/** Letters that stand above or below their line: 10⁶ is not 106. */
import type { Piece } from "./Piece.ts"

export type Script = "sup" | "sub"

/** Longer text that is smaller and higher is no exponent and no mark of a note. */
const longestScript = 12

/** The pieces of a page with its scripts on the line of what they stand beside, so that they are read with it, and named. */
export const withScripts = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  /** The last piece that is none. */
  let line: Piece | undefined
  return pieces.map((piece, at) => {
    const [before, next] = [pieces[at - 1], pieces[at + 1]]
    const isAfter = before !== undefined && line !== undefined && isClose(before, piece)
    const after = isAfter ? scriptOf(piece, line!) : undefined
    const script = after ?? (next !== undefined && isClose(piece, next) ? scriptOf(piece, next) : undefined)
    const own = after === undefined ? next : line
    if (script === undefined || own === undefined) {
      line = piece
      return piece
    }
    return { ...piece, script, baseline: own.baseline }
  })
}

const isClose = (one: Piece, other: Piece): boolean =>
  Math.abs(other.left - one.right) < Math.max(one.size, other.size) * 0.4

const scriptOf = (piece: Piece, line: Piece): Script | undefined => {
  const share = piece.size / line.size
  if (share > 0.87 || share < 0.4 || piece.text.trim().length > longestScript) return undefined
  const raised = (line.baseline - piece.baseline) / line.size
  if (raised > 0.18 && raised < 0.8) return "sup"
  return raised < -0.06 && raised > -0.6 ? "sub" : undefined
}
