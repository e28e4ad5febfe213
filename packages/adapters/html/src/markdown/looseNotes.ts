/** Footnotes without links: raised numbers in the text, and notes that start with them or stand in a list of notes. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"

export interface LooseNotes {
  /** Raised numbers in the text, with the number. */
  readonly marks: ReadonlyArray<readonly [PageElement, number]>
  readonly notes: ReadonlyMap<number, PageElement>
  /** The numbers that notes start with. */
  readonly numbers: ReadonlyArray<PageElement>
}

/** Most notes of one page. */
const maxLoose = 500

/**
 * **Details** Notes count up from one, and each has its mark above all of them: a page with exponents is not read as one
 * with notes. Undefined when there are none.
 */
export const findLooseNotes = (root: PageElement): LooseNotes | undefined => {
  const marks: Array<readonly [PageElement, number]> = []
  const notes = new Map<number, PageElement>()
  const numbers: Array<PageElement> = []
  const marked = new Set<number>()
  const waiting: Array<PageElement> = [root]
  for (let element = waiting.pop(); element !== undefined && marks.length < maxLoose; element = waiting.pop()) {
    const leading = noteElements.has(element.name) ? leadingNumber(element) : undefined
    const next = notes.size + 1
    if (leading?.number === next && marked.has(next)) {
      notes.set(leading.number, element)
      numbers.push(leading.element)
      continue
    }
    if (element.name === "li" && marked.has(next) && isListed(element, next)) {
      notes.set(next, element)
      continue
    }
    const number = element.name === "sup" && notes.size === 0 ? numberOf(element) : undefined
    if (number !== undefined) {
      marks.push([element, number])
      marked.add(number)
    }
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return notes.size === 0 ? undefined : { marks: marks.filter(([, number]) => notes.has(number)), notes, numbers }
}

const noteElements = new Set(["p", "div", "dd"])

const numberOf = (element: PageElement): number | undefined => {
  const text = /^[[(]?(\d{1,3})[\])]?$/.exec(collapsedText(element, 20))?.[1]
  return text === undefined ? undefined : Number(text)
}

/** The number that a paragraph starts with, raised or strong, before more text. */
const leadingNumber = (paragraph: PageElement) => {
  const first = paragraph.children.find((child) => !(child instanceof PageText) || child.text.trim() !== "")
  if (!(first instanceof PageElement) || !["sup", "strong", "b"].includes(first.name)) return undefined
  const number = numberOf(first)
  const isAlone = collapsedText(paragraph, 200).length < 12
  return number === undefined || isAlone ? undefined : { element: first, number }
}

/** Whether an item stands in a list that is named as one of notes, and by its name is the note with this number. */
const isListed = (item: PageElement, number: number): boolean => {
  const list = item.parent
  if (list?.name !== "ol" || !isNamed(item, list, list.parent)) return false
  const told = /(?:foot)?-?n(?:ote)?-?(\d{1,3})$/i.exec(attributeOf(item, "id") ?? "")?.[1]
  return told === undefined || Number(told) === number
}

const isNamed = (...elements: ReadonlyArray<PageElement | null>): boolean =>
  elements.some(
    (one) => one !== null && /foot-?notes?|endnotes?/i.test(`${attributeOf(one, "class")} ${attributeOf(one, "id")}`)
  )
