/** The card that a line stands in, from the cards like it: each has a line that says the same of another thing. */
import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { valuesOf } from "./values.ts"

/** How far the same line of the next card may be. */
const farthest = 14

/** Longer lines are prose, and of no card. */
const longest = 90

/** A line without its values and states: "12,99 € im Monat" and "7,99 € im Monat" are one; none of a line that has none. */
const templateOf = (line: string): string | undefined => {
  if (line.length > longest || line === "") return undefined
  const parts = [...valuesOf(line).map(({ from, kind, to }) => ({ from, to, kind: kind as string })), ...statesOf(line)]
  if (parts.length === 0) return undefined
  let template = line
  for (const { from, kind, to } of parts.toSorted((one, other) => other.from - one.from)) {
    if (to <= template.length) template = `${template.slice(0, from)}<${kind}>${template.slice(to)}`
  }
  return template.toLowerCase()
}

const statesOf = (line: string) =>
  statusesOf(line).map(({ family, from, to }) => ({ from, to, kind: family as string }))

/** Lines of the card above the line at `at`; none where no other card is near. */
export const cardAbove = (lines: ReadonlyArray<string>, at: number): ReadonlyArray<string> => {
  const own = templateOf(lines[at] ?? "")
  if (own === undefined) return []
  const isLike = (index: number) => templateOf(lines[index] ?? "") === own
  const distance = (way: -1 | 1): number | undefined => {
    for (let by = 1; by <= farthest; by++) {
      const index = at + way * by
      if (index < 0 || index >= lines.length) return undefined
      if (isLike(index)) return by
    }
    return undefined
  }
  const [up, down] = [distance(-1), distance(1)]
  // Lists of the same line under each other are no cards.
  if (up === 1 || down === 1) return []
  const size = Math.min(up ?? Number.POSITIVE_INFINITY, down ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(size) ? lines.slice(Math.max(0, at - size + 1), at) : []
}
