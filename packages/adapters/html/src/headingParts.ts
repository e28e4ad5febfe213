/** What of a heading is its title: one that was never closed holds all that comes after it. */
import { html } from "parse5"
import { block, silent, traits } from "./elements.ts"
import { collapsedText } from "./innerText.ts"
import { PageElement, type PageNode, PageText } from "./PageTree.ts"

export interface HeadingParts {
  readonly title: ReadonlyArray<PageNode>
  /** What stands in the heading and is none of its title. */
  readonly rest: ReadonlyArray<PageNode>
}

/** What stands in no title: a heading around it was never closed, or has a text below its title. */
const content: ReadonlySet<string> = new Set(
  (
    "p section article main aside nav header footer form ul ol dl menu li table pre blockquote hr details h1 h2 h3 h4 h5 h6 " +
    "fieldset address"
  ).split(" ")
)

/** Characters of boxes that may stand in a title, such as a line below it. */
const longestTitle = 300

/** Elements that are looked at to find content in a box. */
const maxLooked = 200

const isOfHtml = (node: PageNode): node is PageElement =>
  node instanceof PageElement && node.namespace === html.NS.HTML && !node.isRoot

const isBlock = (node: PageNode): node is PageElement =>
  isOfHtml(node) && (node.name === "hr" || ((traits.get(node.name) ?? 0) & block) !== 0)

const isSilent = (node: PageElement): boolean => isOfHtml(node) && ((traits.get(node.name) ?? 0) & silent) !== 0

const isSaid = (node: PageNode): boolean =>
  node instanceof PageText ? node.text.trim() !== "" : !isSilent(node) && collapsedText(node, 400) !== ""

/** Whether it is content, or holds some. */
const holdsContent = (node: PageNode): boolean => {
  let left = maxLooked
  const waiting = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!isOfHtml(at)) continue
    if (content.has(at.name)) return true
    left -= 1
    if (left < 0) return true
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return false
}

const lengthOf = (nodes: ReadonlyArray<PageNode>): number => {
  let length = 0
  for (const node of nodes) {
    length += (node instanceof PageText ? node.text.trim() : collapsedText(node, longestTitle * 2)).length
    if (length > longestTitle) break
  }
  return length
}

/** Where the title ends: ahead of the first box, or behind it where that is what the title stands in. */
const endOfTitle = (children: ReadonlyArray<PageNode>): number => {
  let isBegun = false
  let first = -1
  for (const [at, child] of children.entries()) {
    const isBox = isBlock(child)
    const says = isSaid(child)
    if (isBox && (says || (isBegun && child.name === "hr"))) {
      first = at
      break
    }
    isBegun ||= says
  }
  if (first < 0) return children.length
  if (isBegun) return first
  const box = children[first] as PageElement
  // A box of several parts is the page, and no title.
  const isTitle = !box.children.some(holdsContent) && lengthOf([box]) <= longestTitle && !parted.has(box.name)
  return isTitle ? first + 1 : first
}

/** What no title stands in, however short it is. */
const parted: ReadonlySet<string> = new Set("ul ol dl menu li table pre blockquote form hr".split(" "))

/** Elements around a title that may have been left open with its heading. */
const maxAround = 4

/** What alone stands in a heading and was never closed either, such as `<h1><b>`. What a link is around is its own. */
const aroundAll = (children: ReadonlyArray<PageNode>): PageElement | undefined => {
  const only = onlyIn(children)
  return only !== undefined && wrappers.has(only.name) ? only : undefined
}

const wrappers: ReadonlySet<string> = new Set("b strong i em u font span big small s".split(" "))

const copyOf = ({ attributes, name, namespace, parent }: PageElement, children: ReadonlyArray<PageNode>) => {
  const copy = new PageElement(name, namespace, attributes, false)
  copy.children = [...children]
  copy.parent = parent
  return copy
}

/** All that a heading has, where that is one element. */
const onlyIn = (children: ReadonlyArray<PageNode>): PageElement | undefined => {
  const [only, ...others] = children.filter(isSaid)
  return only !== undefined && others.length === 0 && isOfHtml(only) ? only : undefined
}

/** Whether all that a heading has is a table of one row: a title is laid out in it, and without it there is none. */
const isFrame = (children: ReadonlyArray<PageNode>): boolean => {
  const only = onlyIn(children)
  return only?.name === "table" && countOf(only, "tr") === 1
}

/** What opens in a heading, such as a question with its answer: the title is what it is opened by. */
const openedParts = (children: ReadonlyArray<PageNode>): HeadingParts | undefined => {
  const only = onlyIn(children)
  if (only?.name !== "details") return undefined
  const summary = only.children.find((child) => isOfHtml(child) && child.name === "summary")
  if (summary === undefined || !isSaid(summary) || lengthOf([summary]) > longestTitle) return undefined
  const rest = only.children.filter((child) => child !== summary)
  return rest.some(isSaid) ? { title: [summary], rest } : { title: children, rest: [] }
}

const countOf = (element: PageElement, name: string): number => {
  let count = 0
  let left = maxLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    left -= 1
    if (left < 0) return Number.POSITIVE_INFINITY
    if (at.name === name) count += 1
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return count
}

/** Parts a heading. One that holds its title alone, in boxes or not, is all title. */
export const headingParts = (heading: PageElement, around = 0): HeadingParts => {
  const { children } = heading
  if (!children.some(isBlock)) {
    const inside = around < maxAround ? aroundAll(children) : undefined
    const parts = inside === undefined ? undefined : headingParts(inside, around + 1)
    return inside === undefined || parts === undefined || parts.rest.length === 0
      ? { title: children, rest: [] }
      : { title: [copyOf(inside, parts.title)], rest: parts.rest }
  }
  const opened = openedParts(children)
  if (opened !== undefined) return opened
  const end = endOfTitle(children)
  const rest = children.slice(end)
  const isAllTitle = (!rest.some(holdsContent) || isFrame(children)) && lengthOf(rest) <= longestTitle
  return isAllTitle ? { title: children, rest: [] } : { title: children.slice(0, end), rest }
}

/** Moves what stands in headings and is none of their titles behind them, as if they had been closed. Changes the tree. */
export const closeHeadings = (root: PageElement): void => {
  const waiting = [root]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const children: Array<PageNode> = []
    for (const child of parent.children) {
      children.push(child)
      if (!(child instanceof PageElement)) continue
      waiting.push(child)
      if (!isHeading(child)) continue
      const { rest, title } = headingParts(child)
      if (rest.length === 0) continue
      child.children = [...title]
      adopt(child)
      for (const node of rest) {
        node.parent = parent
        children.push(node)
        if (node instanceof PageElement) waiting.push(node)
      }
    }
    if (children.length > parent.children.length) parent.children = children
  }
}

const adopt = (parent: PageElement, around = 0): void => {
  for (const child of parent.children) {
    child.parent = parent
    if (child instanceof PageElement && wrappers.has(child.name) && around < maxAround) adopt(child, around + 1)
  }
}

const isHeading = (element: PageElement): boolean => isOfHtml(element) && /^h[1-6]$/.test(element.name)

/** The heading with its title alone. */
export const titled = (heading: PageElement): PageElement => {
  const { rest, title } = headingParts(heading)
  if (rest.length === 0) return heading
  return copyOf(heading, title)
}
