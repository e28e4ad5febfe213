/** Markup to tree, as browsers build it. */
import { Parser } from "parse5"
import { flattenDepth } from "./flattenDepth.ts"
import { lexHtml } from "./lexHtml.ts"
import { makeTreeAdapter, type PageElement } from "./PageTree.ts"

/** The tree of a page. Throws `UnreadablePage` past the limit of nodes. */
export const parseHtml = (page: string): PageElement => {
  const parser = new Parser({ treeAdapter: makeTreeAdapter() })
  lexHtml(normalized(page), parser)
  flattenDepth(parser.document)
  return parser.document
}

/**
 * The standard reads every kind of line end as a line feed. NUL is an error it mostly drops, and half a surrogate pair
 * is no character: no store keeps either.
 */
const normalized = (page: string): string => {
  const lines = page.includes("\r") ? page.replace(/\r\n?/g, "\n") : page
  const characters = lines.includes("\0") ? lines.replaceAll("\0", "") : lines
  return characters.toWellFormed()
}
