/** Headings and rules at the end of a page: what they head was no part of it, or is its notes, which Markdown sets apart itself. */
import { collapsedText } from "../innerText.ts"
import type { Footnotes } from "../markdown/footnotes.ts"
import { type PageElement, PageText } from "../PageTree.ts"

const headings = new Set(["h1", "h2", "h3", "h4", "h5", "h6"])

/** Show something without text inside. */
const shown = new Set(["img", "picture", "video", "audio", "iframe", "math", "table", "pre", "object", "svg", "input"])

/** Whether a line only says that notes follow. */
const isNotesTitle = (element: PageElement): boolean =>
  (element.name === "p" || element.name === "div") &&
  /^(?:(?:foot|end|side)?notes|fußnoten|anmerkungen|notas|noten|примечания)$/i.test(collapsedText(element, 20))

/** Adds them to `dropped`; none where there is nothing else. */
export const dropLastHeadings = (
  elements: ReadonlyArray<PageElement>,
  dropped: Set<PageElement>,
  { notes, returns }: Footnotes
): void => {
  /** Whether nothing else stands in the element. */
  const isEmpty = (element: PageElement): boolean => {
    if (dropped.has(element) || notes.has(element) || returns.has(element)) return true
    if (headings.has(element.name) || element.name === "hr" || isNotesTitle(element)) {
      last.push(element)
      return true
    }
    if (shown.has(element.name)) return false
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]!
      if (child instanceof PageText ? child.text.trim() !== "" : !isEmpty(child)) return false
    }
    return true
  }
  const last: Array<PageElement> = []
  // Where nothing but headings is left, they are what the page says.
  if (elements.toReversed().every(isEmpty)) return
  for (const heading of last) dropped.add(heading)
}
