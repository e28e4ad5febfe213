/** Says in words what changed, without a model. */
import { clip, isolated, leftToRight, readable } from "./readable.ts"
import type { TextChange, ToldEdit } from "./TextChange.ts"

/** The readable parts of a change. */
export interface ChangeText {
  readonly title: string
  readonly summary: string
  readonly diff: string
  readonly beforeTextExcerpt: string
  readonly afterTextExcerpt: string
}

/** Longest name of a monitor in a title, and longest of what is said behind it, in characters. */
const titleLength = { name: 80, said: 110 } as const

/** Edits that a summary says. */
const mostSaid = 4

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

type Block = Exclude<ToldEdit, { readonly _tag: "Changed" }>

const verbs = { Added: "added", Removed: "removed", Moved: "moved" } as const

const blockTitle = ({ _tag, count, isSection, lines, names }: Block): string => {
  const name = isolated(names[0] ?? "")
  if (isSection) return `${name}: section ${verbs[_tag]}`
  const others =
    count > 1 ? ` and ${count - 1} more` : lines > 1 && count === 1 && names.length === 0 ? ` (${lines} lines)` : ""
  return `${_tag}: ${name}${others}`
}

/** Longest line that is said whole, in characters. */
const wholeLength = 32

type Changed = Extract<ToldEdit, { readonly _tag: "Changed" }>

/** "Out of" and "In" say little without the stock behind them. */
const wordsOf = ({ quotes, words }: Changed): Changed["words"] => {
  const [first] = words
  const isWhole =
    words.length === 1 &&
    first !== undefined &&
    first.before !== "" &&
    first.after !== "" &&
    !/\d/.test(first.before + first.after) &&
    Math.max(quotes.before.length, quotes.after.length) <= wholeLength &&
    quotes.before.startsWith(first.before) &&
    quotes.after.startsWith(first.after)
  return isWhole ? [quotes] : words
}

const editTitle = (edit: ToldEdit): string => {
  if (edit._tag !== "Changed") return blockTitle(edit)
  const about = edit.about === null ? "" : `${isolated(edit.about)}: `
  const [first, second, ...more] = wordsOf(edit)
  if (first === undefined) return `${about}only spaces or signs that nobody sees differ`
  const said = [first, ...(second === undefined ? [] : [second])].map(
    ({ after, before }) => `${isolated(before)} → ${isolated(after)}`
  )
  return about + said.join(", ") + (more.length > 0 ? ` and ${more.length} more` : "")
}

/** Between the names that lead to a value of data, and its row. */
const within = " › "

const nameOf = (edit: ToldEdit): string => (edit._tag === "Changed" ? "" : (edit.names[0] ?? ""))

/** A row that came or went whole, each line of it told by itself: "plans › Team", and its price. */
const isOneRow = ([first, ...parts]: ReadonlyArray<ToldEdit>): boolean =>
  first !== undefined &&
  first._tag !== "Changed" &&
  nameOf(first).includes(within) &&
  parts.every((part) => part._tag === first._tag && nameOf(part).startsWith(nameOf(first) + within))

/** How many of each kind, when they are too many to be named. */
const countsTitle = ({ counts, edits, isMore }: TextChange): string => {
  const abouts = edits.map((edit) => (edit._tag === "Changed" ? null : edit.about))
  const heading = abouts.find((about) => about !== null) ?? null
  const parts = (["added", "removed"] as const).filter((kind) => counts[kind] > 0)
  const said = [...parts.map((kind) => `${counts[kind]} ${kind}`), ...(isMore ? ["and more"] : [])].join(", ")
  return heading === null ? said : `${isolated(heading)}: ${said}`
}

const countOf = (edit: ToldEdit): number => (edit._tag === "Changed" || edit._tag === "Moved" ? 1 : edit.count)

/** What happened, on one line. */
export const headlineOf = (change: TextChange): string => {
  const { counts, edits, isMore, isRewritten } = change
  const [first, second] = edits
  if (first === undefined) return "Changed"
  const all = counts.changed + counts.added + counts.removed + counts.moved
  if (isRewritten) return leftToRight(`Most of it is new: ${isolated(clip(newest(change), 60))}`)
  const title = editTitle(first)
  const told = isOneRow(edits) ? edits.reduce((sum, edit) => sum + countOf(edit), 0) : countOf(first)
  if (all === told && !isMore) return leftToRight(title)
  const isList = counts.changed === 0 && counts.moved === 0
  // Lines of data name their rows themselves, and the line above them is another one.
  if (isList && all > 2 && !nameOf(first).includes(within)) return leftToRight(countsTitle(change))
  if (second !== undefined && all === told + countOf(second) && !isMore) {
    const both = `${title}; ${editTitle(second)}`
    if (both.length <= titleLength.said) return leftToRight(both)
  }
  return leftToRight(`${title} and ${isMore ? "much" : all - told} more`)
}

const newest = ({ added, edits }: TextChange): string => {
  const block = edits.find(({ _tag }) => _tag === "Added")
  return block?._tag === "Added" ? (block.names[0] ?? "") : readable(added.excerpt)
}

const quoted = (text: string): string => `"${isolated(text)}"`

/** Whether a quote begins with a name: "plans › Solo › price: 5" says itself what it is about, and "Process: 3" is not about "Pro". */
const beginsWith = (quote: string, name: string): boolean => {
  if (name.endsWith("…")) return quote.startsWith(name.slice(0, -1))
  return quote.startsWith(name) && !/^[\p{L}\p{M}\p{N}]/v.test(quote.slice(name.length))
}

const saysItself = ({ after, before }: { readonly before: string; readonly after: string }, name: string): boolean =>
  beginsWith(before, name) && beginsWith(after, name)

/** An edit in a sentence; what it is about is said where it is one of several that does not say so itself, and otherwise by the title. */
const saidOf = (edit: ToldEdit, isOne: boolean): string => {
  if (edit._tag === "Changed") {
    const { about: name, quotes } = edit
    const about = isOne || name === null || saysItself(quotes, name) ? "" : ` (${isolated(name)})`
    if (edit.words.length === 0) return `Only spaces or signs that nobody sees differ in ${quoted(edit.quotes.after)}.`
    return `Changed ${quoted(edit.quotes.before)} to ${quoted(edit.quotes.after)}${about}.`
  }
  const { count, lines, quotes } = edit
  const rest = count > 1 ? count - quotes.length : lines - quotes.length
  const more = rest > 0 ? ` and ${count > 1 ? `${rest} more` : `${counted(rest, "line", "lines")} more`}` : ""
  return `${edit._tag} ${quotes.map(quoted).join(", ")}${more}.`
}

/** What happened, in sentences. */
export const summaryOf = (change: TextChange): string => {
  const { counts, edits } = change
  const said = edits.slice(0, mostSaid)
  const all = counts.changed + counts.added + counts.removed + counts.moved
  const told = said.reduce((sum, edit) => sum + countOf(edit), 0)
  return [
    ...said.map((edit) => saidOf(edit, all === 1)),
    ...(change.isMore
      ? ["Much more differs."]
      : all > told
        ? [`${counted(all - told, "more thing differs", "more things differ")}.`]
        : []),
    ...(change.isCoarse ? ["So much differs that lines which only moved may be among them."] : []),
    ...(change.isDiffCut ? ["The diff shows the beginning of it."] : [])
  ].join(" ")
}

/** Title, summary, diff and excerpts of a change on the monitor called `name`. */
export const describeChange = (name: string, change: TextChange): ChangeText => ({
  title: `${clip(name, titleLength.name)} – ${headlineOf(change)}`,
  summary: summaryOf(change),
  diff: change.diff,
  beforeTextExcerpt: change.removed.excerpt,
  afterTextExcerpt: change.added.excerpt
})
