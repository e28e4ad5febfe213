/** Notes that stand beside the text or are shown on a click: their marks lead to them by something else than a link. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { placeIn } from "../siblings.ts"
import { isHidden } from "../visibility.ts"

export interface MarginNotes {
  /** Each mark with its note. */
  readonly pairs: ReadonlyArray<readonly [mark: PageElement, note: PageElement]>
  /** What the marks say already: numbers that notes start with, and the same notes once more for print. */
  readonly repeated: ReadonlyArray<PageElement>
  /** Boxes that are named as notes beside the text. */
  readonly boxes: ReadonlyArray<PageElement>
}

/** Most notes of one page, and marks looked at to find them. */
const maxNotes = 500
const maxMarks = 5_000

/** What one walk over a page collects. */
interface Seen {
  readonly pairs: Array<readonly [PageElement, PageElement]>
  /** Elements that are named as notes at the end of a page. */
  readonly printed: Array<PageElement>
  /** Marks that name an element by an attribute. */
  readonly named: Array<readonly [mark: PageElement, id: string]>
  readonly targets: Map<string, PageElement>
  /** Raised numbers without a link. */
  readonly raised: Map<number, PageElement>
  /** Items of numbered lists that stand aside, and boxes beside the text that start with a number. */
  readonly listed: Array<readonly [number: number, item: PageElement]>
  /** Marks without a note of their own, with what stands in its place. */
  readonly bare: Array<readonly [mark: PageElement, filler: PageElement]>
  /** Boxes that are named as notes beside the text. */
  readonly boxes: Array<PageElement>
}

/**
 * **Details** Four kinds: a note in the middle of a paragraph that its style moves to the margin, right behind its mark, or that
 * its mark hides until it is pressed; a mark with an attribute that names a hidden element; and raised numbers with a numbered list
 * in an `aside`. Changes the tree.
 */
export const findMarginNotes = (root: PageElement): MarginNotes | undefined => {
  const seen: Seen = {
    pairs: [],
    printed: [],
    named: [],
    targets: new Map(),
    raised: new Map(),
    listed: [],
    bare: [],
    boxes: []
  }
  collect(root, seen, false)
  for (const [mark, id] of seen.named) {
    const note = seen.targets.get(id)
    if (note !== undefined && noteNames.has(note.name) && !isInside(mark, note)) seen.pairs.push([mark, note])
  }
  for (const [number, item] of seen.listed) {
    const mark = seen.raised.get(number)
    if (mark !== undefined) seen.pairs.push([mark, item])
  }
  pairBare(seen)
  if (seen.pairs.length + seen.bare.length + seen.boxes.length === 0) return undefined
  const pairs = seen.pairs.slice(0, maxNotes)
  const texts = new Set(pairs.map(([, note]) => noteText(note)))
  return {
    pairs,
    boxes: seen.boxes,
    repeated: [
      ...seen.bare.map(([, filler]) => filler),
      ...pairs.flatMap(([, note]) => leadingNumbers(note)),
      ...seen.printed.filter((one) => texts.has(noteText(one)))
    ]
  }
}

/** The text of a note without its number. */
export const noteText = (note: PageElement): string =>
  collapsedText(note, 2_000)
    .replace(/^(?:[[(]?\d{1,3}[\])]?[.:]? ?)?/, "")
    .replace(/(?<!\s)\s*[↩↑^⏎⤴⬆]\ufe0e?$/u, "")

const numberText = /^[[(]?\d{1,3}[\])]?[.:]?$/

/** What a note starts with that only says its number. */
export const leadingNumbers = (note: PageElement): ReadonlyArray<PageElement> => {
  const numbers: Array<PageElement> = []
  let at: PageElement | undefined = note
  while (at !== undefined) {
    let next: PageElement | undefined
    for (const child of at.children) {
      if (child instanceof PageText && child.text.trim() === "") continue
      if (child instanceof PageText) break
      const text = collapsedText(child, 12)
      if (text === "") continue
      if (numberText.test(text)) {
        numbers.push(child)
        continue
      }
      next = child
      break
    }
    at = next
  }
  return numbers
}

/** Takes the number of its mark from the text that a note starts with. Changes the tree. */
export const cutNumber = (note: PageElement, number: string, skipped: ReadonlySet<PageElement>): void => {
  let isCut = false
  let at: PageElement | undefined = note
  while (at !== undefined) {
    let first: PageNode | undefined
    for (const child of at.children) {
      if (child instanceof PageText ? child.text.trim() === "" : collapsedText(child, 40) === "") continue
      if (child instanceof PageElement && skipped.has(child)) {
        isCut = true
        continue
      }
      first = child
      break
    }
    if (first instanceof PageText) {
      const [start, told] =
        (isCut ? /^\s*[\])]?[.:)\]]\s+/ : /^\s*[[(]?(\d{1,4})[\])]?[.:)\]]\s+/).exec(first.text) ?? []
      if (start !== undefined && (isCut || told === number)) first.text = first.text.slice(start.length)
      return
    }
    at = first
  }
}

const noteNames = new Set(["aside", "div", "p", "span", "li", "section", "small"])

const collect = (parent: PageElement, seen: Seen, isAside: boolean): void => {
  let mark: PageElement | undefined
  let isToggled = false
  for (const child of parent.children) {
    if (child instanceof PageText) {
      if (child.text.trim() !== "") mark = undefined
      continue
    }
    const folded = foldedNote(child)
    if (folded !== undefined) {
      moveBehind(folded, child)
      seen.pairs.push([child, folded])
      mark = undefined
      continue
    }
    const isBeside = isNamedBeside(child) || (isToggled && isNamed(child, /note/i))
    if (isBeside && mark !== undefined) {
      if (isNamed(parent, /footnotemark/)) seen.bare.push([mark, child])
      else seen.pairs.push([mark, child])
      mark = undefined
      isToggled = false
      continue
    }
    if (child.name === "label" || child.name === "sup" || isPressed(child)) mark = child
    else if (child.name !== "input") mark = undefined
    isToggled = mark?.name === "label" && child.name === "input"
    look(child, seen, isAside)
    collect(child, seen, isAside || child.name === "aside")
  }
}

/** The hidden note that a mark holds behind its number. */
const foldedNote = (mark: PageElement): PageElement | undefined => {
  if (!markNames.has(mark.name) || !isNamed(mark, /note/i) || mark.children.length > 4) return undefined
  let number = ""
  let note: PageElement | undefined
  for (const child of mark.children) {
    if (child instanceof PageText) number += child.text
    else if (note !== undefined || !isHidden(child) || collapsedText(child, 12) === "") return undefined
    else note = child
  }
  return markText.test(number.trim()) ? note : undefined
}

/** Marks without a note of their own have that of the first with the same number. */
const pairBare = ({ bare, pairs }: Seen): void => {
  if (bare.length === 0) return
  const notes = new Map<string, PageElement>()
  for (const [mark, note] of pairs) {
    const number = collapsedText(mark, 12)
    if (!notes.has(number)) notes.set(number, note)
  }
  for (const [mark] of bare) {
    const note = notes.get(collapsedText(mark, 12))
    if (note !== undefined) pairs.push([mark, note])
  }
}

const moveBehind = (note: PageElement, mark: PageElement): void => {
  mark.children.splice(mark.children.indexOf(note), 1)
  if (mark.parent !== null) mark.parent.children.splice(placeIn(mark.parent, mark) + 1, 0, note)
  note.parent = mark.parent
}

const look = (element: PageElement, seen: Seen, isAside: boolean): void => {
  const id = attributeOf(element, "id")
  if (id !== undefined && !seen.targets.has(id)) seen.targets.set(id, element)
  const isBox = isNamed(element, beside)
  if (isBox && seen.boxes.length < maxNotes) seen.boxes.push(element)
  const number = isBox ? /^[[(]?(\d{1,3})[\])]?[.:]?(?: |$)/.exec(collapsedText(element, 12))?.[1] : undefined
  if (number !== undefined && seen.listed.length < maxNotes) seen.listed.push([Number(number), element])
  if (isPrinted(element) && seen.printed.length < maxNotes) seen.printed.push(element)
  if (isAside && element.name === "ol" && attributeOf(element, "start") !== undefined) {
    list(element, seen)
    return
  }
  if (seen.raised.size + seen.named.length > maxMarks || !markNames.has(element.name)) return
  if (element.name === "sup") {
    const number = /^[[(]?(\d{1,3})[\])]?$/.exec(collapsedText(element, 8))?.[1]
    if (number !== undefined && !holdsLink(element)) seen.raised.set(Number(number), element)
  }
  for (const { name, value } of element.attributes) {
    if (!/^(?:data-|popovertarget$|aria-(?:describedby|details|controls)$)/.test(name) || !noteId.test(value)) continue
    if (markText.test(collapsedText(element, 12))) seen.named.push([element, value.replace(/^#/, "")])
  }
}

const list = (element: PageElement, { listed }: Seen): void => {
  let number = Number.parseInt(attributeOf(element, "start") ?? "1", 10)
  for (const child of element.children) {
    if (!(child instanceof PageElement) || child.name !== "li") continue
    if (listed.length < maxNotes) listed.push([number, child])
    number += 1
  }
}

/** Whether an element is pressed to see what its number stands for. */
const isPressed = (element: PageElement): boolean =>
  (element.name === "button" || (element.name === "a" && attributeOf(element, "role") === "button")) &&
  markText.test(collapsedText(element, 12))

const markNames = new Set(["a", "sup", "span", "button", "label"])
const markText = /^[[(]?(?:\d{1,3}|[a-z]|[*†‡§¶+]{1,3})[\])]?$/i
const noteId = /^#?[\w.:-]{0,40}(?:fn|note|def|ref)[\w.:-]{0,40}\d[\w.:-]{0,40}$/i

const beside =
  /(?:^|[\s_-])(?:(?:side|margin)-?note|footnote(?:__note|-content|-text|-body|[-_]tooltip|-popup)|ltx_note_outer)(?:$|[\s_-](?!number|toggle|ref|mark))/i

const besideNames = new Set(["span", "small", "aside"])

const isNamed = (element: PageElement, pattern: RegExp): boolean => pattern.test(attributeOf(element, "class") ?? "")

const isNamedBeside = (element: PageElement): boolean => besideNames.has(element.name) && isNamed(element, beside)

const isPrinted = (element: PageElement): boolean =>
  (element.name === "div" || element.name === "li") &&
  /(?:^|\s)(?:footdef|footnote|doc-footnote|doc-endnote)(?:$|\s)/.test(
    `${attributeOf(element, "class") ?? ""} ${attributeOf(element, "role") ?? ""}`
  )

const holdsLink = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageElement && child.name === "a")

const isInside = (element: PageElement, outer: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parent) if (at === outer) return true
  return false
}
