/** What of a page is surely not its content: what no reader sees, and what its own names say is navigation or the like. */
import { html } from "parse5"
import { Clutter, holdsOwnHeader } from "../clutter.ts"
import { isFolded } from "../markdown/alerts.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { isHidden, isOpened } from "../visibility.ts"

const unseen = new Set([
  "script",
  "style",
  "link",
  "meta",
  "template",
  "textarea",
  "datalist",
  "dialog",
  "title",
  "base"
])

/** Elements to leave out. Formulas keep the script that is their source, and notes and formulas what is hidden in them. */
export const strip = (root: PageElement, leavesOutClutter = true): Set<PageElement> => {
  const dropped = new Set<PageElement>()
  const clutter = new Clutter()
  const visit = (parent: PageElement, inContent: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (isOut(child, leavesOutClutter ? clutter : undefined, inContent)) {
        dropped.add(child)
        continue
      }
      if (child.namespace === html.NS.SVG) continue
      visit(child, inContent || holdsOwnHeader(child))
    }
  }
  visit(root, false)
  return dropped
}

const isOut = (element: PageElement, clutter: Clutter | undefined, inContent: boolean): boolean => {
  if (element.isRoot) return false
  if (unseen.has(element.name) && element.namespace === html.NS.HTML) return !isFormulaSource(element)
  if (clutter === undefined) return false
  if (isHidden(element) || (isClassHidden(element) && !isOpened(element)))
    return !isFormulaPart(element) && !isFolded(element)
  if (element.namespace !== html.NS.HTML || !clutter.isClutter(element, inContent)) return false
  return element.name === "aside" ? !holdsArticle(element) : !boxes.has(element.name) || !isAroundArticle(element)
}

/**
 * Whether classes that many style sheets share hide the element, or hide it on some screens, where another stands in for it. What
 * they show on others is shown.
 */
const isClassHidden = (element: PageElement): boolean => {
  const names = attributeOf(element, "class")
  if (names === undefined || !/hidden|invisible/.test(names)) return false
  const words = names.split(/\s+/, 64)
  return (
    words.some((word) => /^(?:(?:sm|md|lg|xl|2xl|print|not-\w+):)*(?:hidden|invisible)$/.test(word)) &&
    !words.some((word) => shown.test(word))
  )
}

const shown = /^(?:[\w-]+|\w+-\[[^\]]{1,40}\]):(?:block|flex|grid|inline|inline-\w+|table|contents|visible)$/

/** Elements looked at to find an article in an aside. */
const maxLooked = 300

/** Whether the page's title or the body of its article stands in what is marked up as standing aside. */
const holdsArticle = (element: PageElement): boolean => {
  let left = maxLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (at.name === "h1" || attributeOf(at, "itemprop") === "articleBody") return true
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return false
}

/** Boxes whose names are no more than hints. */
const boxes = new Set(["div", "section", "article"])

/** Paragraphs under a title that make an article. */
const minParagraphs = 3

/** Whether the page's title stands in a box with paragraphs under it: one that lays out the article, whatever it is called. */
const isAroundArticle = (element: PageElement): boolean => {
  let left = maxLooked
  let paragraphs = 0
  let hasTitle = false
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (at.name === "h1") hasTitle = true
    else if (at.name === "p" && hasTitle) paragraphs += 1
    if (hasTitle && paragraphs >= minParagraphs) return true
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return false
}

const isFormulaSource = (element: PageElement): boolean =>
  element.name === "script" && /^math\//i.test(attributeOf(element, "type") ?? "")

const isFormulaPart = (element: PageElement): boolean => /mathml|katex/i.test(attributeOf(element, "class") ?? "")
