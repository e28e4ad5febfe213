/** Notes that stand beside the text or are shown on a click: their marks lead to them by something else than a link. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"

export interface MarginNotes {
  /** Each mark with its note. */
  readonly pairs: ReadonlyArray<readonly [mark: PageElement, note: PageElement]>
  /** What the marks say already: numbers that notes start with, and the same notes once more for print. */
  readonly repeated: ReadonlyArray<PageElement>
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
  /** Items of numbered lists that stand aside. */
  readonly listed: Array<readonly [number: number, item: PageElement]>
}

/**
 * **Details** Three kinds: a note in the middle of a paragraph that its style moves to the margin, right behind its mark; a
 * mark with an attribute that names a hidden element; and raised numbers with a numbered list in an `aside`.
 */
export const findMarginNotes = (root: PageElement): MarginNotes | undefined => {
  const seen: Seen = {
    pairs: [],
    printed: [],
    named: [],
    targets: new Map(),
    raised: new Map(),
    listed: []
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
  if (seen.pairs.length === 0) return undefined
  const pairs = seen.pairs.slice(0, maxNotes)
  const texts = new Set(pairs.map(([, note]) => textOf(note)))
  return {
    pairs,
    repeated: [
      ...pairs.flatMap(([, note]) => leadingNumbers(note)),
      ...seen.printed.filter((one) => texts.has(textOf(one)))
    ]
  }
}

/** The text of a note without its number. */
const textOf = (note: PageElement): string => collapsedText(note, 2_000).replace(/^[[(]?\d{1,3}[\])]?[.:]? ?/, "")

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

const noteNames = new Set(["aside", "div", "p", "span", "li", "section", "small"])

const collect = (parent: PageElement, seen: Seen, isAside: boolean): void => {
  let mark: PageElement | undefined
  for (const child of parent.children) {
    if (child instanceof PageText) {
      if (child.text.trim() !== "") mark = undefined
      continue
    }
    const isBeside = isNamedBeside(child)
    if (isBeside && mark !== undefined) {
      seen.pairs.push([mark, child])
      mark = undefined
      continue
    }
    if (child.name === "label" || child.name === "sup") mark = child
    else if (child.name !== "input") mark = undefined
    look(child, seen, isAside)
    collect(child, seen, isAside || child.name === "aside")
  }
}

const look = (element: PageElement, seen: Seen, isAside: boolean): void => {
  const id = attributeOf(element, "id")
  if (id !== undefined && !seen.targets.has(id)) seen.targets.set(id, element)
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
    if (!/^(?:data-|aria-(?:describedby|details|controls)$)/.test(name) || !noteId.test(value)) continue
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

const markNames = new Set(["a", "sup", "span", "button", "label"])
const markText = /^[[(]?(?:\d{1,3}|[a-z]|[*†‡§¶+]{1,3})[\])]?$/i
const noteId = /^#?[\w.:-]{0,40}(?:fn|note|def|ref)[\w.:-]{0,40}\d[\w.:-]{0,40}$/i

const beside =
  /(?:^|[\s_-])(?:(?:side|margin)-?note|footnote(?:__note|-content|-text|-body|-tooltip|-popup)|ltx_note_outer)(?:$|[\s_-](?!number|toggle|ref|mark))/i

const besideNames = new Set(["span", "small", "aside"])

const isNamedBeside = (element: PageElement): boolean =>
  besideNames.has(element.name) && beside.test(attributeOf(element, "class") ?? "")

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
