/** What a page holds for readers without scripts, where nothing else stands. */
import { html } from "parse5"
import { innerText } from "./innerText.ts"
import { PageElement, PageText } from "./PageTree.ts"

/** What such pages have in their markup. */
export const unscriptedMark = "<noscript"

/** Shorter ones ask for scripts, count readers or show a picture. */
const minLength = 800
const maxLength = 2_000_000

/** Most of them on one page. */
const maxPlaces = 10

/** More text than this beside it has come from the scripts already. */
const maxBeside = 100

/** Replaces a `noscript` with paragraphs by them, if what holds it says nothing itself. Changes the tree. */
export const placeUnscripted = (root: PageElement, parse: (markup: string) => PageElement): void => {
  const places: Array<PageElement> = []
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    for (const child of element.children) {
      if (!(child instanceof PageElement)) continue
      if (child.name !== "noscript") waiting.push(child)
      else if (places.length < maxPlaces && element.name !== "head") places.push(child)
    }
  }
  for (const place of places) {
    const markup = innerText(place, maxLength)
    if (markup.length < minLength || (markup.match(/<(?:p|br)\b/gi)?.length ?? 0) < 2 || !standsAlone(place)) continue
    const content = parse(markup).children.flatMap((page) => (page instanceof PageElement ? bodyOf(page) : []))
    const box = new PageElement("div", html.NS.HTML, [], false)
    for (const node of content) {
      box.children.push(node)
      node.parent = box
    }
    const siblings = place.parent!.children
    box.parent = place.parent
    siblings[siblings.indexOf(place)] = box
  }
}

const bodyOf = (page: PageElement) =>
  page.children.flatMap((part) => (part instanceof PageElement && part.name === "body" ? part.children : []))

const silent = new Set(["script", "style", "noscript", "template"])

const standsAlone = ({ parent }: PageElement): boolean => {
  if (parent === null || parent.children.length > maxBeside) return false
  let length = 0
  for (const child of parent.children) {
    if (child instanceof PageText) length += child.text.trim().length
    else if (!silent.has(child.name)) length += innerText(child, maxBeside + 1).trim().length
  }
  return length <= maxBeside
}
