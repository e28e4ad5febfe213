/** What a reader sees of an element, on one line. */
import { html } from "parse5"
import { standApart } from "../besideSpans.ts"
import { block, cell, lineBreak, replaced, silent, traits } from "../elements.ts"
import { collapse } from "../innerText.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"
import { isField, isHidden } from "../visibility.ts"
import { isRaised, raisedText, withRaised } from "./raisedFigures.ts"

/** Characters that are read of one element. */
const maxShown = 4_000

export const traitsOf = (element: PageElement): number =>
  element.namespace === html.NS.HTML ? (traits.get(element.name) ?? 0) : 0

/** Whether nothing of an element is seen. */
export const isUnseen = (element: PageElement): boolean =>
  (traitsOf(element) & silent) !== 0 || element.namespace !== html.NS.HTML || isHidden(element)

/** What was read of an element, so that those around it need not read it again. */
const known = new WeakMap<PageElement, string>()

/** Characters of one element once those of its page are used up. */
const maxShort = 200

/** What of the texts of a page is kept. */
export interface TextRoom {
  /** Whether so much was kept that of further elements only the beginning is read. */
  readonly isUsedUp: boolean
}

/** One page is read at a time, and at once. */
let left = Number.POSITIVE_INFINITY
let exceeded: () => void = () => {}

/**
 * Begins to count for another page the characters of all its elements, each of which has a copy of what stands in it. `most` of them are
 * kept; `whenExceeded` may throw where so many are too many for the thread.
 */
export const beginTexts = (most: number, whenExceeded: () => void): TextRoom => {
  left = most
  exceeded = whenExceeded
  return {
    get isUsedUp() {
      return left <= 0
    }
  }
}

const rawText = (element: PageElement): string => {
  const before = known.get(element)
  if (before !== undefined) return before
  if (left <= 0) exceeded()
  const most = left > 0 ? maxShown * 2 : maxShort
  let text = ""
  const { children } = element
  for (const [at, node] of children.entries()) {
    if (text.length > most) break
    if (standApart(children[at - 1], node)) text += " "
    text += node instanceof PageText ? node.text.slice(0, most) : partText(node)
  }
  left -= text.length
  known.set(element, text)
  return text
}

const partText = (element: PageElement): string => {
  if (element.isRoot) return rawText(element)
  if (traitsOf(element) & replaced || isField(element)) return " "
  if (isUnseen(element)) return ""
  if (isRaised(element)) return raisedText(element, rawText(element))
  return (traitsOf(element) & (block | cell | lineBreak)) === 0 ? rawText(element) : ` ${rawText(element)} `
}

/** What raised figures and their marks take more than what they say: of a longer text this much is looked at for its beginning. */
const raisedRoom = 4

/** Text with white space collapsed; blocks, cells and line breaks stand apart. */
export const shownText = (element: PageElement, most = maxShown): string =>
  withRaised(collapse(rawText(element)).slice(0, raisedRoom * most)).slice(0, most)

/** Whether an element holds one of a kind, at any depth; each element is asked once. */
export const holds = (isOne: (element: PageElement) => boolean): ((element: PageElement) => boolean) => {
  const answers = new WeakMap<PageElement, boolean>()
  const ask = (element: PageElement): boolean => {
    const before = answers.get(element)
    if (before !== undefined) return before
    const answer = shownChildren(element).some((child) => isOne(child) || ask(child))
    answers.set(element, answer)
    return answer
  }
  return ask
}

/** Names of classes that strike out what they are of, as the best-known style sheets have them. */
const striking = /(?:^|[-_\s])(?:line-?through|strike-?through)(?:$|[-_\s])/i

/** Whether an element is struck out by its name, its style or its class. */
export const strikesOut = (element: PageElement): boolean => {
  const { attributes, name } = element
  if (name === "del" || name === "s" || name === "strike") return true
  return (
    attributes.length > 0 &&
    (/line-through/i.test(attributeOf(element, "style") ?? "") || striking.test(attributeOf(element, "class") ?? ""))
  )
}

const holdsStruck = holds(strikesOut)

const rawCurrent = (element: PageElement): string => {
  if (!holdsStruck(element)) return rawText(element)
  let text = ""
  for (const node of element.children) {
    if (text.length > maxShown * 2) break
    if (node instanceof PageText) text += node.text.slice(0, maxShown * 2)
    else if (isRaised(node)) text += partText(node)
    else if (!isUnseen(node)) text += strikesOut(node) ? " " : ` ${rawCurrent(node)} `
  }
  return text
}

/** What an element says now: without what is struck out in it, such as a former price, where something else is there. */
export const currentText = (element: PageElement, most = maxShown): string => {
  if (!holdsStruck(element)) return shownText(element, most)
  const text = withRaised(collapse(rawCurrent(element))).slice(0, most)
  return /[\p{L}\p{N}]/u.test(text) ? text : shownText(element, most)
}

/** The elements right inside another that are seen. */
export const shownChildren = (element: PageElement): ReadonlyArray<PageElement> =>
  element.children.filter((child): child is PageElement => child instanceof PageElement && !isUnseen(child))

/** Whether text stands right inside the element, and not only in elements inside it. */
export const hasOwnText = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageText && /[\p{L}\p{N}]/u.test(child.text))

/** Whether cents or a note stand right inside the element beside an amount, so that its parts are one text. */
export const hasRaised = (element: PageElement): boolean => {
  const children = shownChildren(element)
  return (
    children.length > 1 &&
    children.slice(1).some((child) => isRaised(child) && /^[.,]?\d{1,2}$/.test(collapse(rawText(child)))) &&
    children.every((child) => (traitsOf(child) & (block | cell)) === 0)
  )
}

/** Most lines of one element that are told apart. */
const maxLines = 40

/** Whether lines are broken right inside an element. */
const breaksLines = holds(({ name }) => name === "br")

/** The lines of an element as its line breaks part them, without what is struck out; one where it has none. */
export const linesOf = (element: PageElement): ReadonlyArray<string> => {
  if (!breaksLines(element)) return []
  const lines: Array<string> = [""]
  const read = (parent: PageElement): void => {
    for (const node of parent.children) {
      if (lines.length > maxLines) return
      if (node instanceof PageText) {
        if (lines.at(-1)!.length < maxShown * 2) lines[lines.length - 1] += node.text.slice(0, maxShown)
      } else if (node.name === "br") lines.push("")
      else if (isRaised(node) && !strikesOut(node)) lines[lines.length - 1] += partText(node)
      else if (!isUnseen(node) && !strikesOut(node)) {
        if ((traitsOf(node) & (block | cell)) !== 0) lines.push("")
        read(node)
        if ((traitsOf(node) & (block | cell)) !== 0) lines.push("")
      }
    }
  }
  read(element)
  return lines.map((line) => withRaised(collapse(line)).slice(0, maxShown)).filter((line) => line !== "")
}
