/** Which links of a page are marks of footnotes, and which elements are the notes they lead to. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { findLooseNotes } from "./looseNotes.ts"
import { findMarginNotes, leadingNumbers } from "./marginNotes.ts"

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
  const targets = new Map<string, Target>()
  const links: Array<Link> = []
  let at = 0
  visit(root, (element) => {
    at += 1
    const id = attributeOf(element, "id") ?? (element.name === "a" ? attributeOf(element, "name") : undefined)
    if (id !== undefined && !targets.has(id)) targets.set(id, { target: element, at })
    if (element.name !== "a") return
    const href = attributeOf(element, "href")
    const hash = href?.indexOf("#") ?? -1
    if (href !== undefined && hash >= 0 && hash < href.length - 1 && links.length < maxNotes * 4) {
      links.push({ link: element, id: decoded(href.slice(hash + 1)), at })
    }
  })
  const found = links.length === 0 ? noFootnotes : pair(links, targets)
  const all = withMargin(found, root)
  return all.notes.size > 0 ? all : loose(root)
}

const loose = (root: PageElement): Footnotes => {
  const found = findLooseNotes(root)
  if (found === undefined) return noFootnotes
  return {
    ...noFootnotes,
    references: new Map(found.marks.map(([mark, number]) => [mark, String(number)])),
    notes: new Map([...found.notes].map(([number, note]) => [note, String(number)])),
    returns: new Set(found.numbers)
  }
}

/** Those that links lead to, and those in the margin. */
const withMargin = (linked: Footnotes, root: PageElement): Footnotes => {
  const found = findMarginNotes(root)
  if (found === undefined) return linked
  const references = new Map(linked.references)
  const notes = new Map(linked.notes)
  for (const [mark, note] of found.pairs) {
    const label = notes.get(note) ?? String(notes.size + 1)
    notes.set(note, label)
    references.set(mark, label)
  }
  return { references, notes, returns: new Set([...linked.returns, ...found.repeated]) }
}

/** A link to a place on the page, and the place, each with where it stands among all elements. */
interface Link {
  readonly link: PageElement
  readonly id: string
  readonly at: number
}
interface Target {
  readonly target: PageElement
  readonly at: number
}

const pair = (links: ReadonlyArray<Link>, targets: ReadonlyMap<string, Target>): Footnotes => {
  const references = new Map<PageElement, string>()
  const notes = new Map<PageElement, string>()
  const returns = new Set<PageElement>()
  /** Where each note starts. A paragraph in which several start is none of them. */
  const starts = new Map<PageElement, PageElement>()
  const shared = new Set<PageElement>()
  const backLinks = new Map<string, Array<PageElement>>()
  for (const { id, link } of links) backLinks.set(id, [...(backLinks.get(id) ?? []).slice(-20), link])

  for (const { at, id, link } of links) {
    if (notes.size >= maxNotes || returns.has(link) || !isMark(link, id)) continue
    const found = targets.get(id)
    // What stands above its mark is the mark of the note that the link stands in.
    if (found !== undefined && found.at < at) continue
    const answer = found === undefined ? answerTo(id, backLinks) : undefined
    const target = found?.target ?? answer
    const note = target === undefined ? undefined : noteOf(target)
    if (note === undefined || isInside(link, note) || isHeading(note)) continue
    const back = idsAround(link)
      .flatMap((own) => backLinks.get(own) ?? [])
      .find((one) => isInside(one, note))
    if (back === undefined && !isNamedNote(note, id) && !isNumberedLike(note, link)) continue
    if (target !== undefined && (starts.get(note) ?? target) !== target) shared.add(note)
    else if (target !== undefined) starts.set(note, target)
    const label = notes.get(note) ?? String(notes.size + 1)
    notes.set(note, label)
    const raised = link.parent?.name === "sup" && link.parent.children.length === 1 ? link.parent : link
    references.set(raised, label)
    if (back !== undefined) returns.add(back)
    if (answer !== undefined) returns.add(answer)
    if (target?.name === "dt" && markText.test(collapsedText(target, 20))) returns.add(target)
  }
  if (shared.size > 0) {
    const labels = new Set([...shared].map((note) => notes.get(note)))
    for (const [mark, label] of references) if (labels.has(label)) references.delete(mark)
    for (const note of shared) notes.delete(note)
  }
  for (const note of notes.keys()) {
    for (const number of leadingNumbers(note)) returns.add(number)
    visit(note, (element) => isReturn(element) && returns.add(element))
  }
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

/** Those of which a mark is left. */
export const footnotesIn = (kept: PageElement, footnotes: Footnotes): Footnotes => {
  if (footnotes.notes.size === 0) return footnotes
  const references = new Map<PageElement, string>()
  visit(kept, (element) => {
    const label = footnotes.references.get(element)
    if (label !== undefined) references.set(element, label)
  })
  const labels = new Set(references.values())
  return { ...footnotes, references, notes: new Map([...footnotes.notes].filter(([, label]) => labels.has(label))) }
}

const markText = /^[[(]?(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|note \d+|[*†‡§¶]{1,3})[\])]?$/i

const namedNote =
  /^(?:_?ftn|_?fn|foot-?note|note|cite_note|endnote|easy-footnote|reference|(?:bib|ref-?)(?:[.-]?[a-z]{0,4})\d)/i

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
  if (target.name === "dt") return descriptionOf(target)
  let note: PageElement | null = target
  for (let level = 0; level < 4 && note !== null; level += 1) {
    // In a table a note has its number in a cell of its own.
    if (note.name === "td" && note.parent !== null) return note.parent
    if (noteElements.has(note.name)) return isAloneInItem(note) ? note.parent! : note
    note = note.parent
  }
  return undefined
}

/** What follows a term. */
const descriptionOf = (term: PageElement): PageElement | undefined => {
  const siblings = term.parent?.children ?? []
  if (siblings.length > maxNotes * 4) return undefined
  return siblings.slice(siblings.indexOf(term) + 1).find((one): one is PageElement => one instanceof PageElement)
}

const isAloneInItem = ({ name, parent }: PageElement): boolean =>
  name === "p" &&
  parent?.name === "li" &&
  parent.children.length < 8 &&
  parent.children.filter((child) => child instanceof PageElement || child.text.trim() !== "").length === 1

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

/** Whether a note starts with the number of its raised mark. */
const isNumberedLike = (note: PageElement, link: PageElement): boolean => {
  if (link.parent?.name !== "sup" && !holdsRaised(link)) return false
  const number = /\d{1,4}/.exec(collapsedText(link, 20))?.[0]
  return number !== undefined && new RegExp(`^[[(]?${number}(?:[\\])]|[.:)]? )`).test(collapsedText(note, 40))
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
