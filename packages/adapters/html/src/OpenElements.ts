/** The elements that are open while markup is read without a tree, and what the walk makes of them. */
import type { NoiseKind } from "@kittiwake/core/pages/domain/LeftOut"
import { html, type Token } from "parse5"
import { maxDepth } from "./flattenDepth.ts"
import { maxAttributes, PageElement, PageText } from "./PageTree.ts"
import { isStreamed } from "./streamed.ts"
import { isCell, isImplied } from "./tagRules.ts"
import { skipped, TextWalk, type VisibleText } from "./visibleText.ts"

const { NS, TAG_ID: tag } = html

/** Made once: a trace of calls would cost more than the page. */
const givenUp = new Error("The rules of the tree decide.")

/** Leaves the page to the tree, from deep inside the lexer, which only a throw can do. */
export const giveUp = (): never => {
  throw givenUp
}

/** An element that is open. */
interface Open {
  readonly element: PageElement
  readonly id: html.TAG_ID
  readonly isForeign: boolean
  /** What holds inside it for the walk, or `gathered`. */
  readonly state: number
  /** What is open around it, itself included. */
  readonly within: number
}

/** Kept as a small tree: what the walk makes of the element depends on what it holds. */
const gathered = -2

export const inParagraph = 1
export const inLink = 2
export const inSelect = 4
export const inButton = 8

export class OpenElements {
  top: Open
  private readonly walk: TextWalk
  private readonly open: Array<Open>
  private nodesLeft: number

  constructor(mostNodes: number, noise: ReadonlySet<NoiseKind>) {
    this.walk = new TextWalk({ include: [], exclude: [], leavesOutClutter: true, noise })
    this.nodesLeft = mostNodes
    const element = new PageElement("#document", NS.HTML, [], true)
    this.top = { element, id: tag.UNKNOWN, isForeign: false, state: this.walk.outermost, within: 0 }
    this.open = [this.top]
  }

  finish(): VisibleText {
    while (this.open.length > 1) this.close()
    return this.walk.finish()
  }

  push(name: string, id: html.TAG_ID, attributes: Array<Token.Attribute>, isForeign = false): void {
    this.countNode()
    if (this.open.length >= maxDepth || attributes.length > maxAttributes) giveUp()
    for (const { name, value } of attributes) {
      if (name === "id" && isStreamed(value)) giveUp()
    }
    const { top } = this
    const element = new PageElement(name, isForeign ? NS.SVG : NS.HTML, attributes, false)
    let { state } = top
    if (state === gathered) append(top.element, element)
    else if (state !== skipped) {
      state = this.walk.looksInside(element, state) ? gathered : this.walk.enter(element, state)
    }
    this.top = { element, id, isForeign, state, within: isForeign ? top.within : withinOf(id, top.within) }
    this.open.push(this.top)
  }

  close(): void {
    const gone = this.open.pop()!
    const around = this.open.at(-1)!
    this.top = around
    if (gone.state === gathered) {
      if (around.state !== gathered) this.walk.readInto(gone.element, around.state)
      this.giveUpAtHead()
    } else if (gone.state !== skipped) this.walk.leave(gone.element, gone.state, around.state)
  }

  addText(text: string): void {
    this.countNode()
    const { element, state } = this.top
    if (state === gathered) appendText(element, text)
    else if (state !== skipped) this.walk.addText(text, state)
    this.giveUpAtHead()
  }

  /** What stands at the head of noise is judged with what stands around it. */
  private giveUpAtHead(): void {
    if (this.walk.hasHead) giveUp()
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
