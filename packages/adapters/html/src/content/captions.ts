/** What is written under pictures. */
import { attributeOf, PageElement } from "../PageTree.ts"
import type { Stats } from "./stats.ts"

/** Elements looked at to find what is written under pictures. */
const maxCaptionLooked = 60

/** Whether a box says what its own pictures show, or that alone: pictures that lead elsewhere are those of teasers. */
export const isCaptioned = (element: PageElement, { images, linkedImages }: Stats): boolean => {
  if (linkedImages > 0) return false
  if (images === 0) return isNamedCaption(element)
  let left = maxCaptionLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (isNamedCaption(at)) return true
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return false
}

const isNamedCaption = (element: PageElement): boolean =>
  element.name === "figcaption" || /caption/i.test(attributeOf(element, "class") ?? "")
