/** Which parts of a page stand beside what it is about: the head of its site, and the basket of whoever looks at it. */
import {
  inBasket,
  inMasthead,
  isBasketLink,
  isBasketPart,
  isBasketPath
} from "@kittiwake/core/internal/extraction/domain/baskets"
import { holdsOwnHeader } from "../clutter.ts"
import { attributeOf, type PageElement } from "../PageTree.ts"
import { holds, shownText } from "./shownText.ts"

/** What contexts say of what stands in an element beside the page; empty for all others. */
export const besidePage = (element: PageElement): string => {
  if (isBasket(element)) return inBasket
  return isMasthead(element) ? inMasthead : ""
}

const isHeading = ({ name }: PageElement): boolean => /^h[1-6]$/.test(name)

const holdsHeading = holds(isHeading)

const holdsTitle = holds(({ name }) => name === "h1")

const isMasthead = (element: PageElement): boolean =>
  (element.name === "header" || attributeOf(element, "role") === "banner") &&
  !holdsHeading(element) &&
  !isInContent(element)

const isInContent = ({ parent }: PageElement): boolean => {
  for (let around = parent; around !== null; around = around.parent) if (holdsOwnHeader(around)) return true
  return false
}

/** Names of one element that are looked at, and characters of a link. */
const maxNames = 6
const longestLink = 100

/** A link into a basket that says no more than what is in it, and a part of a page that is called so. */
const isBasket = (element: PageElement): boolean => {
  if (element.attributes.length === 0 || isHeading(element)) return false
  const href = element.name === "a" ? attributeOf(element, "href") : undefined
  if (href !== undefined && isBasketPath(href)) return isBasketLink(shownText(element, longestLink))
  const said = `${attributeOf(element, "id") ?? ""} ${attributeOf(element, "class") ?? ""}`
  return said.trim().split(/\s+/, maxNames).some(isBasketPart) && !holdsTitle(element)
}
