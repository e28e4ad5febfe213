/** Where a node stands among its siblings, of which a page may have hundreds of thousands. */
import type { PageElement, PageNode } from "./PageTree.ts"

const asked = new WeakMap<PageElement, number>()

/** The place of a child, or -1. Children are asked for in the order of the page, so that each is looked for from the last one on. */
export const placeIn = (parent: PageElement, child: PageNode): number => {
  const behind = parent.children.indexOf(child, asked.get(parent) ?? 0)
  const place = behind < 0 ? parent.children.indexOf(child) : behind
  asked.set(parent, Math.max(place, 0))
  return place
}
