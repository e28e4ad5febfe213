/** What addresses on a page stand for. */
import { html } from "parse5"
import { attributeOf, PageElement } from "./PageTree.ts"

/** Longer addresses are none. */
export const maxAddressLength = 8_192

const followed = new Set(["http:", "https:"])
const shown = new Set(["http:", "https:", "mailto:", "tel:", "sms:", "ftp:"])

/** Resolves addresses against the page's own, or its `base`. */
export class Addresses {
  readonly base: string | undefined
  private readonly known = new Map<string, URL | undefined>()

  constructor(base: string | undefined) {
    this.base = base
  }

  /** Absolute and http or https; undefined for anything else. */
  page(address: string): string | undefined {
    const url = this.parse(address)
    return url !== undefined && followed.has(url.protocol) ? url.href : undefined
  }

  /** The same without fragment. */
  document(address: string): string | undefined {
    const url = this.page(address)
    if (url === undefined) return undefined
    const fragment = url.indexOf("#")
    return fragment < 0 ? url : url.slice(0, fragment)
  }

  /** Absolute, and harmless to click: no script, no data. */
  link(address: string): string | undefined {
    const url = this.parse(address)
    return url !== undefined && shown.has(url.protocol) ? url.href : undefined
  }

  private parse(address: string): URL | undefined {
    const known = this.known.get(address)
    if (known !== undefined || this.known.has(address)) return known
    const url = address.length > maxAddressLength ? null : URL.parse(address.trim(), this.base)
    const found = url ?? undefined
    this.known.set(address, found)
    return found
  }
}

/** How the addresses of a page are read: its `base` counts where it leads to a page. */
export const addressesOf = (root: PageElement, finalUrl: string): Addresses => {
  const own = new Addresses(URL.parse(finalUrl)?.href)
  const href = baseHref(root)
  const base = href === undefined ? undefined : own.page(href)
  return base === undefined ? own : new Addresses(base)
}

/** The first `base` of the head; browsers honor one in the body too, and no real page has it there. */
const baseHref = (root: PageElement): string | undefined => {
  for (const page of root.children) {
    if (!(page instanceof PageElement) || page.name !== "html") continue
    for (const head of page.children) {
      if (!(head instanceof PageElement) || head.name !== "head") continue
      for (const base of head.children) {
        if (base instanceof PageElement && base.name === "base" && base.namespace === html.NS.HTML) {
          const href = attributeOf(base, "href")
          if (href !== undefined) return href
        }
      }
    }
  }
  return undefined
}
