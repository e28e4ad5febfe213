/** What selectors leave of a page. */
import { html } from "parse5"
import { PageElement } from "./PageTree.ts"
import type { Matches } from "./Selectors.ts"

/**
 * The page without the regions to drop; with regions to keep, those alone, each once and in the order of the page.
 * Changes the tree.
 */
export const keepRegions = (
  root: PageElement,
  include: ReadonlyArray<Matches>,
  exclude: ReadonlyArray<Matches>
): PageElement => {
  if (include.length === 0 && exclude.length === 0) return root
  const kept: Array<PageElement> = []
  const dropped = new Set<PageElement>()
  // Selectors look at parents and siblings: nothing may change before all are matched.
  const visit = (parent: PageElement, isKept: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (!child.isRoot && exclude.some((matches) => matches(child))) {
        dropped.add(child)
        continue
      }
      const isRegion = !isKept && !child.isRoot && include.some((matches) => matches(child))
      if (isRegion) kept.push(child)
      visit(child, isKept || isRegion)
    }
  }
  visit(root, include.length === 0)
  drop(dropped)
  return include.length === 0 ? root : fragmentOf(kept)
}

/** Takes elements out of their tree. */
export const drop = (dropped: ReadonlySet<PageElement>): void => {
  const parents = new Set<PageElement>()
  for (const { parent } of dropped) if (parent !== null) parents.add(parent)
  for (const parent of parents) {
    const left = parent.children.filter((child) => !(child instanceof PageElement && dropped.has(child)))
    parent.children.splice(0)
    for (const child of left) parent.children.push(child)
  }
}

/** A root that holds these elements. */
export const fragmentOf = (elements: ReadonlyArray<PageElement>): PageElement => {
  const root = new PageElement("#fragment", html.NS.HTML, [], true)
  for (const element of elements) {
    root.children.push(element)
    element.parent = root
  }
  return root
}
