/** The parts of a page that the reader of a site knows, by selectors of our own. */
import { collapse, collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { isMatch, matcherOf } from "./matcher.ts"

/** Entries read of one page. */
export const maxEntries = 2_000

/** Elements looked at to find a part of an entry. */
const maxLooked = 400

/** Characters of a name and the like. */
const maxText = 300

/** All in the order of the page. */
export const allOf = (root: PageElement, selector: string, most = maxEntries): ReadonlyArray<PageElement> =>
  search(root, selector, { most, looked: Number.POSITIVE_INFINITY, isOutermost: false })

/** Those that stand in no other of them. */
export const outermostOf = (root: PageElement, selector: string): ReadonlyArray<PageElement> =>
  search(root, selector, { most: maxEntries, looked: Number.POSITIVE_INFINITY, isOutermost: true })

/** The first one of a page. */
export const inPage = (root: PageElement, selector: string): PageElement | undefined => allOf(root, selector, 1)[0]

/** The first one in an entry, near its beginning. */
export const inEntry = (entry: PageElement | undefined, selector: string): PageElement | undefined =>
  entry && search(entry, selector, { most: 1, looked: maxLooked, isOutermost: false })[0]

/** All in an entry, near its beginning. */
export const allInEntry = (entry: PageElement, selector: string): ReadonlyArray<PageElement> =>
  search(entry, selector, { most: maxLooked, looked: maxLooked, isOutermost: true })

const search = (
  root: PageElement,
  selector: string,
  { isOutermost, looked, most }: { readonly most: number; readonly looked: number; readonly isOutermost: boolean }
): ReadonlyArray<PageElement> => {
  const matches = matcherOf(selector)
  const found: Array<PageElement> = []
  let left = looked
  const waiting: Array<PageElement> = []
  const add = (parent: PageElement) => {
    // No more than will be looked at: a list may be long.
    const end = Math.min(parent.children.length, left * 2 + 1)
    for (let at = end - 1; at >= 0; at -= 1) {
      const child = parent.children[at]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  add(root)
  for (let at = waiting.pop(); at !== undefined && left > 0 && found.length < most; at = waiting.pop()) {
    left -= 1
    const isFound = !at.isRoot && matches(at)
    if (isFound) found.push(at)
    if (!isFound || !isOutermost) add(at)
  }
  return found
}

/** The nearest element around that matches. */
export const around = (element: PageElement, selector: string, levels = 12): PageElement | undefined => {
  let at = element.parent
  for (let level = 0; at !== null && !at.isRoot && level < levels; level += 1, at = at.parent)
    if (isMatch(at, selector)) return at
  return undefined
}

export const textOf = (element: PageElement | undefined): string =>
  element === undefined ? "" : collapsedText(element, maxText)

/** What an attribute says; empty where it is missing. */
export const told = (element: PageElement | undefined, name: string): string =>
  element === undefined ? "" : collapse((attributeOf(element, name) ?? "").slice(0, maxText * 10))

export const linkOf = (element: PageElement | undefined): string | undefined => element && attributeOf(element, "href")

/** The day of a date as machines write it; empty for others. */
export const dayOf = (date: string): string => /^\d{4}-\d\d-\d\d/.exec(date)?.[0] ?? ""

/** The day that a `time` or the like in an entry tells. */
export const dayIn = (entry: PageElement | undefined, selector = "time[datetime], relative-time[datetime]"): string =>
  dayOf(told(inEntry(entry, selector), "datetime"))

/** What a page says of itself in its head. */
export const metaOf = (root: PageElement, name: string): string =>
  told(inPage(root, `meta[property="${name}"], meta[name="${name}"]`), "content")

/** Line breaks of text that its page shows as it is written, as elements. */
export const withLines = (element: PageElement): PageElement => {
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.name === "pre") continue
    const children = at.children.splice(0)
    for (const child of children) {
      if (child instanceof PageElement) {
        at.children.push(child)
        waiting.push(child)
        continue
      }
      child.text.split("\n").forEach((line, index) => {
        if (index > 0) put(at, new PageElement("br", at.namespace, [], false))
        if (line !== "") put(at, new PageText(line))
      })
    }
  }
  return element
}

const put = (parent: PageElement, child: PageNode): void => {
  child.parent = parent
  parent.children.push(child)
}
