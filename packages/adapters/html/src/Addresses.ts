/** What addresses on a page stand for. */
import { maxLinkLength, parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { html } from "parse5"
import { attributeOf, PageElement } from "./PageTree.ts"

/** Addresses of one page that are remembered: menus say theirs twice, and lists of 200,000 say each once. */
const maxKnown = 10_000

/**
 * Characters that addresses of one page may have beyond what is written: as many for each, on average, as sites have ahead of what a link
 * names, some more for pages of few links, and all together those of a hundred thousand links that name no host. A page may say of itself that it
 * stands at an address of thousands of characters, which each of its links would have.
 */
const added = { perAddress: 160, atFirst: 128 * 1_024, most: 16_000_000 } as const

const isFollowed = (href: string) => /^https?:/.test(href)
const isShown = (href: string) => /^(?:https?|mailto|tel|sms|ftp):/.test(href)

/** Resolves addresses against the page's own, or its `base`. */
export class Addresses {
  readonly base: string | undefined
  private readonly known = new Map<string, string | undefined>()
  /** A base that no address can be resolved against: that of a file. */
  private readonly opaque: string | undefined
  private addedLeft: number = added.atFirst
  private leftOfAll: number = added.most

  constructor(base: string | undefined) {
    this.base = base
    this.opaque = base?.startsWith("about:") ? base : undefined
  }

  /** Absolute and http or https; undefined for anything else. */
  page(address: string): string | undefined {
    const href = this.absolute(address)
    return href !== undefined && isFollowed(href) ? href : undefined
  }

  /** The same without fragment. */
  document(address: string): string | undefined {
    const url = this.page(address)
    if (url === undefined) return undefined
    const fragment = url.indexOf("#")
    return fragment < 0 ? url : url.slice(0, fragment)
  }

  /** Harmless to click: no script, no data. Absolute, or as it is written where the page has no address. */
  link(address: string): string | undefined {
    const href = this.absolute(address)
    if (href === undefined) return this.written(address)
    if (isShown(href)) return href
    return this.opaque !== undefined && address.trim().startsWith("#") ? this.written(address) : undefined
  }

  /** Of a picture: absolute and http or https, or as it is written where the page has no address. */
  picture(address: string): string | undefined {
    return this.absolute(address) === undefined ? this.written(address) : this.page(address)
  }

  /** An address that says where something is from here, on a page that nobody knows the place of. */
  private written(address: string): string | undefined {
    const said = address.trim().replace(/[\t\n\r]/g, "")
    const isKept = this.opaque !== undefined && said !== "" && said.length <= maxLinkLength
    if (!isKept || /^[\w+.-]+:/.test(said)) return undefined
    return said.replaceAll("\\", "/").replace(/[\s"<>^`{|}]/g, encodeURIComponent)
  }

  private absolute(address: string): string | undefined {
    if (address.length > maxLinkLength || this.leftOfAll <= 0) return undefined
    this.addedLeft += added.perAddress
    if (this.addedLeft <= 0) return undefined
    const known = this.known.get(address)
    const isKnown = known !== undefined || this.known.has(address)
    const href = isKnown ? known : parseUrl(address.trim(), this.base)?.href
    if (!isKnown && this.known.size < maxKnown) this.known.set(address, href)
    if (href === undefined) return undefined
    const more = Math.max(0, href.length - address.length)
    this.addedLeft -= more
    this.leftOfAll -= more
    return href
  }
}

/** How the addresses of a page are read: its `base` counts where it leads to a page. */
export const addressesOf = (root: PageElement, finalUrl: string): Addresses => {
  const own = new Addresses(parseUrl(finalUrl)?.href)
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
