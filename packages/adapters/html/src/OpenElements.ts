/** The elements that are open while plain markup is read, and the tree they make. */
import { html, type Token } from "parse5"
import { maxDepth } from "./flattenDepth.ts"
import { maxAttributes, PageElement, PageText } from "./PageTree.ts"
import { isStreamed } from "./streamed.ts"
import { isCell, isImplied } from "./tagRules.ts"

const { NS, TAG_ID: tag } = html

/** Made once: a trace of calls would cost more than the page. */
const givenUp = new Error("The rules of parse5's builder decide.")

/** Leaves the page to parse5, from deep inside the lexer, which only a throw can do. */
export const giveUp = (): never => {
  throw givenUp
}

/** An element that is open. */
interface Open {
  readonly element: PageElement
  readonly id: html.TAG_ID
  readonly isForeign: boolean
  /** What is open around it, itself included. */
  readonly within: number
}

export const inParagraph = 1
export const inLink = 2
export const inSelect = 4
export const inButton = 8

export class OpenElements {
  readonly root = new PageElement("#document", NS.HTML, [], true)
  top: Open
  private readonly open: Array<Open>
  private nodesLeft: number

  constructor(mostNodes: number) {
    this.nodesLeft = mostNodes
    this.top = { element: this.root, id: tag.UNKNOWN, isForeign: false, within: 0 }
    this.open = [this.top]
  }

  push(name: string, id: html.TAG_ID, attributes: Array<Token.Attribute>, isForeign = false): void {
    this.countNode()
    if (this.open.length >= maxDepth || attributes.length > maxAttributes) giveUp()
    for (const { name, value } of attributes) {
      if (name === "id" && isStreamed(value)) giveUp()
    }
    const { element: parent, within } = this.top
    const element = new PageElement(name, isForeign ? NS.SVG : NS.HTML, attributes, false)
    append(parent, element)
    this.top = { element, id, isForeign, within: isForeign ? within : withinOf(id, within) }
    this.open.push(this.top)
  }

  close(): void {
    this.open.pop()
    this.top = this.open.at(-1)!
  }

  addText(text: string): void {
    this.countNode()
    appendText(this.top.element, text)
  }

  /** Closes the element with this tag, and those whose end tags were left out, but none of `except`. */
  closeTo(id: html.TAG_ID, except: html.TAG_ID = tag.UNKNOWN): void {
    while (isImplied(this.top.id) && this.top.id !== except) this.close()
    if (this.top.id !== id) giveUp()
    this.close()
  }

  closeIf(id: html.TAG_ID): void {
    if (this.top.id === id) this.close()
  }

  closeParagraph(): void {
    if (!(this.top.within & inParagraph)) return
    if (this.top.id !== tag.P) giveUp()
    this.close()
  }

  closeCell(): void {
    while (isImplied(this.top.id)) this.close()
    if (!isCell(this.top.id)) giveUp()
    this.close()
  }

  /** Closes the item of a list before this one, if it was left open. */
  closeItem(id: html.TAG_ID) {
    for (let at = this.open.length - 1; at > 0; at -= 1) {
      const around = this.open[at]!.id
      if (id === tag.LI ? around === tag.LI : around === tag.DD || around === tag.DT) {
        this.closeIf(tag.P)
        if (this.open.length - 1 !== at) giveUp()
        return this.close()
      }
      if (around !== tag.P && around !== tag.DIV && around !== tag.ADDRESS && isSpecial(around)) return
    }
  }

  /** Elements and pieces of text; a tree has no more of them. */
  private countNode(): void {
    this.nodesLeft -= 1
    if (this.nodesLeft < 0) giveUp()
  }
}

const withinOf = (id: html.TAG_ID, around: number): number => {
  switch (id) {
    case tag.P:
      return around | inParagraph
    case tag.A:
      return around | inLink
    case tag.SELECT:
      return around | inSelect
    case tag.BUTTON:
      return (around | inButton) & ~inParagraph
    case tag.TABLE:
    case tag.CAPTION:
    case tag.TD:
    case tag.TH:
      return around & ~inParagraph
  }
  return around
}

const isSpecial = (id: html.TAG_ID): boolean => html.SPECIAL_ELEMENTS[NS.HTML].has(id)

const append = (parent: PageElement, child: PageElement | PageText): void => {
  child.parent = parent
  parent.children.push(child)
}

/** Text that comes in pieces is one, as in a tree. */
const appendText = (parent: PageElement, text: string): void => {
  const last = parent.children.at(-1)
  if (last instanceof PageText) last.text += text
  else append(parent, new PageText(text))
}
