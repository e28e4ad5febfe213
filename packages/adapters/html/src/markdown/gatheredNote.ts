/** The element of a note, and boxes for notes that no element holds alone: those under a heading with their number, and several in one paragraph. */
import { html } from "parse5"
import { collapsedText } from "../innerText.ts"
import { PageElement, type PageNode } from "../PageTree.ts"

/** Most elements and texts beside such a heading, and in one note. */
const maxBeside = 8_000
const maxParts = 50

const noteElements = new Set(["li", "p", "div", "aside", "dd", "td", "section", "blockquote"])

/** The element that holds the whole note: an anchor stands at its start. */
export const noteOf = (
  target: PageElement,
  gathered: Map<PageElement, PageElement | undefined>
): PageElement | undefined => {
  if (target.name === "dt") return descriptionOf(target)
  let note: PageElement | null = target
  for (let level = 0; level < 4 && note !== null; level += 1) {
    // In a table a note has its number in a cell of its own.
    if (note.name === "table") return firstRow(note)
    if (note.name === "td" && note.parent !== null) return note.parent
    if (isNoteHeading(note)) {
      if (!gathered.has(note)) gathered.set(note, gatherNote(note))
      return gathered.get(note)
    }
    if (noteElements.has(note.name)) return isAloneInItem(note) ? note.parent! : note
    note = note.parent
  }
  return undefined
}

/** The row of a table that holds one note. */
const firstRow = (table: PageElement): PageElement | undefined => {
  const parts = table.children.filter((child): child is PageElement => child instanceof PageElement)
  return [...parts, ...parts.flatMap(({ children }) => children)].find(
    (one): one is PageElement => one instanceof PageElement && one.name === "tr"
  )
}

/** What follows a term. */
const descriptionOf = (term: PageElement): PageElement | undefined => {
  const siblings = term.parent?.children ?? []
  if (siblings.length > maxBeside) return undefined
  return siblings.slice(siblings.indexOf(term) + 1).find((one): one is PageElement => one instanceof PageElement)
}

const isAloneInItem = ({ name, parent }: PageElement): boolean =>
  name === "p" &&
  parent?.name === "li" &&
  parent.children.length < 8 &&
  parent.children.filter((child) => child instanceof PageElement || child.text.trim() !== "").length === 1

/** Whether a heading says nothing but the number of a note. */
const isNoteHeading = (element: PageElement): boolean =>
  /^h[1-6]$/.test(element.name) && /^[[(]?\d{1,4}[\])]?[.:]?$/.test(collapsedText(element, 40))

/** Puts a box around what follows; undefined when nothing does. Changes the tree. */
const gatherNote = (heading: PageElement): PageElement | undefined => {
  const siblings = heading.parent?.children
  if (siblings === undefined || siblings.length > maxBeside) return undefined
  const start = siblings.indexOf(heading) + 1
  let end = start
  for (; end < siblings.length && end - start < maxParts; end += 1) {
    const sibling = siblings[end]
    if (sibling instanceof PageElement && /^h[1-6r]$/.test(sibling.name)) break
  }
  const parts = siblings.slice(start, end)
  if (!parts.some((part) => part instanceof PageElement)) return undefined
  const box = boxOf(parts, heading.parent)
  siblings.splice(start, parts.length, box)
  return box
}

/** Puts a box around each note of a paragraph: what stands from its start to the next one's. Changes the tree. */
export const splitNotes = (
  paragraph: PageElement,
  targets: ReadonlySet<PageElement>
): ReadonlyMap<PageElement, PageElement> => {
  const boxes = new Map<PageElement, PageElement>()
  const before: Array<PageNode> = []
  const runs: Array<{ readonly target: PageElement; readonly parts: Array<PageNode> }> = []
  for (const child of paragraph.children) {
    const target = child instanceof PageElement ? startIn(child, targets) : undefined
    if (target !== undefined) runs.push({ target, parts: [] })
    const parts = runs.at(-1)?.parts ?? before
    parts.push(child)
  }
  // A start inside of another's part is no start of a note.
  if (runs.length < targets.size) return boxes
  paragraph.children.splice(0)
  for (const part of before) paragraph.children.push(part)
  for (const { parts, target } of runs) {
    const box = boxOf(parts, paragraph)
    paragraph.children.push(box)
    boxes.set(target, box)
  }
  return boxes
}

/** Elements around the place where a note starts. */
const maxAround = 3

const startIn = (child: PageElement, targets: ReadonlySet<PageElement>): PageElement | undefined => {
  let at: PageNode | undefined = child
  for (let level = 0; level < maxAround && at instanceof PageElement; level += 1) {
    if (targets.has(at)) return at
    at = at.children[0]
  }
  return undefined
}

const boxOf = (parts: ReadonlyArray<PageNode>, parent: PageElement | null): PageElement => {
  const box = new PageElement("div", html.NS.HTML, [], false)
  box.parent = parent
  for (const part of parts) {
    part.parent = box
    box.children.push(part)
  }
  return box
}
