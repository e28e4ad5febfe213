/** The header above the main content of a page that holds the page's title, with what it says under that. */
import { PageElement } from "../PageTree.ts"

/** Elements looked at. */
const maxLooked = 2_000

const holdsTitle = (element: PageElement, dropped: ReadonlySet<PageElement>): boolean => {
  let left = maxLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (at.name === "h1") return true
    for (const child of at.children) if (child instanceof PageElement && !dropped.has(child)) waiting.push(child)
  }
  return false
}

/** None where `main` has a title of its own. */
export const titleHeader = (
  root: PageElement,
  main: PageElement,
  dropped: ReadonlySet<PageElement>
): PageElement | undefined => {
  if (holdsTitle(main, dropped)) return undefined
  let left = maxLooked
  let found: PageElement | undefined
  /** Whether `main` is reached. */
  const visit = (parent: PageElement): boolean => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || dropped.has(child)) continue
      left -= 1
      if (child === main || left < 0) return true
      if (child.name === "header") found = holdsTitle(child, dropped) ? child : found
      else if (visit(child)) return true
    }
    return false
  }
  visit(root)
  return found
}
