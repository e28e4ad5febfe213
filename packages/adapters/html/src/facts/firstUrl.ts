/** Where the first link of a part leads, which is what is asked for of a document where the part says *PDF*. */
import type { Addresses } from "../Addresses.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

/** What was found in an element, so that those around it need not look again. */
const known = new WeakMap<PageElement, { readonly url: string | undefined }>()

export const firstUrl = (part: PageElement, addresses: Addresses): string | undefined => {
  const before = known.get(part)
  if (before !== undefined) return before.url
  const url = urlIn(part, addresses)
  known.set(part, { url })
  return url
}

const urlIn = (part: PageElement, addresses: Addresses): string | undefined => {
  for (const child of part.children) {
    if (!(child instanceof PageElement)) continue
    const href = child.name === "a" ? attributeOf(child, "href") : undefined
    const url = href === undefined ? firstUrl(child, addresses) : addresses.page(href)
    if (url !== undefined) return url
  }
  return undefined
}

/** What the address behind a label is called: `Agenda url`. */
export const linkName = (label: string): string => `${label} url`
