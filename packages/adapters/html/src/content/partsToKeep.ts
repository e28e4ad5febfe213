/** Parts of an article that look like what is left out, and are read. */
import { collapsedText } from "../innerText.ts"
import { videoOf } from "../markdown/video.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { textAndLinks } from "./stats.ts"

/** What has more children is a list of links. */
const maxBeside = 200

/** Whether captions of a figure are of pictures: under a table, code or a list, a caption says what that is. */
export const isFigureOfPicture = (figure: PageElement): boolean =>
  !holds(figure, new Set(["table", "pre", "ul", "ol", "blockquote"]))

/** Whether the element right behind is code, or a box that begins with it. */
const isAboveCode = (element: PageElement): boolean => {
  const siblings = element.parent?.children ?? []
  if (siblings.length > maxBesideCode) return false
  let at = siblings.slice(siblings.indexOf(element) + 1).find(isElement)
  for (let level = 0; level < maxAroundCode && at !== undefined; level += 1) {
    if (at.name === "pre") return true
    at = at.children.slice(0, maxBesideCode).find(isElement)
  }
  return false
}

/** Whether a caption, or the box that it stands in, is right above code: it says in which file that stands. */
export const isOfCode = (caption: PageElement): boolean =>
  isAboveCode(caption) || (caption.parent !== null && isAboveCode(caption.parent))

const isElement = (node: PageNode): node is PageElement => node instanceof PageElement

/** Nodes in the box of a caption and its code, and boxes around code. */
const maxBesideCode = 8
const maxAroundCode = 4

const holds = (element: PageElement, names: ReadonlySet<string>): boolean =>
  element.children.some((child) => child instanceof PageElement && (names.has(child.name) || holds(child, names)))

export const isVideo = (element: PageElement): boolean =>
  element.name === "iframe" &&
  (videoOf(element) !== undefined ||
    /(?:youtube(?:-nocookie)?|vimeo|dailymotion|twitch|bilibili)\.(?:com|tv)/i.test(attributeOf(element, "src") ?? ""))

/** Whether an item of a list of tasks says with it that it is done or not, or a cell by a box that nobody can tick. */
export const isTaskBox = (element: PageElement): boolean => {
  if (element.name !== "input" || attributeOf(element, "type")?.toLowerCase() !== "checkbox") return false
  const around = [element.parent?.name, element.parent?.parent?.name]
  if (around.includes("li")) return true
  return attributeOf(element, "disabled") !== undefined && (around.includes("td") || around.includes("th"))
}

const sentences = new Set(["p", "li", "td", "th", "dd"])

const opens = (button: PageElement): boolean =>
  attributeOf(button, "popovertarget") !== undefined || attributeOf(button, "aria-describedby") !== undefined

const titled = /^(?:h[2-6]|dt)$/

/** Whether a sentence goes on behind a button, as one that says which to press does, or a button is all that a heading says. */
export const isNamedButton = (button: PageElement): boolean => {
  const { children, name, parent } = button
  // So is the mark of a note that it opens.
  if (name === "button" && /^\[?\d{1,3}\]?$/.test(collapsedText(button, 20)) && opens(button)) return true
  // The question of a folded answer is a button in a heading.
  if (name === "button" && parent !== null && titled.test(parent.name)) return true
  if (name !== "button" || parent === null || !sentences.has(parent.name) || parent.children.length > maxBeside)
    return false
  if (!children.every((child) => child instanceof PageText)) return false
  const { linked, text } = textAndLinks(parent, 1_000)
  return text - linked > 40
}

/** A list of pictures, one an item. */
export const isGallery = (list: PageElement): boolean => {
  const items = list.children.filter((child): child is PageElement => child instanceof PageElement)
  return (
    items.length > 0 &&
    items.every((item) => item.children.filter((child) => child instanceof PageElement).length <= 1) &&
    items.every((item) => holdsImage(item))
  )
}

const holdsImage = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageElement && (child.name === "img" || holdsImage(child)))
