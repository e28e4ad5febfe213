/** Articles beside a run of prose whose names speak against it. */
import { isMain } from "../clutter.ts"
import { PageElement } from "../PageTree.ts"
import { holdsTitle } from "./holdsTitle.ts"
import { against, type Names } from "./names.ts"
import { largestRun, type ProseRun } from "./proseRuns.ts"
import type { Stats } from "./stats.ts"

/** Where either is in doubt, an article has at least this share of the prose that it stands beside. */
const minShare = 0.25

/** Discussions and lists are often much longer than what they stand beside. */
const minShareOfLong = 0.05

/** Gathers the paragraphs on the way down to a run of prose, so that all of the page is looked at once. */
export class Rivals {
  private readonly dropped: ReadonlySet<PageElement>
  private readonly stats: ReadonlyMap<PageElement, Stats>
  private readonly names: Names
  private best: ProseRun | undefined
  /** Whether the best holds the title of the page or is marked as an article. */
  private isMarked = false

  constructor(dropped: ReadonlySet<PageElement>, stats: ReadonlyMap<PageElement, Stats>, names: Names) {
    this.dropped = dropped
    this.stats = stats
    this.names = names
  }

  /** Takes in what stands beside some children of one element. */
  lookAround(boxes: ReadonlyArray<PageElement>): void {
    const parent = boxes[0]!.parent
    if (parent === null) return
    const own = new Set(boxes)
    const isOut = (child: PageElement) => own.has(child) || this.isOut(child)
    const others = parent.children.filter((child) => child instanceof PageElement)
    this.take(
      largestRun(parent, isOut, this.stats, 0),
      others.some((child) => child.name === "h1" && !own.has(child))
    )
    for (const child of others) if (!isOut(child)) this.lookInside(child)
  }

  /** The article that can stand beside this run; where nothing marks it, the run must look like a list or a discussion. */
  besides({ areEntries, areItems, prose }: ProseRun, isDiscussion: boolean): ProseRun | undefined {
    if (this.isMarked && areEntries) return this.best
    if (!this.isMarked && !areEntries) return undefined
    const least = prose * (areItems || isDiscussion ? minShareOfLong : minShare)
    return (this.best?.prose ?? 0) >= least ? this.best : undefined
  }

  private lookInside(box: PageElement): void {
    const hasTitle = holdsTitle(box)
    const waiting = [box]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const found = largestRun(at, (child) => this.isOut(child), this.stats, 0)
      if (found !== undefined) this.take(found, hasTitle || isInArticle(at, box))
      for (const child of at.children) if (child instanceof PageElement && !this.isOut(child)) waiting.push(child)
    }
  }

  private isOut(element: PageElement): boolean {
    if (this.dropped.has(element) || (this.stats.get(element)?.prose ?? 0) === 0) return true
    return (this.names.of(element) & against) !== 0 && !isMain(element) && !holdsTitle(element)
  }

  private take(found: ProseRun | undefined, isMarked: boolean): void {
    if (found === undefined || found.areItems || (this.isMarked && !isMarked)) return
    if (isMarked === this.isMarked && found.prose <= (this.best?.prose ?? 0)) return
    this.best = found
    this.isMarked = isMarked
  }
}

const isInArticle = (element: PageElement, top: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    if (at.name === "article" || isMain(at)) return true
    if (at === top) return false
  }
  return false
}
