/** Elements that stand in no page, for what is written about one. */
import { html } from "parse5"
import { PageElement, type PageNode, PageText } from "./PageTree.ts"

/** Moves the children in: they are no longer read where they stood. A string is text. */
export const makeElement = (
  name: string,
  children: ReadonlyArray<PageNode | string>,
  attributes: Readonly<Record<string, string>> = {}
): PageElement => {
  const told = Object.entries(attributes).map(([key, value]) => ({ name: key, value }))
  const made = new PageElement(name, html.NS.HTML, told, false)
  for (const child of children) append(made, typeof child === "string" ? new PageText(child) : child)
  return made
}

export const append = (parent: PageElement, child: PageNode): void => {
  child.parent = parent
  parent.children.push(child)
}

export const makeLink = (text: string, href: string | undefined): PageNode =>
  href === undefined ? new PageText(text) : makeElement("a", [text], { href })
