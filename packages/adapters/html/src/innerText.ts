/** All text inside an element, shown or not. */
import { html } from "parse5"
import { standApart } from "./besideSpans.ts"
import { block, cell, control, lineBreak, replaced, silent, traits } from "./elements.ts"
import { type PageElement, type PageNode, PageText } from "./PageTree.ts"
import { centsBehind, isSmall, longestAmount, raisedBehind, withCents } from "./raisedDigits.ts"
import { spaced } from "./spaced.ts"
import { isDrawnApart, isField, isHidden } from "./visibility.ts"

/** Stops after so many characters. */
export const innerText = (element: PageElement, most = 1_000_000): string => {
  const only = element.children.length === 1 ? element.children[0] : undefined
  if (only instanceof PageText) return only.text.slice(0, most)
  let text = ""
  const waiting: Array<PageNode> = [element]
  for (let node = waiting.pop(); node !== undefined && text.length < most; node = waiting.pop()) {
    if (node instanceof PageText) text += node.text
    else for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!)
  }
  return text.slice(0, most)
}

const traitsOf = ({ name, namespace }: PageElement): number =>
  namespace === html.NS.HTML ? (traits.get(name) ?? 0) : 0

const apart = block | cell | control | lineBreak

const none = () => false

/** The same as one line: what stands on lines of its own is a word of its own. What scripts and styles say is no text. */
const partedText = (element: PageElement, most = 1_000_000, isOut: (inside: PageElement) => boolean = none): string => {
  const only = element.children.length === 1 ? element.children[0] : undefined
  if (only instanceof PageText) return only.text.slice(0, most)
  let text = ""
  let isApart = false
  /** Told by itself: the end of a text that grows is looked at by copying all of it. */
  let endsWord = false
  /** The last characters, and whether digits that stand raised came behind a number. */
  let end = ""
  let hasRaised = false
  // Null is where a line ends.
  const waiting: Array<PageNode | null> = []
  pushParted(waiting, element.children)
  for (let node = waiting.pop(); node !== undefined && text.length < most; node = waiting.pop()) {
    if (node === null) isApart = true
    else if (node instanceof PageText) {
      // White space of the markup parts words as well: a beginning of so many characters is the same then.
      if (node.text === "") continue
      const isWord = isApart && endsWord && /^\S/.test(node.text)
      const said = isWord || !endsWord ? node.text : figuresBehind(end, node)
      const added = isWord ? ` ${said}` : said
      hasRaised ||= said !== node.text
      text += added
      end = (end + added.slice(-longestAmount)).slice(-longestAmount)
      isApart = false
      endsWord = /\S/.test(node.text.at(-1) ?? "")
    } else {
      const trait = node.isRoot ? 0 : traitsOf(node)
      if (trait & replaced || isField(node)) isApart = true
      if (trait & silent || isOut(node)) continue
      if (trait & apart || isDrawnApart(node)) {
        isApart = true
        waiting.push(null)
      }
      pushParted(waiting, node.children)
    }
  }
  return (hasRaised ? withCents(text) : text).slice(0, most)
}

/** Adds nodes to those that wait, the last one first, with null between two that stand apart. */
const pushParted = (waiting: Array<PageNode | null>, children: ReadonlyArray<PageNode>): void => {
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const child = children[index]!
    waiting.push(child)
    if (standApart(children[index - 1], child)) waiting.push(null)
  }
}

/** What a text says right behind another, which ends so: cents and notes are no more figures of a number. */
const figuresBehind = (end: string, { parent, text }: PageText): string => {
  if (parent === null || !/^\S{1,5}$/.test(text)) return text
  if (parent.name === "sup") return raisedBehind(end, text)
  return isSmall(parent) ? centsBehind(end, text) : text
}

/** All text inside an element on one line, its white space collapsed. */
export const collapsedText = (element: PageElement, most?: number): string => collapse(partedText(element, most))

/** What is shown of it; all of it where that is nothing, such as the name of a sign. The element itself may be hidden. */
export const shownLine = (element: PageElement, most?: number): string =>
  collapse(partedText(element, most, isHidden)) || collapsedText(element, most)

export const collapse = (text: string): string => spaced(text).trim()
