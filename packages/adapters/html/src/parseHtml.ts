/** Markup to tree, as browsers build it. */
import { Parser } from "parse5"
import { flattenDepth } from "./flattenDepth.ts"
import { lexHtml } from "./lexHtml.ts"
import { makeTreeAdapter, type NodeCount, type PageElement } from "./PageTree.ts"

/** The tree of a page, without what scripts and styles say unless asked for. Throws past the limit of nodes. */
export const parseHtml = (page: string, nodes?: NodeCount, keepsScripts = false): PageElement => {
  const parser = new Parser({ treeAdapter: makeTreeAdapter(nodes) })
  lexHtml(normalized(page), parser, keepsScripts)
  flattenDepth(parser.document)
  return parser.document
}

/**
 * The standard reads every kind of line end as a line feed. NUL is an error it mostly drops, and half a surrogate pair
 * is no character: no store keeps either.
 */
export const normalized = (page: string): string => {
  const lines = page.includes("\r") ? page.replace(/\r\n?/g, "\n") : page
  const characters = lines.includes("\0") ? lines.replaceAll("\0", "") : lines
  return characters.toWellFormed()
}
