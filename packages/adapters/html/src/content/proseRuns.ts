/** Paragraphs that stand side by side. */
import { attributeOf, PageElement } from "../PageTree.ts"
import type { Stats } from "./stats.ts"

export interface ProseRun {
  readonly parts: ReadonlyArray<PageElement>
  readonly prose: number
  /** Whether each is short and stands in a list or leads away: a sidebar, and no paragraphs. */
  readonly areItems: boolean
  /** Whether each is such an item or has a line of its own, as a comment has its author. */
  readonly areEntries: boolean
}

/** Fewer paragraphs are no article yet. */
const minParts = 3

/** A part that is mostly links leads away. */
const maxLinks = 0.3

/** Items of lists and teasers with no more prose than this are no paragraphs. */
const maxItem = 250

/** The children of one kind that hold the most prose, more than `least`, but for those that are out. */
export const largestRun = (
  parent: PageElement,
  isOut: (child: PageElement) => boolean,
  stats: ReadonlyMap<PageElement, Stats>,
  least: number
): ProseRun | undefined => {
  let best: ProseRun | undefined
  for (const parts of partsOf(parent, isOut, stats)) {
    const prose = parts.reduce((total, part) => total + stats.get(part)!.prose, 0)
    if (parts.length >= minParts && prose > (best?.prose ?? least)) best = runOf(parts, prose, stats)
  }
  return best
}

const runOf = (parts: ReadonlyArray<PageElement>, prose: number, stats: ReadonlyMap<PageElement, Stats>): ProseRun => ({
  parts,
  prose,
  areItems: parts.every((part) => isItem(part, stats.get(part)!)),
  areEntries: parts.every((part) => isEntry(part, stats.get(part)!))
})

/** Children with prose, by what they are and how they are named. */
const partsOf = (
  parent: PageElement,
  isOut: (child: PageElement) => boolean,
  stats: ReadonlyMap<PageElement, Stats>
): Iterable<ReadonlyArray<PageElement>> => {
  const parts = new Map<string, Array<PageElement>>()
  for (const child of parent.children) {
    if (!(child instanceof PageElement) || isOut(child)) continue
    const inside = stats.get(child)
    if (inside === undefined || inside.prose === 0 || inside.linkDensity > maxLinks) continue
    const kind = `${child.name} ${attributeOf(child, "class") ?? ""}`
    const known = parts.get(kind)
    if (known === undefined) parts.set(kind, [child])
    else known.push(child)
  }
  return parts.values()
}

/** Whether it is an item of a list, or a teaser: a link with a few words about where it leads. */
const isItem = ({ name }: PageElement, { linked, prose, text }: Stats): boolean =>
  prose <= maxItem && (name === "li" || (linked > 0 && text > prose))

const isEntry = (element: PageElement, inside: Stats): boolean =>
  inside.text > inside.prose + inside.headed || isItem(element, inside)
