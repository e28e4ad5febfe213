/** How a page looks, by its markup and style sheets. */
import type { StyledPage, StyleRequest } from "@kittiwake/core/design/StyleReader"
import { fontFacesOf } from "@kittiwake/core/internal/pages/domain/fontFaces"
import type { PageStyles } from "@kittiwake/core/pages/domain/PageStyles"
import { addressesOf } from "../Addresses.ts"
import type { Matching } from "../Matching.ts"
import { attributeOf, ownTextOf, PageElement } from "../PageTree.ts"
import { parseHtml } from "../parseHtml.ts"
import { xhtmlAsHtml } from "../xhtml.ts"
import { mediaHolds } from "./mediaQuery.ts"
import { observe } from "./observe.ts"
import { indexRules } from "./ruleIndex.ts"
import { type SheetRule, sheetRules } from "./sheetRules.ts"

/** Most sheets that are read of a page, those in it included, and most characters of all of them. */
const maxSheets = 60
const maxSheetChars = 4 * 1024 * 1024

/** A sheet that the page names, or one that stands in it. */
type NamedSheet = { readonly url: string; readonly css?: never } | { readonly url?: never; readonly css: string }

const isSheet = (element: PageElement): boolean =>
  (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/).includes("stylesheet")

const isSheetLink = (element: PageElement): boolean => {
  const rel = (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/)
  if (rel.includes("alternate")) return false
  // Pages load sheets late so as to be drawn soon.
  return (
    rel.includes("stylesheet") || (rel.includes("preload") && attributeOf(element, "as")?.toLowerCase() === "style")
  )
}

const isWanted = (element: PageElement, scheme: "light" | "dark" | null): boolean => {
  const media = attributeOf(element, "media") ?? ""
  // A sheet for print becomes one for all once it is there: another way of loading late.
  const isLate = /^print$/i.test(media.trim()) && (attributeOf(element, "onload") ?? "").includes("media")
  if (isLate || media === "") return true
  return scheme === null ? mediaHolds(media, "light") || mediaHolds(media, "dark") : mediaHolds(media, scheme)
}

const namedSheets = (
  document: PageElement,
  url: string,
  scheme: "light" | "dark" | null
): ReadonlyArray<NamedSheet> => {
  const addresses = addressesOf(document, url)
  const found = new Map<string, NamedSheet>()
  const early = new Set<string>()
  const waiting: Array<PageElement> = [document]
  for (let next = waiting.pop(); next !== undefined && found.size < maxSheets; next = waiting.pop()) {
    if (next.name === "style" && isWanted(next, scheme)) found.set(`#${found.size}`, { css: ownTextOf(next) })
    if (next.name === "link" && isSheetLink(next) && isWanted(next, scheme)) {
      const address = addresses.page(attributeOf(next, "href") ?? "")
      if (address !== undefined) {
        // What was only preloaded counts where it is used.
        if (early.delete(address)) found.delete(address)
        if (!found.has(address)) {
          found.set(address, { url: address })
          if (!isSheet(next)) early.add(address)
        }
      }
    }
    for (let at = next.children.length - 1; at >= 0; at -= 1) {
      const child = next.children[at]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return [...found.values()]
}

const treeOf = ({ html, isXml = false }: StyledPage): PageElement => {
  const text = typeof html === "string" ? html : new TextDecoder().decode(html)
  return parseHtml(isXml ? xhtmlAsHtml(text) : text, undefined, true)
}

/** The sheets that the page names, whatever colours it is asked for. */
export const readSheetUrls = (page: StyledPage): ReadonlyArray<string> =>
  namedSheets(treeOf(page), page.url, null).flatMap(({ url }) => url ?? [])

/** The styles of what is displayed. */
export const readStyles = (request: StyleRequest, matching: Matching): PageStyles => {
  const { colorScheme, sheets, url } = request
  const document = treeOf(request)
  const sent = new Map(sheets.map((sheet) => [sheet.url, sheet.css]))
  let room = maxSheetChars
  const rules: Array<SheetRule> = []
  const faces: Array<PageStyles["faces"][number]> = []
  for (const named of namedSheets(document, url, colorScheme)) {
    const css = named.css ?? sent.get(named.url) ?? ""
    room -= css.length
    if (room < 0) break
    for (const rule of sheetRules(css, colorScheme)) rules.push(rule)
    for (const face of fontFacesOf(css, named.url ?? url)) faces.push(face)
  }
  return { ...observe(document, indexRules(rules, matching), colorScheme), faces }
}
