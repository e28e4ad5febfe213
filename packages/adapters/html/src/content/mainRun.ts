/** The most prose of one page that stands together, found without looking at names. */
import { attributeOf, PageElement } from "../PageTree.ts"
import { comments, type Names, strong } from "./names.ts"
import type { Stats } from "./stats.ts"

/** What holds less of the page's prose is one part of it among others. */
const minShare = 0.5

/** Fewer paragraphs are no article yet. */
const minParts = 3

/** A part that is mostly links leads away. */
const maxLinks = 0.3

/**
 * The siblings of one kind that hold most of the page's prose, with all that is around them; nothing when none hold half of it.
 *
 * **Details** Comments and notices of cookies are left where they are, however long, unless they hold the page's title or are named
 * for its layout: `layout-with-comments`.
 */
export const mainRun = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>,
  names: Names
): ReadonlySet<PageElement> => {
  const half = (stats.get(root)?.prose ?? 0) * minShare
  let best: ReadonlyArray<PageElement> = []
  let most = half
  // Of all that stands side by side, no more than one holds more than half.
  for (let at: PageElement | undefined = root; at !== undefined; at = holderIn(at, half, stats)) {
    for (const parts of partsOf(at, dropped, stats)) {
      const sum = parts.reduce((total, part) => total + stats.get(part)!.prose, 0)
      if (parts.length < minParts || sum <= most) continue
      best = parts
      most = sum
    }
  }
  const run = new Set<PageElement>()
  for (const part of best) if (!isReason(part, names)) run.add(part)
  if (run.size === 0) return run
  for (let around = best[0]!.parent; around !== null; around = around.parent) {
    if (isReason(around, names)) return new Set()
    run.add(around)
  }
  return run
}

/** The child that holds more prose than so much. */
const holderIn = (
  parent: PageElement,
  least: number,
  stats: ReadonlyMap<PageElement, Stats>
): PageElement | undefined =>
  parent.children.find(
    (child): child is PageElement => child instanceof PageElement && (stats.get(child)?.prose ?? 0) > least
  )

/** Children with prose, by what they are and how they are named. */
const partsOf = (
  parent: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>
): Iterable<ReadonlyArray<PageElement>> => {
  const parts = new Map<string, Array<PageElement>>()
  for (const child of parent.children) {
    if (!(child instanceof PageElement) || dropped.has(child)) continue
    const inside = stats.get(child)
    if (inside === undefined || inside.prose === 0 || inside.linkDensity > maxLinks) continue
    const kind = `${child.name} ${attributeOf(child, "class") ?? ""}`
    const known = parts.get(kind)
    if (known === undefined) parts.set(kind, [child])
    else known.push(child)
  }
  return parts.values()
}

/** Whether the names of an element are a reason to leave out all that it holds. */
const isReason = (element: PageElement, names: Names): boolean =>
  (names.of(element) & (comments | strong)) !== 0 &&
  !layout.test(` ${attributeOf(element, "class") ?? ""} ${attributeOf(element, "id") ?? ""}`) &&
  !holdsTitle(element)

const layout = /[\s_-](?:layout|with|has|grid|columns?|page|template|theme|enabled)(?:$|[\s_-])/i

/** Elements looked at to find a title. */
const maxLooked = 300

/** Whether the title of the page stands in an element. */
export const holdsTitle = (element: PageElement): boolean => {
  let left = maxLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (at.name === "h1") return true
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return false
}
