/** What shows that scripts fill a part of a page whose frame is there: its header and menu say much and its content nothing yet. */
import { isBesideContent, isNamedForComing } from "@kittiwake/core/internal/pages/domain/awaitedContent"
import { PageElement, type PageNode } from "./PageTree.ts"

/** Where in a page something stands: nowhere in particular, in what is on each page of its site, or in what the page is about. */
export type Place = "open" | "frame" | "content"

export interface AwaitedParts {
  /** Characters of visible text outside of what is on each page of the site. */
  contentLength: number
  /** Whether a part says that it is being filled. */
  saysSo: boolean
  hasEmptyPart: boolean
}

export const makeAwaitedParts = (): AwaitedParts => ({ contentLength: 0, saysSo: false, hasEmptyPart: false })

const frames = new Set(["header", "nav", "footer", "aside"])
const frameRoles = new Set(["banner", "navigation", "contentinfo", "complementary"])
const contents = new Set(["main", "article"])

export const placeIn = (place: Place, element: PageElement): Place => {
  if (place !== "open") return place
  if (frames.has(element.name)) return "frame"
  if (contents.has(element.name)) return "content"
  for (const { name, value } of element.attributes) {
    if (name === "role" && frameRoles.has(value)) return "frame"
  }
  return place
}

/** Text in these is shown as it was written. */
const verbatim = new Set(["pre", "code", "samp", "kbd", "textarea", "script", "style", "template", "option"])

export const isVerbatim = (element: PageElement): boolean => verbatim.has(element.name)

const cloaks = new Set(["v-cloak", "ng-cloak"])

/** Whether the element says by a mark that it is being filled. */
export const isMarkedAsAwaited = (element: PageElement): boolean => {
  for (const { name, value } of element.attributes) {
    if ((name === "aria-busy" && value === "true") || cloaks.has(name)) return true
    if (name === "class" && isNamedForComing(value)) return true
  }
  return false
}

const lists = new Set(["ul", "ol", "tbody", "main", "article"])
const parts = new Set(["div", "section"])

/** Whether an element that is there for things has none. */
export const isEmptyPart = (element: PageElement): boolean => {
  const isList = lists.has(element.name)
  if (!isList && !parts.has(element.name)) return false
  if (!element.children.every(isBlank)) return false
  let id = ""
  for (const { name, value } of element.attributes) {
    if ((name === "id" || name === "class") && isBesideContent(value)) return false
    if (name === "id") id = value
  }
  return isList || id !== ""
}

const isBlank = (node: PageNode): boolean => !(node instanceof PageElement) && node.text.trim() === ""
