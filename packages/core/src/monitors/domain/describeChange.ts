/** Says in words what changed, without a model. */
import type { SideOfChange, TextChange } from "./TextChange.ts"
import { shorten } from "./tellChange.ts"

/** The readable parts of a change. */
export interface ChangeText {
  readonly title: string
  readonly summary: string
  readonly diff: string
  readonly beforeTextExcerpt: string
  readonly afterTextExcerpt: string
}

/** Longest line quoted in a summary. */
const maxQuoteLength = 160

const count = (lines: number): string => `${lines} ${lines === 1 ? "line" : "lines"}`

const quoted = (side: SideOfChange): string =>
  side.lines.map((line) => `"${shorten(line.trim(), maxQuoteLength)}"`).join(", ") +
  (side.count > side.lines.length ? ` and ${count(side.count - side.lines.length)} more` : "")

const saidOf = ({ added, removed }: TextChange): ReadonlyArray<string> => {
  if (added.count === 1 && removed.count === 1) return [`Changed ${quoted(removed)} to ${quoted(added)}.`]
  return [
    ...(removed.count === 0 ? [] : [`Removed ${quoted(removed)}.`]),
    ...(added.count === 0 ? [] : [`Added ${quoted(added)}.`])
  ]
}

const summaryOf = (change: TextChange): string =>
  [
    ...saidOf(change),
    ...(change.isCoarse ? ["So much differs that lines which only moved may be among them."] : []),
    ...(change.isDiffCut ? ["The diff shows the beginning of it."] : [])
  ].join(" ")

const titleOf = (name: string, { added, removed }: TextChange): string => {
  const parts = [
    ...(added.count > 0 ? [`${count(added.count)} added`] : []),
    ...(removed.count > 0 ? [`${count(removed.count)} removed`] : [])
  ]
  return `${shorten(name, 120)}: ${parts.join(", ")}`
}

/** Title, summary, diff and excerpts of a change on the monitor called `name`. */
export const describeChange = (name: string, change: TextChange): ChangeText => ({
  title: titleOf(name, change),
  summary: summaryOf(change),
  diff: change.diff,
  beforeTextExcerpt: change.removed.excerpt,
  afterTextExcerpt: change.added.excerpt
})
