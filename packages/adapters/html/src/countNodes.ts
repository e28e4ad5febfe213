/** What the tree of a page has at least, told without the tree: most of what a page costs that is refused for its nodes. */
import type { TreeAdapter } from "parse5"
import { makeTreeAdapter, type NodeCount, type PageElement, type PageNode, PageText, type Shape } from "./PageTree.ts"

/**
 * Counts as `makeTreeAdapter` does and keeps no node but those that are open: of the children of an element the last is known. A text
 * that may be a part of one before it is not counted, so that a tree never has fewer nodes than are counted here.
 */
export const makeCountingAdapter = (nodes: NodeCount): TreeAdapter<Shape> => {
  const adapter = makeTreeAdapter(nodes)
  /** Elements of which it is not known what stands last: that was taken away. */
  const unsure = new WeakSet<PageElement>()

  const putLast = (parent: PageElement, node: PageNode) => {
    parent.children = [node]
    node.parent = parent
    unsure.delete(parent)
  }

  return {
    ...adapter,
    appendChild: (parent, node) => {
      if (node !== null) putLast(parent, node)
    },
    setTemplateContent: (template, content) => putLast(template, content),
    insertBefore: (parent, node) => {
      if (node !== null) node.parent = parent
    },
    insertText: (parent, text) => {
      if (parent.children.at(-1) instanceof PageText || unsure.has(parent)) return
      putLast(parent, adapter.createTextNode(text))
    },
    insertTextBefore: () => {},
    detachNode: (node) => {
      const parent = node?.parent
      if (node === null || parent === null || parent === undefined) return
      if (parent.children[0] === node) {
        parent.children = []
        unsure.add(parent)
      }
      node.parent = null
    }
  }
}
