/**
 * Where on a page its running text is.
 *
 * **Details** Each paragraph gives points to what holds it: one, one for each comma, one for each hundred characters up to
 * three; all of it to its parent, half to the next, a sixth, a ninth and a twelfth further up. Elements start with points
 * for their kind and their names, and lose the share of their text that is links. The best one wins, or what holds
 * several good ones; its neighbours come with it when they read like it. This is how Readability of Arc90 and
 * Mozilla looks for articles.
 */
import { PageElement, type PageNode, PageText } from "../PageTree.ts"
import { type Names, widget } from "./names.ts"
import { countSelf, countText, isBlock, Stats } from "./stats.ts"

/** Shorter paragraphs give no points. */
const minParagraph = 25
const maxAncestors = 5
const maxCandidates = 5

export interface Article {
  /** In the order of the page. */
  readonly elements: ReadonlyArray<PageElement>
  /** The one that won. */
  readonly top: PageElement
}

interface Paragraph {
  readonly holder: PageElement
  readonly stats: Stats
}

const scored = new Set(["section", "h2", "h3", "h4", "h5", "h6", "p", "td", "pre"])

export const findArticle = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  names: Names,
  stats: Map<PageElement, Stats>
): Article | undefined => {
  const paragraphs: Array<Paragraph> = []
  measure(root, dropped, stats, paragraphs)
  const scores = score(paragraphs, names, stats)
  const ranked = [...scores]
    .map(([element, points]) => ({ element, points: points * (1 - stats.get(element)!.linkDensityBesideLists) }))
    .sort((one, other) => other.points - one.points)
  for (const { element, points } of ranked) scores.set(element, points)
  const best = ranked[0]
  if (best === undefined) return undefined
  const isIn = (element: PageElement) => stats.has(element)
  const top = climb(commonHolder(ranked.slice(0, maxCandidates), isIn) ?? best.element, scores, dropped, isIn)
  return { top, elements: top === root ? [top] : withNeighbours(top, scores, stats, names, dropped) }
}

/** Counts what is in each element. */
export const measurePage = (root: PageElement, dropped: ReadonlySet<PageElement>): Map<PageElement, Stats> => {
  const stats = new Map<PageElement, Stats>()
  measure(root, dropped, stats, [])
  return stats
}

/** Counts what is in each element, and lists its paragraphs: elements that hold text, and text beside blocks. */
const measure = (
  element: PageElement,
  dropped: ReadonlySet<PageElement>,
  all: Map<PageElement, Stats>,
  paragraphs: Array<Paragraph>
): Stats => {
  const stats = new Stats()
  const isDiv = element.name === "div"
  let holdsBlock = false
  let run: Stats | undefined
  const endRun = () => {
    if (run !== undefined && run.text >= minParagraph && isDiv) paragraphs.push({ holder: element, stats: run })
    run = undefined
  }
  const count = paragraphs.length
  for (const child of element.children) {
    if (child instanceof PageText) {
      const own = new Stats()
      countText(child, own)
      stats.add(own)
      if (isDiv && own.text > 0) {
        run ??= new Stats()
        run.add(own)
      }
      continue
    }
    if (dropped.has(child)) continue
    const inside = measure(child, dropped, all, paragraphs)
    stats.add(inside)
    if (isBlock(child)) {
      holdsBlock = true
      endRun()
    } else if (isDiv) {
      run ??= new Stats()
      run.add(inside)
    }
  }
  if (isDiv) {
    if (holdsBlock) endRun()
    // A plain box around text is its paragraph: what holds it is its parent.
    else if (paragraphs.length === count && element.parent !== null && stats.text >= minParagraph) {
      paragraphs.push({ holder: element.parent, stats })
    }
  } else if (scored.has(element.name) && element.parent !== null && stats.text >= minParagraph) {
    paragraphs.push({ holder: element.parent, stats })
  }
  countSelf(element, stats)
  all.set(element, stats)
  return stats
}

const score = (
  paragraphs: ReadonlyArray<Paragraph>,
  names: Names,
  stats: ReadonlyMap<PageElement, Stats>
): Map<PageElement, number> => {
  const scores = new Map<PageElement, number>()
  for (const { holder, stats: own } of paragraphs) {
    const points = 2 + own.commas + Math.min(Math.floor(own.text / 100), 3)
    let ancestor: PageElement | null = holder
    for (let level = 0; ancestor !== null && level < maxAncestors; level += 1, ancestor = ancestor.parent) {
      if (ancestor.isRoot || !stats.has(ancestor)) break
      const share = level === 0 ? 1 : level === 1 ? 2 : level * 3
      scores.set(ancestor, (scores.get(ancestor) ?? startOf(ancestor, names)) + points / share)
    }
  }
  return scores
}

const startOf = (element: PageElement, names: Names): number =>
  (kindPoints.get(element.name) ?? 0) + names.weight(element) - (names.of(element) & widget ? 25 : 0)

const kindPoints = new Map([
  ...["div"].map((name) => [name, 5] as const),
  ...["pre", "td", "blockquote"].map((name) => [name, 3] as const),
  ...["address", "ol", "ul", "dl", "dd", "dt", "li", "form"].map((name) => [name, -3] as const),
  ...["h1", "h2", "h3", "h4", "h5", "h6", "th"].map((name) => [name, -5] as const)
])

/** What holds the best one and at least two others nearly as good. */
const commonHolder = (
  ranked: ReadonlyArray<{ readonly element: PageElement; readonly points: number }>,
  isIn: (element: PageElement) => boolean
): PageElement | undefined => {
  const [best, ...rest] = ranked
  const good = rest.filter(({ points }) => points / best!.points >= 0.75).map(({ element }) => ancestorsOf(element))
  if (good.length < 3) return undefined
  for (const holder of ancestorsOf(best!.element)) {
    if (isPage(holder) || !isIn(holder)) return undefined
    if (good.filter((ancestors) => ancestors.includes(holder)).length >= 3) return holder
  }
  return undefined
}

const ancestorsOf = (element: PageElement): ReadonlyArray<PageElement> => {
  const ancestors: Array<PageElement> = []
  for (let at = element.parent; at !== null; at = at.parent) ancestors.push(at)
  return ancestors
}

/** Up to what holds more of the same text, and out of boxes that hold nothing else. */
const climb = (
  start: PageElement,
  scores: ReadonlyMap<PageElement, number>,
  dropped: ReadonlySet<PageElement>,
  isIn: (element: PageElement) => boolean
): PageElement => {
  let top = start
  let last = scores.get(top) ?? 0
  const least = last / 3
  for (let holder = top.parent; holder !== null && !isPage(holder) && isIn(holder); holder = holder.parent) {
    const points = scores.get(holder)
    if (points === undefined) continue
    if (points < least) break
    if (points > last) {
      top = holder
      break
    }
    last = points
  }
  // A row is no article: what stands around its table belongs to it.
  while (inTable.has(top.name) && top.parent !== null && isIn(top.parent) && !isPage(top.parent)) top = top.parent
  while (top.parent !== null && !isPage(top.parent) && isIn(top.parent) && elementsIn(top.parent, dropped).length === 1)
    top = top.parent
  return top
}

const inTable = new Set(["tr", "tbody", "thead", "tfoot", "table", "li", "ul", "ol"])

const isPage = (element: PageElement) => element.name === "body" || element.name === "html" || element.isRoot

const elementsIn = (element: PageElement, dropped: ReadonlySet<PageElement>): ReadonlyArray<PageElement> =>
  element.children.filter((child): child is PageElement => child instanceof PageElement && !dropped.has(child))

/** The elements beside the best one that read like it. */
const withNeighbours = (
  top: PageElement,
  scores: ReadonlyMap<PageElement, number>,
  stats: ReadonlyMap<PageElement, Stats>,
  names: Names,
  dropped: ReadonlySet<PageElement>
): ReadonlyArray<PageElement> => {
  if (top.parent === null || isPage(top)) return [top]
  const points = scores.get(top) ?? 0
  const least = Math.max(10, points * 0.2)
  const ownClass = classOf(top)
  return elementsIn(top.parent, dropped).filter((one) => {
    if (one === top) return true
    const bonus = ownClass !== "" && classOf(one) === ownClass ? points * 0.2 : 0
    const own = scores.get(one)
    if (own !== undefined && own + bonus >= least) return true
    const inside = stats.get(one)
    if (inside === undefined) return false
    // A paragraph in a box of its own: the first one, where a page sets it apart.
    if (one.name !== "p" && inside.paragraphs === 1 && inside.prose > inside.text * 0.9) return names.weight(one) >= 0
    if (one.name !== "p") return false
    if (inside.text > 80) return inside.linkDensity < 0.25
    return inside.text > 0 && inside.linked === 0 && endsSentence(one) && names.weight(one) >= 0
  })
}

const classOf = (element: PageElement) => element.attributes.find(({ name }) => name === "class")?.value ?? ""

const endsSentence = (element: PageElement): boolean => {
  const last: PageNode | undefined = element.children.at(-1)
  return last instanceof PageText ? /[.!?。！？](?:\s|$)/.test(last.text) : false
}
