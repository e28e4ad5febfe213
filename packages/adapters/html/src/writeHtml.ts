/** A tree as markup. */
import { html } from "parse5"
import { type PageElement, type PageNode, PageText } from "./PageTree.ts"

const empty = new Set(
  "area base basefont bgsound br col embed frame hr img input link meta param source track wbr".split(" ")
)
const raw = new Set("style script xmp iframe noembed noframes plaintext noscript".split(" "))
const losesLine = new Set(["pre", "textarea", "listing"])

/** The markup of an element itself, or of what a root holds. A whole document starts with its doctype. */
export const writeHtml = (node: PageElement): string => {
  const isDocument = node.name === "#document"
  return (isDocument ? "<!DOCTYPE html>" : "") + write(node)
}

const write = (element: PageElement): string => {
  if (element.isRoot) return writeAll(element.children)
  let markup = `<${element.name}`
  for (const { name, prefix, value } of element.attributes) {
    markup += ` ${prefix === undefined || prefix === "" ? name : `${prefix}:${name}`}="${escapeValue(value)}"`
  }
  markup += ">"
  const isHtml = element.namespace === html.NS.HTML
  if (isHtml && empty.has(element.name)) return markup
  if (isHtml && raw.has(element.name)) markup += writeRaw(element.children)
  else {
    const first = element.children[0]
    // A parser drops the first line end inside these.
    if (isHtml && losesLine.has(element.name) && first instanceof PageText && first.text.startsWith("\n"))
      markup += "\n"
    markup += writeAll(element.children)
  }
  return `${markup}</${element.name}>`
}

const writeAll = (nodes: ReadonlyArray<PageNode>): string => {
  let markup = ""
  for (const node of nodes) markup += node instanceof PageText ? escapeText(node.text) : write(node)
  return markup
}

const writeRaw = (nodes: ReadonlyArray<PageNode>): string => {
  let text = ""
  for (const node of nodes) text += node instanceof PageText ? node.text : write(node)
  return text
}

const inText = /[&<>\u00a0]/g
const inValue = /[&"<>\u00a0]/g

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\u00a0": "&nbsp;"
}

const escapeText = (text: string) => text.replace(inText, (character) => references[character]!)

const escapeValue = (value: string) => value.replace(inValue, (character) => references[character]!)
