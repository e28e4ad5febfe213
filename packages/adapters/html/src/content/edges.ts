/** What stands at the edges of an article and is none of it: a kicker above its title, and who wrote it and when below its end. */
import { collapsedText, innerText } from "../innerText.ts"
import type { Footnotes } from "../markdown/footnotes.ts"
import { PageElement, type PageNode, PageText } from "../PageTree.ts"
import { isDateline } from "./boilerplate.ts"
import { isBlock } from "./stats.ts"

/** Most characters of all that may stand above a title. */
const maxAbove = 120

/** Elements that say something without text. */
const shown = new Set(["img", "picture", "video", "audio", "iframe", "math", "table", "pre", "object", "input"])

/** Adds to `dropped` the short lines above the heading that the head of the page calls it by. */
export const dropAboveTitle = (
  elements: ReadonlyArray<PageElement>,
  dropped: Set<PageElement>,
  titles: ReadonlyArray<string>
): void => {
  const title = firstTitle(elements, dropped)
  if (title === undefined || !isTold(title, titles)) return
  const around = new Set<PageElement>()
  for (let at: PageElement | null = title; at !== null; at = at.parent) around.add(at)
  const above: Array<PageElement> = []
  let left = maxAbove
  /** Whether all above the title may go. */
  const collect = (siblings: ReadonlyArray<PageNode>): boolean => {
    for (const node of siblings) {
      if (node === title) return true
      if (node instanceof PageText) {
        if (node.text.trim() !== "") return false
      } else if (around.has(node)) return collect(node.children)
      else if (!dropped.has(node)) {
        left -= innerText(node, maxLooked).trim().length
        if (left < 0) return false
        if (!holdsShown(node)) above.push(node)
      }
    }
    return true
  }
  if (collect(elements)) for (const line of above) dropped.add(line)
}

/** Characters of markup looked at: it may be indented by far more than it says. */
const maxLooked = 4_000

const firstTitle = (
  elements: ReadonlyArray<PageElement>,
  dropped: ReadonlySet<PageElement>
): PageElement | undefined => {
  const waiting = elements.toReversed()
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (dropped.has(element)) continue
    if (element.name === "h1") return element
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return undefined
}

const holdsShown = (element: PageElement): boolean =>
  shown.has(element.name) || element.children.some((child) => child instanceof PageElement && holdsShown(child))

const isTold = (heading: PageElement, titles: ReadonlyArray<string>): boolean => {
  const text = collapsedText(heading, 400).toLowerCase()
  return (
    text.length > 2 &&
    titles.some((one) => one !== "" && (one.toLowerCase().includes(text) || text.includes(one.toLowerCase())))
  )
}

/** More lines of dates than this are a list of dates. */
const maxLines = 3

/** Adds to `dropped` the last lines when they only say who wrote the article and when. */
export const dropLastDatelines = (
  elements: ReadonlyArray<PageElement>,
  dropped: Set<PageElement>,
  { notes, returns }: Footnotes
): void => {
  const last: Array<PageElement> = []
  /** Whether nothing else stands in the element. */
  const isOver = (element: PageElement): boolean => {
    if (dropped.has(element) || notes.has(element) || returns.has(element)) return true
    if (shown.has(element.name)) return element.name === "img"
    const isLine = isBlock(element) && !element.children.some((child) => child instanceof PageElement && isBlock(child))
    if (isLine) {
      const text = collapsedText(element, 140)
      if (text === "") return true
      if (!isDateline(text)) return false
      last.push(element)
      return true
    }
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]!
      if (child instanceof PageText ? child.text.trim() !== "" : !isOver(child)) return false
    }
    return true
  }
  if (elements.toReversed().every(isOver) || last.length > maxLines) return
  for (const line of last) dropped.add(line)
}
