/** A tree as markup. */
import { html } from "parse5"
import { PageRefusal } from "./PageRefusal.ts"
import { type PageElement, type PageNode, PageText } from "./PageTree.ts"
import { partsOf } from "./partsOf.ts"

/** Characters of the markup of one page, which is read up to 20 MB: one of ampersands alone would be five times as long. */
export const maxHtmlLength = 32_000_000

const empty = new Set(
  "area base basefont bgsound br col embed frame hr img input link meta param source track wbr".split(" ")
)
const raw = new Set("style script xmp iframe noembed noframes plaintext noscript".split(" "))
const losesLine = new Set(["pre", "textarea", "listing"])

/** The markup of an element itself, or of what a root holds. A whole document starts with its doctype. Throws past the limit. */
export const writeHtml = (node: PageElement): string => {
  const markup = markupWithin(node, maxHtmlLength)
  if (markup !== undefined) return markup
  throw new PageRefusal({
    reason: "too_complex",
    message: `The page makes more than ${maxHtmlLength} characters of HTML.`
  })
}

/** The same; undefined where it is longer than that. */
export const markupWithin = (node: PageElement, most: number): string | undefined => {
  const writing = new Writing(most)
  if (node.name === "#document") writing.add("<!DOCTYPE html>")
  writing.node(node)
  return writing.isTooLong ? undefined : writing.markup
}

class Writing {
  markup = ""
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get isTooLong(): boolean {
    return this.markup.length > this.most
  }

  add(markup: string): void {
    this.markup += markup
  }

  node(node: PageNode): void {
    if (this.isTooLong) return
    if (node instanceof PageText) this.escaped(node.text, inText)
    else this.element(node)
  }

  private element(element: PageElement): void {
    if (element.isRoot) {
      this.nodes(element.children)
      return
    }
    this.add(`<${element.name}`)
    for (const { name, prefix, value } of element.attributes) {
      this.add(` ${prefix === undefined || prefix === "" ? name : `${prefix}:${name}`}="`)
      this.escaped(value, inValue)
      this.add('"')
    }
    this.add(">")
    const isHtml = element.namespace === html.NS.HTML
    if (isHtml && empty.has(element.name)) return
    if (isHtml && raw.has(element.name)) this.unescaped(element.children)
    else {
      const first = element.children[0]
      // A parser drops the first line end inside these.
      if (isHtml && losesLine.has(element.name) && first instanceof PageText && first.text.startsWith("\n"))
        this.add("\n")
      this.nodes(element.children)
    }
    this.add(`</${element.name}>`)
  }

  private nodes(nodes: ReadonlyArray<PageNode>): void {
    for (const node of nodes) this.node(node)
  }

  private unescaped(nodes: ReadonlyArray<PageNode>): void {
    for (const node of nodes) {
      if (node instanceof PageText) this.add(node.text)
      else this.node(node)
    }
  }

  private escaped(text: string, escapes: RegExp): void {
    for (const part of partsOf(text)) {
      if (this.isTooLong) return
      this.add(part.replace(escapes, (character) => references[character]!))
    }
  }
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
