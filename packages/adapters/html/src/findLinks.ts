/** Where a page leads. */
import type { PageLink } from "@kittiwake/core/pages/domain/PageLink"
import type { Addresses } from "./Addresses.ts"
import { shownLine } from "./innerText.ts"
import { attributeOf, type PageElement } from "./PageTree.ts"

/** Links told of one page, and characters told of the text of each. */
export const maxLinks = 50_000
const maxLinkText = 500

/** Each address once, with its first text. It is nofollow when every link to it is. */
export const findLinks = (anchors: ReadonlyArray<PageElement>, addresses: Addresses): ReadonlyArray<PageLink> => {
  const links = new Map<string, PageLink>()
  for (const anchor of anchors) {
    const href = attributeOf(anchor, "href")
    if (href === undefined || href.startsWith("#")) continue
    const url = addresses.document(href)
    if (url === undefined) continue
    const rel = attributeOf(anchor, "rel")
    const nofollow = rel !== undefined && /(?:^|\s)nofollow(?:\s|$)/i.test(rel)
    const known = links.get(url)
    if (known === undefined) {
      if (links.size >= maxLinks) break
      links.set(url, { url, text: textOf(anchor), nofollow })
    } else if (known.text === "" || (known.nofollow && !nofollow)) {
      const text = known.text === "" ? textOf(anchor) : known.text
      links.set(url, { url, text, nofollow: known.nofollow && nofollow })
    }
  }
  return [...links.values()]
}

const textOf = (anchor: PageElement): string => shownLine(anchor, maxLinkText * 4).slice(0, maxLinkText)
