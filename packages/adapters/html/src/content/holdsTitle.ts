/** Where the title of a page stands. */
import { PageElement } from "../PageTree.ts"

/** Elements looked at to find a title. */
const maxLooked = 300

/** Whether the title of the page stands in an element. */
export const holdsTitle = (element: PageElement): boolean => {
  let left = maxLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (at.name === "h1") return true
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return false
}
