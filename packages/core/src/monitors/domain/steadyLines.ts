/** Stretches that were rewritten with another number of lines, while one of those lines flickers. */
import { hashOf, type Lines } from "./Lines.ts"
import { type Hunk, matchLines } from "./matchLines.ts"

/** Lines of a look that stand in the place of others. */
export interface Stretch {
  readonly lines: Lines
  readonly hunk: Hunk
}

/** Longer stretches are agreed on as a whole or not at all; steps of the search for the lines they share. */
const limits = { lines: 20_000, steps: 500_000 } as const

/** The parts of a stretch that all looks show, and those that only the first one does; null when they share less than half. */
export const steadyParts = (
  first: Stretch,
  others: ReadonlyArray<Stretch>
): { readonly steady: ReadonlyArray<Hunk>; readonly own: ReadonlyArray<Hunk> } | null => {
  const { end, from, start, to } = first.hunk
  const longest = Math.max(...[first, ...others].map(({ hunk }) => hunk.to - hunk.from))
  if (longest > limits.lines) return null
  const isSteady = new Uint8Array(to - from).fill(1)
  const numbers = new Map<number, number>()
  const numbered = ({ hunk, lines: { bytes, starts } }: Stretch) =>
    Int32Array.from({ length: hunk.to - hunk.from }, (_, index) => {
      const hash = hashOf(bytes, starts[hunk.from + index]!, starts[hunk.from + index + 1]! - 1)
      const number = numbers.get(hash) ?? numbers.size + 1
      numbers.set(hash, number)
      return number
    })
  const lines = numbered(first)
  for (const other of others) {
    for (const gone of matchLines(lines, numbered(other), limits.steps).hunks) isSteady.fill(0, gone.start, gone.end)
  }
  const count = isSteady.reduce((sum, one) => sum + one, 0)
  if (count === 0 || count * 2 < longest) return null
  const [steady, own]: [Array<Hunk>, Array<Hunk>] = [[], []]
  for (let line = 0, begin = 0; line < isSteady.length; line = begin) {
    while (begin < isSteady.length && isSteady[begin] === isSteady[line]) begin += 1
    const isFirst = isSteady[line] === 1 && steady.length === 0
    // What was there before went with the first part that came.
    const part = { start: isFirst ? start : end, end, from: from + line, to: from + begin }
    if (isSteady[line] === 1) steady.push(part)
    else own.push(part)
  }
  return { steady, own }
}
