/** Where a node stands among its siblings, of which a page may have hundreds of thousands. */
import type { Spend } from "./elementTests.ts"
import type { PageElement, PageNode } from "./PageTree.ts"

const asked = new WeakMap<PageElement, number>()

/** The place of a child, or -1. Children are asked for in the order of the page, so that each is looked for from the last one on. */
export const placeIn = (parent: PageElement, child: PageNode, spend?: Spend): number => {
  const from = asked.get(parent) ?? 0
  const behind = parent.children.indexOf(child, from)
  const place = behind < 0 ? parent.children.indexOf(child) : behind
  spend?.((behind < 0 ? parent.children.length - from + place : place - from) / 32)
  asked.set(parent, Math.max(place, 0))
  return place
}
