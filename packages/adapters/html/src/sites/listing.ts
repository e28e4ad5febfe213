/** How a list of posts is written: each with where it leads, and below it who posted it and what others think of it. */
import { fragmentOf } from "../keepRegions.ts"
import { makeElement, makeLink } from "../makeElement.ts"
import type { PageElement, PageNode } from "../PageTree.ts"

export interface Listed {
  readonly title: string
  readonly link: string | undefined
  /** The site it leads to; empty where that is the page's own. */
  readonly from: string
  readonly about: ReadonlyArray<PageNode | string>
}

/** `more`: the link to the next page. */
export const writeListing = (posts: ReadonlyArray<Listed>, more: PageElement | undefined): PageElement =>
  fragmentOf([makeElement("ol", posts.map(itemOf)), ...(more === undefined ? [] : [makeElement("p", [more])])])

const itemOf = ({ about, from, link, title }: Listed): PageElement =>
  makeElement("li", [
    makeLink(title, link),
    ...(from === "" ? [] : [` (${from})`]),
    ...(about.length === 0 ? [] : [makeElement("br", [])]),
    ...about.flatMap((one, at) => (at === 0 ? [one] : [" · ", one]))
  ])
