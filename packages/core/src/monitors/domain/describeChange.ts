/** Says in words what changed, without a model. */
import { excerptMaxLength } from "./Change.ts"
import { type TextChange, textChange } from "./Diff.ts"

/** The readable parts of a change. */
export interface ChangeText {
  readonly title: string
  readonly summary: string
  readonly diff: string
  readonly beforeTextExcerpt: string
  readonly afterTextExcerpt: string
}

/** Longest line quoted in a summary, and how many are quoted of each side. */
const quote = { length: 160, lines: 3 } as const

const shorten = (text: string, length: number): string => {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  // Half of a surrogate pair is not text.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

const count = (lines: number): string => `${lines} ${lines === 1 ? "line" : "lines"}`

const quoted = (lines: ReadonlyArray<string>): string =>
  lines
    .slice(0, quote.lines)
    .map((line) => `"${shorten(line.trim(), quote.length)}"`)
    .join(", ") + (lines.length > quote.lines ? ` and ${count(lines.length - quote.lines)} more` : "")

const summaryOf = ({ addedLines, removedLines }: TextChange): string => {
  if (addedLines.length === 1 && removedLines.length === 1) {
    return `Changed ${quoted(removedLines)} to ${quoted(addedLines)}.`
  }
  const removed = removedLines.length === 0 ? [] : [`Removed ${quoted(removedLines)}.`]
  const added = addedLines.length === 0 ? [] : [`Added ${quoted(addedLines)}.`]
  return [...removed, ...added].join(" ")
}

const titleOf = (name: string, { addedLines, removedLines }: TextChange): string => {
  const parts = [
    ...(addedLines.length > 0 ? [`${count(addedLines.length)} added`] : []),
    ...(removedLines.length > 0 ? [`${count(removedLines.length)} removed`] : [])
  ]
  return `${shorten(name, 120)}: ${parts.join(", ")}`
}

/** Title, summary, diff and excerpts of the change from `before` to `after` on the monitor called `name`. */
export const describeChange = (name: string, before: string, after: string): ChangeText => {
  const change = textChange(before, after)
  return {
    title: titleOf(name, change),
    summary: summaryOf(change),
    diff: change.diff,
    beforeTextExcerpt: shorten(change.removedLines.join("\n"), excerptMaxLength),
    afterTextExcerpt: shorten(change.addedLines.join("\n"), excerptMaxLength)
  }
}
