/** What tells marks of notes, notes and the ways back from them by their names, their numbers and where they stand. */
import { collapsedText } from "../innerText.ts"
import { ListNumbers, startOf } from "../listNumbers.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"

/** What a mark says. */
export const markText = /^[[(]?(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|note \d+|[*†‡§¶]{1,3})[\])]?$/i

const namedNote =
  /^(?:_?ftn|_?fn|foot-?note|note|cite_note|endnote|easy-footnote|reference|(?:bib|ref-?)(?:[.-]?[a-z]{0,4})\d)|(?:fn|note)[.:_-]?\d{1,4}$/i

/** Whether a link to a place with this id looks like the mark of a note. */
export const isMark = (link: PageElement, id: string): boolean => {
  const text = collapsedText(link, 20)
  if (!markText.test(text)) return false
  const names = ["class", "role", "rel", "epub:type"].map((name) => attributeOf(link, name) ?? "").join(" ")
  if (/(?:foot|end|side|margin)-?note|noteref|\bfn/i.test(names) || (namedNote.test(id) && /\d/.test(text))) return true
  let around = link.parent
  for (let level = 0; level < 2 && around !== null; level += 1) {
    if (around.name === "sup" || /footnote|noteref|reference|\bfn\b/i.test(attributeOf(around, "class") ?? ""))
      return true
    around = around.parent
  }
  return holdsRaised(link) || /^\[.+\]$/.test(text) || bracketsOf(link) !== undefined
}

/** The texts that end and start with the brackets around a mark. */
export const bracketsOf = (mark: PageElement): readonly [PageText, PageText] | undefined => {
  const siblings = mark.parent?.children ?? []
  if (siblings.length > maxBeside) return undefined
  const at = siblings.indexOf(mark)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  return before instanceof PageText &&
    after instanceof PageText &&
    /\[\s*$/.test(before.text.slice(-20)) &&
    /^\s*\]/.test(after.text.slice(0, 20))
    ? [before, after]
    : undefined
}

/** More stand beside no mark of a note. */
const maxBeside = 2_000

const holdsRaised = (link: PageElement): boolean =>
  link.children.some((child) => child instanceof PageElement && child.name === "sup")

/** Whether what a link leads to is named as a note, or stands among notes. */
export const isNamedNote = (note: PageElement, id: string): boolean => {
  if (namedNote.test(id)) return true
  for (
    let around: PageElement | null = note, level = 0;
    around !== null && level < 3;
    around = around.parent, level += 1
  ) {
    const names = ["class", "role", "epub:type"].map((name) => attributeOf(around!, name) ?? "").join(" ")
    if (/(?:foot|end|side|margin)-?note/i.test(names)) return true
  }
  return false
}

/** Whether a note or its start has the number of its mark, or that place in its list. */
export const isNumberedLike = (
  note: PageElement,
  target: PageElement,
  link: PageElement,
  numbers: ItemNumbers
): boolean => {
  const number = /\d{1,4}/.exec(collapsedText(link, 20))?.[0]
  if (number === undefined) return false
  const begins = noteNumber(number)
  return (
    collapsedText(target, 12).replace(/[[\]().:]/g, "") === number ||
    begins.test(textBehind(target)) ||
    begins.test(collapsedText(note, 40)) ||
    numbers.of(note) === Number(number)
  )
}

/** Finds a number of digits that a note begins with. @internal */
export const noteNumber = (number: string): RegExp => new RegExp(`^[[(]?${number}(?:[\\])]|[.:)]? )`)

/** The text right behind an anchor that holds none. */
const textBehind = (anchor: PageElement): string => {
  const siblings = anchor.parent?.children ?? []
  if (siblings.length > maxBeside || collapsedText(anchor, 12) !== "") return ""
  const next = siblings[siblings.indexOf(anchor) + 1]
  return next instanceof PageText ? next.text.slice(0, 40).trimStart() : ""
}

/** Most items of a list of notes. */
const maxItems = 8_000

/** The numbers that numbered lists give to their items. Each list is read once, however many marks lead into it. */
export class ItemNumbers {
  private readonly said = new ListNumbers()
  private readonly places = new Map<PageElement, ReadonlyMap<PageElement, number>>()

  of(item: PageElement): number | undefined {
    const list = item.parent
    if (item.name !== "li" || list?.name !== "ol" || list.children.length > maxItems) return undefined
    return this.said.of(list)?.get(item) ?? this.placesIn(list).get(item)
  }

  private placesIn(list: PageElement): ReadonlyMap<PageElement, number> {
    const known = this.places.get(list)
    if (known !== undefined) return known
    const places = new Map<PageElement, number>()
    const start = startOf(list) ?? 1
    for (const child of list.children)
      if (child instanceof PageElement && child.name === "li") places.set(child, start + places.size)
    this.places.set(list, places)
    return places
  }
}

/** Whether an element leads back from a note to its marks. */
export const isReturn = (element: PageElement): boolean =>
  (element.name === "span" &&
    /back-?(?:links?|refs?)(?:$|\s)/i.test(attributeOf(element, "class") ?? "") &&
    collapsedText(element, 40).length < 30) ||
  isReturnLink(element)

const isReturnLink = (element: PageElement): boolean =>
  element.name === "a" &&
  (attributeOf(element, "href")?.includes("#") ?? false) &&
  (/backref|reversefootnote|footnote-return|doc-backlink/i.test(
    `${attributeOf(element, "class") ?? ""} ${attributeOf(element, "role") ?? ""}`
  ) ||
    /^[↩↑^⏎⤴⬆\s]+$/u.test(collapsedText(element, 10).replace(/[\ufe0e\ufe0f]/g, "")))
