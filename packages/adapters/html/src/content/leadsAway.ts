/** Lines and lists in an article that lead away from it. */
import { collapsedText } from "../innerText.ts"
import { PageElement, type PageNode } from "../PageTree.ts"
import { maxBoilerplate } from "./boilerplate.ts"
import { isBlock, type Stats, textAndLinks } from "./stats.ts"

/** What may be one line. */
export const lines = new Set(["p", "div", "li", "h2", "h3", "h4", "h5", "h6", "section", "time", "address"])

/** What has more children is a list of links. */
const maxBeside = 200

/** Whether a link stands between blocks, with no text beside it: above an article it leads back to where it is listed. */
export const isLineOfItsOwn = (element: PageElement): boolean => {
  if (element.name !== "a" || element.parent === null) return false
  const { children } = element.parent
  if (children.length > maxBeside) return false
  const at = children.indexOf(element)
  return standsApart(children, at, -1) && standsApart(children, at, 1)
}

/** Whether white space and then a block, or nothing, stands on one side. */
const standsApart = (children: ReadonlyArray<PageNode>, from: number, step: 1 | -1): boolean => {
  for (let at = from + step; at >= 0 && at < children.length; at += step) {
    const node = children[at]!
    if (node instanceof PageElement) return isBlock(node) || node.name === "br"
    if (node.text.trim() !== "") return false
  }
  return true
}

/** Whether an element holds nothing but pictures that lead elsewhere. */
export const isThumbnails = ({ images, linkedImages, text }: Stats): boolean =>
  text === 0 && images > 0 && linkedImages === images

/** Whether what was left out before holds links to announce, and not a script or the like. */
export const leads = (element: PageElement): boolean => {
  const { linked, text } = textAndLinks(element, 2_000)
  return linked > text * 0.4 && text > 0
}

/** Whether an element is one link that reads like the headline of another article: no sentence, and it announces nothing. */
export const isHeadline = (element: PageElement, { linkDensity, text }: Stats): boolean =>
  linkDensity > 0.95 &&
  text >= 25 &&
  text <= maxBoilerplate &&
  lines.has(element.name) &&
  !/^https?:|[.:!]["”’)]?$/.test(collapsedText(element, maxBoilerplate))

const contentsNames = new Set(["ul", "ol", "div", "nav"])

export const isContentsList = ({ name }: PageElement): boolean => contentsNames.has(name)

export const isContentsTitle = (element: PageElement): boolean =>
  /^(?:(?:table of )?contents|on this page|in this (?:article|guide|post|story)|inhalt(?:sverzeichnis)?|sommaire)$/i.test(
    collapsedText(element, 40)
  )

/** More prose than a teaser has. */
export const minSection = 300

export const isHeading = ({ name }: PageElement): boolean => /^h[1-6]$/.test(name)

export const isShouted = (text: string): boolean =>
  text.length > 20 && text === text.toUpperCase() && text !== text.toLowerCase()

/** A list of nothing but links as long as headlines: more of the site. */
export const isHeadlines = ({ items, linkDensity, text }: Stats): boolean =>
  items >= 2 && linkDensity > 0.9 && text / items >= 25
