/** The most prose of one page that stands together, found without looking at names. */
import { isMain } from "../clutter.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { holdsTitle } from "./holdsTitle.ts"
import { against, comments, type Names, strong } from "./names.ts"
import { largestRun, type ProseRun } from "./proseRuns.ts"
import { Rivals } from "./rivals.ts"
import type { Stats } from "./stats.ts"

/** What holds less of the page's prose is one part of it among others. */
const minShare = 0.5

export interface MainRun {
  /** Siblings of one kind with all that is around them: names that speak against these say nothing. */
  readonly run: ReadonlySet<PageElement>
  /** More prose that is rightly named for what stands beside an article. */
  readonly beside: ReadonlyArray<PageElement>
}

const nothing: MainRun = { run: new Set(), beside: [] }

/**
 * The siblings of one kind that hold most of the page's prose; nothing when none hold half of it.
 *
 * **Details** What is named for what stands beside an article is left to its name where an article of its own paragraphs stands beside
 * it: then that is the run. Comments and notices of cookies are left where they are, however long, unless they hold the page's
 * title or are named for its layout: `layout-with-comments`.
 */
export const mainRun = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>,
  names: Names
): MainRun => {
  const best = runWithHalf(root, dropped, stats)
  if (best === undefined) return nothing
  const [rival, beside] = rivalOf(root, best, dropped, stats, names) ?? [best, []]
  const run = new Set<PageElement>()
  for (const part of rival.parts) if (!isReason(part, names)) run.add(part)
  if (run.size === 0) return nothing
  for (let around = rival.parts[0]!.parent; around !== null; around = around.parent) {
    if (isReason(around, names)) return { ...nothing, beside }
    run.add(around)
  }
  return { run, beside }
}

/** Of all that stands side by side, no more than one holds more than half: boxes that hold as much lead to it. */
const runWithHalf = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>
): ProseRun | undefined => {
  const half = (stats.get(root)?.prose ?? 0) * minShare
  let best: ProseRun | undefined
  for (let at: PageElement | undefined = root; at !== undefined; at = holderIn(at, half, stats))
    best = largestRun(at, (child) => dropped.has(child), stats, best?.prose ?? half) ?? best
  return best
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

/** The article beside what its names are right about, and that; nothing where no name speaks against the run. */
const rivalOf = (
  root: PageElement,
  best: ProseRun,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>,
  names: Names
): readonly [ProseRun, ReadonlyArray<PageElement>] | undefined => {
  const path: Array<ReadonlyArray<PageElement>> = [best.parts]
  for (let at = best.parts[0]!.parent; at !== null && at !== root; at = at.parent) path.push([at])
  if (!path.some(([box]) => isNamedAgainst(box!, names))) return undefined
  const rivals = new Rivals(dropped, stats, names)
  for (const boxes of path.reverse()) {
    const [box] = boxes
    rivals.lookAround(boxes)
    if (!isNamedAgainst(box!, names) || boxes.some(holdsTitle)) continue
    const rival = rivals.besides(best, (names.of(box!) & comments) !== 0)
    if (rival !== undefined) return [rival, boxes]
  }
  return undefined
}

const isNamedAgainst = (element: PageElement, names: Names): boolean =>
  (names.of(element) & against) !== 0 && !isMain(element)

/** Whether the names of an element are a reason to leave out all that it holds. */
const isReason = (element: PageElement, names: Names): boolean =>
  (names.of(element) & (comments | strong)) !== 0 &&
  !layout.test(` ${attributeOf(element, "class") ?? ""} ${attributeOf(element, "id") ?? ""}`) &&
  !holdsTitle(element)

const layout = /[\s_-](?:layout|with|has|grid|columns?|page|template|theme|enabled)(?:$|[\s_-])/i
