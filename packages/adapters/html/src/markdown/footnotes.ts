/** Which links of a page are marks of footnotes, and which elements are the notes they lead to. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { findLooseNotes } from "./looseNotes.ts"

export interface Footnotes {
  /** Links, or the `sup` around them, with the label of their note. */
  readonly references: ReadonlyMap<PageElement, string>
  /** Notes with their label. */
  readonly notes: ReadonlyMap<PageElement, string>
  /** Links that lead back from a note. */
  readonly returns: ReadonlySet<PageElement>
}

export const noFootnotes: Footnotes = { references: new Map(), notes: new Map(), returns: new Set() }

/** Most footnotes of one page. */
const maxNotes = 2_000

/**
 * **Details** A mark is a short link to an element further down (`1`, `[a]`, `*`), raised or named as one. A note is what it
 * leads to, if that is named as a note, stands among notes, or leads back to its mark.
 */
export const findFootnotes = (root: PageElement): Footnotes => {
  const targets = new Map<string, PageElement>()
  const links: Array<{ readonly link: PageElement; readonly id: string }> = []
  visit(root, (element) => {
    const id = attributeOf(element, "id") ?? (element.name === "a" ? attributeOf(element, "name") : undefined)
    if (id !== undefined && !targets.has(id)) targets.set(id, element)
    if (element.name !== "a") return
    const href = attributeOf(element, "href")
    const hash = href?.indexOf("#") ?? -1
    if (href !== undefined && hash >= 0 && hash < href.length - 1 && links.length < maxNotes * 4) {
      links.push({ link: element, id: decoded(href.slice(hash + 1)) })
    }
  })
  const found = links.length === 0 ? noFootnotes : pair(links, targets)
  return found.notes.size === 0 ? loose(root) : found
}

const loose = (root: PageElement): Footnotes => {
  const found = findLooseNotes(root)
  if (found === undefined) return noFootnotes
  return {
    references: new Map(found.marks.map(([mark, number]) => [mark, String(number)])),
    notes: new Map([...found.notes].map(([number, note]) => [note, String(number)])),
    returns: new Set(found.numbers)
  }
}

const pair = (
  links: ReadonlyArray<{ readonly link: PageElement; readonly id: string }>,
  targets: ReadonlyMap<string, PageElement>
): Footnotes => {
  const references = new Map<PageElement, string>()
  const notes = new Map<PageElement, string>()
  const returns = new Set<PageElement>()
  const backLinks = new Map<string, Array<PageElement>>()
  for (const { id, link } of links) backLinks.set(id, [...(backLinks.get(id) ?? []).slice(-20), link])

  for (const { id, link } of links) {
    if (notes.size >= maxNotes || returns.has(link) || !isMark(link, id)) continue
    const answer = targets.has(id) ? undefined : answerTo(id, backLinks)
    const target = targets.get(id) ?? answer
    const note = target === undefined ? undefined : noteOf(target)
    if (note === undefined || isInside(link, note) || isHeading(note)) continue
    const back = idsAround(link)
      .flatMap((own) => backLinks.get(own) ?? [])
      .find((one) => isInside(one, note))
    if (back === undefined && !isNamedNote(note, id)) continue
    const label = notes.get(note) ?? String(notes.size + 1)
    notes.set(note, label)
    const raised = link.parent?.name === "sup" && link.parent.children.length === 1 ? link.parent : link
    references.set(raised, label)
    if (back !== undefined) returns.add(back)
    if (answer !== undefined) returns.add(answer)
  }
  for (const note of notes.keys()) visit(note, (element) => isReturn(element) && returns.add(element))
  return { references, notes, returns }
}

/** Word gives its notes no names, but their links lead back to the name of the mark. */
const answerTo = (id: string, links: ReadonlyMap<string, ReadonlyArray<PageElement>>): PageElement | undefined => {
  const [, kind, number] = /^_(ft|ed)n(\d+)$/.exec(id) ?? []
  return number === undefined ? undefined : links.get(`_${kind}nref${number}`)?.[0]
}

/** Notes outside of what is kept whose marks stand in it, in the order of the page. */
export const notesOutside = (
  kept: ReadonlyArray<PageElement>,
  dropped: ReadonlySet<PageElement>,
  { notes, references }: Footnotes
): ReadonlyArray<PageElement> => {
  const isKept = (element: PageElement): boolean => {
    for (let at: PageElement | null = element; at !== null; at = at.parent) {
      if (dropped.has(at)) return false
      if (kept.includes(at)) return true
    }
    return false
  }
  const wanted = new Set([...references].filter(([element]) => isKept(element)).map(([, label]) => label))
  return [...notes].filter(([note, label]) => wanted.has(label) && !isKept(note)).map(([note]) => note)
}

const markText = /^[[(]?(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|note \d+|[*†‡§¶]{1,3})[\])]?$/i

const namedNote = /^(?:_?ftn|_?fn|foot-?note|note|cite_note|endnote|easy-footnote|reference)/i

const isMark = (link: PageElement, id: string): boolean => {
  const text = collapsedText(link, 20)
  if (!markText.test(text)) return false
  const names = `${attributeOf(link, "class") ?? ""} ${attributeOf(link, "role") ?? ""} ${attributeOf(link, "rel") ?? ""}`
  if (/footnote|noteref|\bfn/i.test(names) || (namedNote.test(id) && /\d/.test(text))) return true
  let around = link.parent
  for (let level = 0; level < 2 && around !== null; level += 1) {
    if (around.name === "sup" || /footnote|noteref|reference/i.test(attributeOf(around, "class") ?? "")) return true
    around = around.parent
  }
  return holdsRaised(link) || /^\[.+\]$/.test(text)
}

const holdsRaised = (link: PageElement): boolean =>
  link.children.some((child) => child instanceof PageElement && child.name === "sup")

const noteElements = new Set(["li", "p", "div", "aside", "dd", "td", "section", "blockquote"])

/** The element that holds the whole note: an anchor stands at its start. */
const noteOf = (target: PageElement): PageElement | undefined => {
  let note: PageElement | null = target
  for (let level = 0; level < 3 && note !== null; level += 1) {
    if (noteElements.has(note.name)) return note
    note = note.parent
  }
  return undefined
}

const isHeading = (element: PageElement) => /^h[1-6]$/.test(element.name)

const isNamedNote = (note: PageElement, id: string): boolean => {
  if (namedNote.test(id)) return true
  for (
    let around: PageElement | null = note, level = 0;
    around !== null && level < 3;
    around = around.parent, level += 1
  ) {
    if (/footnote|endnote/i.test(`${attributeOf(around, "class") ?? ""} ${attributeOf(around, "role") ?? ""}`))
      return true
  }
  return false
}

const idsAround = (link: PageElement): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (
    let around: PageElement | null = link, level = 0;
    around !== null && level < 3;
    around = around.parent, level += 1
  ) {
    const id = attributeOf(around, "id") ?? attributeOf(around, "name")
    if (id !== undefined) ids.push(id)
  }
  return ids
}

const isReturn = (element: PageElement): boolean =>
  element.name === "a" &&
  (attributeOf(element, "href")?.includes("#") ?? false) &&
  (/backref|reversefootnote|footnote-return|doc-backlink/i.test(
    `${attributeOf(element, "class") ?? ""} ${attributeOf(element, "role") ?? ""}`
  ) ||
    /^[↩↑^⏎⤴⬆\s]+$/u.test(collapsedText(element, 10).replace(/[\ufe0e\ufe0f]/g, "")))

const isInside = (element: PageElement, outer: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    if (at === outer) return true
  }
  return false
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const visit = (root: PageElement, each: (element: PageElement) => void): void => {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    each(element)
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
}
