/** Which links of a page are marks of footnotes, and which elements are the notes they lead to. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { noteOf, splitNotes } from "./gatheredNote.ts"
import { findLooseNotes } from "./looseNotes.ts"
import { cutNumber, findMarginNotes, leadingNumbers, noteText } from "./marginNotes.ts"
import { bracketsOf, ItemNumbers, isMark, isNamedNote, isNumberedLike, isReturn, markText } from "./noteMarks.ts"

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
  return all.notes.size > 0 ? all : (loose(root) ?? all)
}

const loose = (root: PageElement): Footnotes | undefined => {
  const found = findLooseNotes(root)
  if (found === undefined) return undefined
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
  const texts = new Set([...linked.notes.keys()].map(noteText))
  const returns = new Set([
    ...linked.returns,
    ...found.repeated.filter((one) => !linked.notes.has(one)),
    ...found.boxes.filter((box) => !isInAny(box, linked.notes) && texts.has(noteText(box)))
  ])
  const byLabel = new Map([...linked.notes].map(([note, label]) => [label, note]))
  for (const [mark, note] of found.pairs) {
    const link = mark.children.find((child): child is PageElement => child instanceof PageElement)
    const told = linked.references.get(mark) ?? (link === undefined ? undefined : linked.references.get(link))
    const printed = told === undefined ? undefined : byLabel.get(told)
    if (printed !== undefined && noteText(printed) === noteText(note)) {
      // The same note once more: the one that the mark leads to stays.
      returns.add(note)
      continue
    }
    const label = notes.get(note) ?? String(notes.size + 1)
    notes.set(note, label)
    references.set(mark, label)
  }
  return { references, notes, returns }
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

/** A mark with its note, and where the note starts. */
interface Mark {
  readonly mark: PageElement
  readonly note: PageElement
  readonly target: PageElement
  /** The number that the mark shows; empty for a sign. */
  readonly number: string
}

const pair = (links: ReadonlyArray<Link>, targets: ReadonlyMap<string, Target>): Footnotes => {
  const marks: Array<Mark> = []
  const found = new Set<PageElement>()
  const returns = new Set<PageElement>()
  const gathered = new Map<PageElement, PageElement | undefined>()
  const backLinks = new Map<string, Array<PageElement>>()
  const numbers = new ItemNumbers()
  for (const { id, link } of links) backLinks.set(id, [...(backLinks.get(id) ?? []).slice(-20), link])

  for (const { at, id, link } of links) {
    if (found.size >= maxNotes || returns.has(link) || !isMark(link, id)) continue
    const told = targets.get(id)
    // What stands above its mark is the mark of the note that the link stands in.
    if (told !== undefined && told.at < at) continue
    const answer = told === undefined ? answerTo(id, backLinks) : undefined
    const target = told?.target ?? answer
    if (target === undefined) continue
    const note = noteOf(target, gathered)
    if (note === undefined || isInside(link, note) || isHeading(note)) continue
    const back = idsAround(link)
      .flatMap((own) => backLinks.get(own) ?? [])
      .find((one) => isInside(one, note) || isInside(one, target))
    if (back === undefined && !isNamedNote(note, id) && !isNumberedLike(note, target, link, numbers)) continue
    found.add(note)
    const mark = link.parent?.name === "sup" && link.parent.children.length === 1 ? link.parent : link
    marks.push({ mark, note, target, number: /\d{1,4}/.exec(collapsedText(link, 20))?.[0] ?? "" })
    if (back !== undefined) returns.add(back)
    if (answer !== undefined) returns.add(answer)
    if (target.name === "dt" && markText.test(collapsedText(target, 20))) returns.add(target)
  }
  for (const heading of gathered.keys()) returns.add(heading)
  return labelled(apart(marks), returns)
}

/** Gives each of several notes in one paragraph a box of its own; without those that cannot be told apart. */
const apart = (marks: ReadonlyArray<Mark>): ReadonlyArray<Mark> => {
  const starts = new Map<PageElement, Set<PageElement>>()
  for (const { note, target } of marks) starts.set(note, (starts.get(note) ?? new Set()).add(target))
  const boxes = new Map<PageElement, PageElement>()
  for (const [note, inside] of starts) {
    if (inside.size > 1) for (const [target, box] of splitNotes(note, inside)) boxes.set(target, box)
  }
  return marks.flatMap((one) => {
    const box = boxes.get(one.target)
    if (box !== undefined) return [{ ...one, note: box }]
    return starts.get(one.note)!.size > 1 ? [] : [one]
  })
}

const labelled = (marks: ReadonlyArray<Mark>, returns: Set<PageElement>): Footnotes => {
  const references = new Map<PageElement, string>()
  const notes = new Map<PageElement, string>()
  for (const { mark, note, number } of marks) {
    const known = notes.get(note)
    const label = known ?? String(notes.size + 1)
    references.set(mark, label)
    const brackets = bracketsOf(mark)
    if (brackets !== undefined) {
      const [before, after] = brackets
      before.text = before.text.slice(0, before.text.lastIndexOf("["))
      after.text = after.text.slice(after.text.indexOf("]") + 1)
    }
    if (known !== undefined) continue
    notes.set(note, label)
    for (const one of leadingNumbers(note)) returns.add(one)
    visit(note, (element) => isReturn(element) && returns.add(element))
    cutNumber(note, number, returns)
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

const isHeading = (element: PageElement) => /^h[1-6]$/.test(element.name)

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

const isInside = (element: PageElement, outer: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    if (at === outer) return true
  }
  return false
}

const isInAny = (element: PageElement, outer: ReadonlyMap<PageElement, string>): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parent) if (outer.has(at)) return true
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
