/** How much of what stands inside each element of a page. */
import { html } from "parse5"
import { PageElement, PageText } from "../PageTree.ts"

export class Stats {
  /** Characters of text, of those in links, in headings, in lists, and in elements that hold words. */
  text = 0
  linked = 0
  headed = 0
  listed = 0
  worded = 0
  /** Those in lists of nothing but links. */
  inLinkLists = 0
  /** Those in links to places on the same page. */
  anchored = 0
  commas = 0
  /** Blocks of code. */
  codes = 0
  paragraphs = 0
  images = 0
  /** Those in links to pages that are no pictures. */
  linkedImages = 0
  items = 0
  inputs = 0
  embeds = 0
  /** Headings that are a link. */
  linkedHeadings = 0
  /** Characters of text in paragraphs that read like prose. */
  prose = 0

  add(other: Stats): void {
    this.text += other.text
    this.linked += other.linked
    this.headed += other.headed
    this.listed += other.listed
    this.worded += other.worded
    this.anchored += other.anchored
    this.inLinkLists += other.inLinkLists
    this.linkedHeadings += other.linkedHeadings
    this.commas += other.commas
    this.codes += other.codes
    this.paragraphs += other.paragraphs
    this.images += other.images
    this.linkedImages += other.linkedImages
    this.items += other.items
    this.inputs += other.inputs
    this.embeds += other.embeds
    this.prose += other.prose
  }

  /** The share of links beside lists of them, where those are most of the text: what stands around them is no list for that. */
  get linkDensityBesideLists(): number {
    const text = this.text - this.inLinkLists
    return text <= 0 || text > this.inLinkLists ? this.linkDensity : Math.max(0, this.linked - this.inLinkLists) / text
  }

  get linkDensity(): number {
    return this.text === 0 ? 0 : this.linked / this.text
  }
}

export const inlineNames = new Set(
  (
    "a abbr acronym audio b bdi bdo big br button cite code data datalist dfn em embed font i iframe img input ins kbd label " +
    "map mark math meter mjx-container noscript object output progress q ruby s samp script select small span strong sub sup svg " +
    "textarea time tt u var video wbr del"
  ).split(" ")
)

export const isBlock = (element: PageElement): boolean => !inlineNames.has(element.name)

const headings = new Set(["h1", "h2", "h3", "h4", "h5", "h6"])
const listNames = new Set(["ul", "ol"])
const wordedNames = new Set(["span", "li", "td", "p", "blockquote", "dl", "pre", "ol", "ul"])

const picture = /^#|\.(?:avif|bmp|gif|jpe?g|png|svg|webp)(?:[?#]|$)|[?&]attachment_id=/i

/** Adds to `inside` what the element itself is, once what stands inside it is there. */
export const countSelf = (element: PageElement, inside: Stats): void => {
  const { name } = element
  switch (name) {
    case "a": {
      const href = element.attributes.find((one) => one.name === "href")?.value
      if (href !== undefined) {
        inside.linked = inside.text * (href.startsWith("#") ? 0.3 : 1)
        if (href.startsWith("#")) inside.anchored = inside.text
        else if (inside.headed > 0) inside.linkedHeadings = 1
        if (inside.images > 0 && !picture.test(href)) inside.linkedImages = inside.images
      }
      break
    }
    case "img":
      inside.images += 1
      break
    case "li":
      inside.items += 1
      break
    case "p":
      inside.paragraphs += 1
      break
    case "pre":
      inside.codes += 1
      break
    case "input":
      if (element.attributes.find((one) => one.name === "type")?.value !== "hidden") inside.inputs += 1
      break
    case "object":
    case "embed":
      inside.embeds += 1
  }
  if (headings.has(name)) {
    inside.headed = inside.text
    if (inside.text > 0 && inside.linked > inside.text * 0.8) inside.linkedHeadings = 1
  }
  if (listNames.has(name)) {
    inside.listed = inside.text
    if (inside.items > 2 && inside.linked > inside.text * 0.8) inside.inLinkLists = inside.text
  }
  if (wordedNames.has(name)) inside.worded = inside.text
  if (isBlock(element) && !headings.has(name) && element.namespace === html.NS.HTML) {
    const isLeaf = !element.children.some((child) => child instanceof PageElement && isBlock(child))
    if (isLeaf && inside.text >= 80 && inside.linkDensity < 0.3) inside.prose = inside.text
  }
}

export const countText = (node: PageText, stats: Stats): void => {
  const text = node.text.trim()
  if (text === "") return
  stats.text += text.length + 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x2c || code === 0x60c || code === 0xff0c || code === 0x3001 || code === 0x3002) stats.commas += 1
  }
}

const media = new Set(["iframe", "video", "audio", "script", "svg", "picture", "canvas"])

/** Elements counted by `textAndLinks`; what holds more counts as holding a picture. */
const maxCounted = 200

/** What an element holds, with anything that is no text counted as a picture; counts little past `most` characters. */
export const textAndLinks = (element: PageElement, most: number, budget = { left: maxCounted }): Stats => {
  const stats = new Stats()
  for (const child of element.children) {
    if (stats.text > most) break
    if (child instanceof PageText) countText(child, stats)
    else if (media.has(child.name) || budget.left === 0) stats.images += 1
    else {
      budget.left -= 1
      stats.add(textAndLinks(child, most, budget))
    }
  }
  countSelf(element, stats)
  return stats
}

/** Whether a list only leads to places on the same page: a table of contents. */
export const isContents = (element: PageElement, { anchored, items, text }: Stats): boolean =>
  (listNames.has(element.name) || element.name === "div") && items >= 3 && anchored > text * 0.7
