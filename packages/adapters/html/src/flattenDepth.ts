/** Keeps a tree from being deeper than browsers keep theirs. */
import { PageElement, type PageNode } from "./PageTree.ts"

/** Elements inside one another. Real pages have fewer than 50; Chromium stops at 512. */
export const maxDepth = 400

/**
 * Moves what lies deeper than `maxDepth` up beside its ancestor at that depth, in document order.
 *
 * **Details** Forty thousand nested elements cost little to build, but matching `a b` looks at every ancestor of every
 * element, which is the square of the depth.
 */
export const flattenDepth = (root: PageElement): void => {
  const path: Array<PageElement> = [root]
  const positions = [0]
  while (path.length > 0) {
    const depth = path.length - 1
    const parent = path[depth]!
    const child = parent.children[positions[depth]!++]
    if (child === undefined) {
      path.pop()
      positions.pop()
    } else if (child instanceof PageElement && child.children.length > 0) {
      if (depth === maxDepth) {
        flattenChildren(parent)
        path.pop()
        positions.pop()
      } else {
        path.push(child)
        positions.push(0)
      }
    }
  }
}

/** Each child keeps what it has before its first element; the rest follows it. */
const flattenChildren = (parent: PageElement): void => {
  const waiting: Array<PageNode> = parent.children.splice(0).reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    parent.children.push(node)
    node.parent = parent
    if (!(node instanceof PageElement)) continue
    const first = node.children.findIndex((child) => child instanceof PageElement)
    if (first < 0) continue
    const moved = node.children.splice(first)
    for (let index = moved.length - 1; index >= 0; index -= 1) waiting.push(moved[index]!)
  }
}
