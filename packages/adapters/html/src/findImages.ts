/** Pictures that a page uses (contract/scrape.md §3). */
import type { FoundImage } from "@kittiwake/core/pages/domain/FoundImage"
import { html } from "parse5"
import type { Addresses } from "./Addresses.ts"
import { collapse, innerText } from "./innerText.ts"
import { attributeOf, type PageElement } from "./PageTree.ts"
import { lateSets, lateSources, readSrcset } from "./pictures.ts"
import { markupWithin } from "./writeHtml.ts"

/** Pictures told of one page, and characters of markup and data in each and in all. */
export const maxImages = 20_000
const maxInlineLength = 2_000_000
const maxInlineTotal = 20_000_000

type Kind = FoundImage["element"]

export const findImages = (elements: ReadonlyArray<PageElement>, addresses: Addresses): ReadonlyArray<FoundImage> => {
  const found = new Found(addresses)
  for (const element of elements) {
    if (found.isFull) break
    addFrom(element, found)
  }
  return found.images
}

class Found {
  readonly images: Array<FoundImage> = []
  private readonly seen = new Set<string>()
  private readonly addresses: Addresses
  private inline = 0

  constructor(addresses: Addresses) {
    this.addresses = addresses
  }

  get isFull(): boolean {
    return this.images.length >= maxImages
  }

  add(address: string | undefined, element: Kind, alt: string | null = null): void {
    const source = address?.trim()
    if (source === undefined || source === "") return
    if (/^data:image\//i.test(source)) this.push({ src: source, type: "base64", element, alt })
    else {
      const url = this.addresses.page(source)
      if (url !== undefined) this.push({ src: url, type: "url", element, alt })
    }
  }

  addMarkup(markup: string, alt: string | null): void {
    this.push({ src: markup, type: "html", element: "svg", alt })
  }

  private push(image: FoundImage): void {
    if (image.type !== "url") {
      this.inline += image.src.length
      if (image.src.length > maxInlineLength || this.inline > maxInlineTotal) return
    }
    const key = `${image.element} ${image.src}`
    if (this.seen.has(key) || this.isFull) return
    this.seen.add(key)
    this.images.push(image)
  }
}

const addFrom = (element: PageElement, found: Found) => {
  if (element.namespace === html.NS.SVG) return addDrawing(element, found)
  const named = (name: string) => attributeOf(element, name)
  switch (element.name) {
    case "img":
      addPicture(element, "img", found)
      break
    case "input":
      if (named("type")?.toLowerCase() === "image") found.add(named("src"), "img", named("alt") ?? null)
      break
    case "source":
      if (element.parent?.name === "picture") addPicture(element, "source", found)
      break
    case "video":
      found.add(named("poster"), "video")
      break
    case "object":
      if (isPicture(named("type"), named("data"))) found.add(named("data"), "object")
      break
    case "embed":
      if (isPicture(named("type"), named("src"))) found.add(named("src"), "object")
      break
    case "link":
      addLinked(element, found)
      break
    case "meta":
      addMeta(element, found)
      break
    case "style":
      addStyled(innerText(element), "css", found)
  }
  found.add(named("background"), "background")
  const style = named("style")
  if (style?.includes("url(")) addStyled(style, "background", found)
}

const addPicture = (element: PageElement, kind: "img" | "source", found: Found): void => {
  const alt = attributeOf(element, "alt") ?? null
  for (const name of ["src", ...lateSources]) found.add(attributeOf(element, name), kind, alt)
  for (const name of ["srcset", ...lateSets]) {
    const set = attributeOf(element, name)
    if (set === undefined) continue
    for (const { address } of readSrcset(set)) found.add(address, kind, alt)
  }
}

const addDrawing = (element: PageElement, found: Found): void => {
  const title = element.children.find((child): child is PageElement => "name" in child && child.name === "title")
  const label = attributeOf(element, "aria-label") ?? (title === undefined ? null : collapse(innerText(title, 500)))
  const markup = markupWithin(element, maxInlineLength)
  if (markup !== undefined) found.addMarkup(markup, label)
}

const addLinked = (element: PageElement, found: Found): void => {
  const rel = (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/)
  const isIcon = rel.some(
    (word) => word === "icon" || word === "image_src" || word.endsWith("-icon") || word.startsWith("apple-touch-")
  )
  const isPreloaded = rel.includes("preload") && attributeOf(element, "as")?.toLowerCase() === "image"
  if (!isIcon && !isPreloaded) return
  found.add(attributeOf(element, "href"), "link")
  for (const { address } of readSrcset(attributeOf(element, "imagesrcset") ?? "")) found.add(address, "link")
}

const metaNames =
  /^(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?|msapplication-\w*(?:tileimage|logo)|thumbnail|image)$/i

const addMeta = (element: PageElement, found: Found): void => {
  const name =
    attributeOf(element, "property") ?? attributeOf(element, "name") ?? attributeOf(element, "itemprop") ?? ""
  if (metaNames.test(name.trim())) found.add(attributeOf(element, "content"), "meta")
}

const pictureEnd = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)(?:[?#]|$)/i
const noPictureEnd = /\.(?:woff2?|ttf|otf|eot|css|js)(?:[?#]|$)/i

const isPicture = (type: string | undefined, address: string | undefined): boolean =>
  type === undefined ? pictureEnd.test(address ?? "") : /^image\//i.test(type.trim())

/** CSS without what stands between `start` and the next `end`; what is never ended stays, and is looked through once. */
const without = (css: string, start: RegExp, end: string): string => {
  let kept = ""
  let at = 0
  for (const found of css.matchAll(start)) {
    if (found.index < at) continue
    const last = css.indexOf(end, found.index + found[0].length)
    if (last < 0) break
    kept += css.slice(at, found.index)
    at = last + end.length
  }
  return kept + css.slice(at)
}

/** What stands within `url(`, without its quotes. */
const addressesIn = (css: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const lastQuotes = { '"': css.lastIndexOf('"'), "'": css.lastIndexOf("'") }
  const opening = /url\(\s*(["']?)/gi
  for (let open = opening.exec(css); open !== null; open = opening.exec(css)) {
    const from = opening.lastIndex
    const quote = open[1] as "" | '"' | "'"
    // A quote that nothing ends would be looked for at every opening.
    if (quote !== "" && lastQuotes[quote] < from) continue
    const end = quote === "" ? endOfBare(css, from) : css.indexOf(quote, from)
    // What opens within a bare address ends where that ends, and is no more closed than that is.
    if (quote === "") opening.lastIndex = end
    if (!closes(css, quote === "" ? end : end + 1)) continue
    found.push(css.slice(from, end))
    opening.lastIndex = end
  }
  return found
}

const endOfBare = (css: string, from: number): number => {
  const bare = /[^)'"\s]*/y
  bare.lastIndex = from
  return from + (bare.exec(css)?.[0].length ?? 0)
}

const closes = (css: string, from: number): boolean => {
  const closing = /\s*\)/y
  closing.lastIndex = from
  return closing.test(css)
}

const addStyled = (css: string, kind: "css" | "background", found: Found): void => {
  const plain = kind === "css" ? without(without(css, /\/\*/g, "*/"), /@font-face\s*\{/gi, "}") : css
  for (const address of addressesIn(plain)) {
    if (!address.startsWith("#") && !noPictureEnd.test(address)) found.add(address, kind)
  }
}
