/** Which marks a renderer would pair otherwise than they are meant: the rules of CommonMark for delimiters, on pieces. */
import { besideOf, delimiterOf, flanks, mayFlank } from "./flanking.ts"
import { type Edge, isDelimiter, isEdge, kindsOfPieces, type Piece, type Span } from "./inlinePieces.ts"

/** Delimiters side by side that are read as one, of which some start parts. */
interface Run {
  readonly delimiter: string
  /** All that it was made of, which counts in the rule of three. */
  readonly length: number
  readonly canClose: boolean
  readonly opens: Array<Edge>
}

/** More that wait to be ended are in no line that somebody wrote: parts do not stand inside their like. */
const maxWaiting = 64

export const misreadMarks = (pieces: ReadonlyArray<Piece>): ReadonlySet<Span> => {
  const misread = new Set<Span>()
  const fail = (edges: ReadonlyArray<Edge>) => {
    for (const { span } of edges) misread.add(span)
  }
  let waiting: Array<Run> = []
  /** Runs that wait outside of the links around. */
  const outside: Array<Array<Run>> = []

  const readRun = (edges: ReadonlyArray<Edge>, before: Piece | undefined, after: Piece | undefined) => {
    const delimiter = delimiterOf(edges[0])
    const [behind, ahead] = [besideOf(before, true), besideOf(after, false)]
    const closes = edges.filter(({ kind }) => kind === kindsOfPieces.close)
    const opens = edges.filter(({ kind }) => kind === kindsOfPieces.open)
    const isWordy = delimiter === "_"
    const canOpen = flanks(behind, ahead) && !(isWordy && mayFlank(ahead, behind) && behind !== "punctuation")
    const canClose = flanks(ahead, behind) && !(isWordy && mayFlank(behind, ahead) && ahead !== "punctuation")
    const mayClose = mayFlank(ahead, behind)
    const length = lengthOf(edges)
    let left = length
    if (!canClose) fail(closes)
    while (left > 0 && mayClose) {
      const found = waiting.findLastIndex(
        (run) =>
          run.delimiter === delimiter &&
          (delimiter === "~" ||
            !((run.canClose || mayFlank(behind, ahead)) && (run.length + length) % 3 === 0) ||
            (run.length % 3 === 0 && length % 3 === 0))
      )
      if (found < 0) break
      for (const run of waiting.splice(found + 1)) fail(run.opens)
      const opened = waiting[found]!.opens.pop()!
      const hasMore = waiting[found]!.opens.length > 0
      if (!hasMore) waiting.pop()
      const closed = closes.shift()
      if (closed?.span !== opened.span) fail([opened, ...(closed === undefined ? opens : [closed])])
      // Two are read together where both sides have two.
      else if (opened.span.marker.length === 1 && left > 1 && hasMore) fail([opened])
      left -= opened.span.marker.length
    }
    fail(closes)
    if (opens.length === 0) return
    if (canOpen && waiting.length < maxWaiting) waiting.push({ delimiter, length, canClose: mayClose, opens })
    else fail(opens)
  }

  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at]!
    if (!isEdge(piece)) continue
    if (piece.span.marker === "[") {
      if (piece.kind === kindsOfPieces.open) {
        outside.push(waiting)
        waiting = []
      } else {
        for (const run of waiting) fail(run.opens)
        waiting = outside.pop() ?? []
      }
      continue
    }
    if (!isDelimiter(piece)) continue
    const edges = [piece]
    const start = at
    for (let next = pieces[at + 1]; isEdge(next) && delimiterOf(next) === delimiterOf(piece); next = pieces[at + 1]) {
      edges.push(next)
      at += 1
    }
    readRun(edges, pieces[start - 1], pieces[at + 1])
  }
  for (const run of waiting) fail(run.opens)
  return misread
}

const lengthOf = (edges: ReadonlyArray<Edge>): number =>
  edges.reduce((length, { span }) => length + span.marker.length, 0)
