/** Lines of data were cut at so many characters once: that one goes on is no change. */
import type { DataLine, ExtractState } from "./Baseline.ts"
import { inOrder } from "./dataLines.ts"

const formerLength = 1_000

/** The earlier state with lines that go on now as they are now, where what was kept of them is how they begin. @internal */
export const withWholeLines = (before: ExtractState, { lines = [] }: ExtractState): ExtractState => {
  const wholes = new Map<string, Array<DataLine>>()
  for (const line of lines) {
    if (line.text.length <= formerLength) continue
    const beginning = line.text.slice(0, formerLength).toWellFormed()
    wholes.set(beginning, [...(wholes.get(beginning) ?? []), line])
  }
  const cut = new Set((before.lines ?? []).flatMap(({ text }) => (wholes.has(text) ? [text] : [])))
  if (cut.size === 0) return before
  const others = (before.lines ?? []).filter(({ text }) => !cut.has(text))
  return { ...before, lines: inOrder([...others, ...[...cut].flatMap((text) => wholes.get(text)!)]) }
}
