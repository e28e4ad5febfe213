/** Markup to tree, as browsers build it. */

import { Parser, type Token, type TreeAdapterTypeMap } from "parse5"
import { makeCountingAdapter } from "./countNodes.ts"
import { flattenDepth } from "./flattenDepth.ts"
import { lexHtml } from "./lexHtml.ts"
import { normalized } from "./normalized.ts"
import { PageRefusal } from "./PageRefusal.ts"
import { makeTreeAdapter, maxAttributes, type NodeCount, type PageElement } from "./PageTree.ts"

/**
 * Elements that are open at once. Real pages have fewer than 50, and those that close nothing some thousands; each takes
 * half a kilobyte before the tree is made flat.
 */
const maxOpen = 100_000

/** Gives up on a page that opens elements without end, long before it has as many of them as a page may have. */
class BoundedParser<T extends TreeAdapterTypeMap> extends Parser<T> {
  override onStartTag(token: Token.TagToken) {
    // Cut here, where each tag comes by once, and to the length it has: a list that grew by `push` has room for 17.
    if (token.attrs.length > 0) token.attrs = token.attrs.slice(0, maxAttributes)
    super.onStartTag(token)
  }

  override onItemPush(...pushed: Parameters<Parser<T>["onItemPush"]>) {
    if (this.openElements.stackTop >= maxOpen) {
      const message = `The page has more than ${maxOpen} elements inside one another.`
      throw new PageRefusal({ reason: "too_complex", message })
    }
    super.onItemPush(...pushed)
  }
}

/** The tree of a page, without what scripts and styles say unless asked for. Throws past the limit of nodes. */
export const parseHtml = (page: string, nodes?: NodeCount, keepsScripts = false): PageElement => {
  const parser = new BoundedParser({ treeAdapter: makeTreeAdapter(nodes) })
  lexHtml(normalized(page), parser, keepsScripts)
  flattenDepth(parser.document)
  return parser.document
}

/**
 * Throws where the tree of a page that begins so has more nodes than are counted, or more of them inside one another: the same that
 * reading the whole page throws. Nodes that the end of the beginning makes, such as the text of a script that goes on, are some few.
 */
export const checkBeginning = (beginning: string, nodes: NodeCount): void => {
  lexHtml(normalized(beginning), new BoundedParser({ treeAdapter: makeCountingAdapter(nodes) }), true)
}
