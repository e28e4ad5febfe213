/** Reading a sitemap and selecting from one, as values that can cross to another thread. */

import type { UrlSelection } from "@kittiwake/core/sites/domain/UrlSelection"
import { makeSelector } from "@kittiwake/core/sites/domain/UrlSelection"
import type { SitemapContent, SitemapText } from "@kittiwake/core/sites/SitemapReader"
import { readText } from "./sitemapText.ts"

export interface SitemapWork {
  readonly kind: "sitemap"
  readonly text: SitemapText
  /** Most entries that are read. */
  readonly mostEntries: number
  /** Most sitemaps that are told. */
  readonly mostChildren: number
  readonly base: string
  readonly selection: UrlSelection
}

/** The reading of all that a sitemap lists. */
export interface ListingWork {
  readonly kind: "listing"
  readonly text: SitemapText
  /** Most entries that are read. */
  readonly mostEntries: number
  /** Most sitemaps that are told. */
  readonly mostChildren: number
}

/** Lists whose parts `between` parts; the dates are those of the addresses beside them. */
export interface ListingAnswer {
  readonly urls: string
  readonly dates: string
  readonly children: string
  readonly childrenBeyond: number
  readonly beyond: number
}

/** Lists as lines: one text crosses between threads at once, and fifty thousand do not. */
export interface SitemapAnswer {
  readonly urls: string
  readonly children: string
  readonly childrenBeyond: number
  readonly beyond: number
  readonly isBroken: boolean
}

/** Stands in no address and no date: XML has no such character, however it is written. */
const between = "\0"

const partsOf = (parts: Iterable<string>): string =>
  Array.from(parts, (part) => `${part.replaceAll(between, "")}${between}`).join("")

/** Each part ends with one, so that an empty one is not none. */
const splitParts = (parts: string): ReadonlyArray<string> => parts.split(between).slice(0, -1)

/** Null where the text is no sitemap. */
export const doListingWork = ({ mostChildren, mostEntries, text }: ListingWork): ListingAnswer | null => {
  const content = readText(text, mostEntries, mostChildren)
  if (content === null) return null
  return {
    urls: partsOf(content.entries.map(({ url }) => url)),
    dates: partsOf(content.entries.map(({ lastModified }) => lastModified ?? "")),
    children: partsOf(content.children),
    childrenBeyond: content.childrenBeyond,
    beyond: content.countBeyond()
  }
}

/** What was read in another thread. A date that is empty is none. */
export const listingOf = ({ children, dates, urls, ...counted }: ListingAnswer): SitemapContent => {
  const modified = splitParts(dates)
  return {
    entries: splitParts(urls).map((url, index) => ({ url, lastModified: modified[index] || null })),
    children: splitParts(children),
    ...counted
  }
}

/** Null where the text is no sitemap. */
export const doSitemapWork = ({
  base,
  mostChildren,
  mostEntries,
  selection,
  text
}: SitemapWork): SitemapAnswer | null => {
  const content = readText(text, mostEntries, mostChildren)
  if (content === null) return null
  const select = makeSelector(selection)
  const urls = new Set<string>()
  for (const entry of content.entries) {
    const url = select(entry.url, base)
    if (url !== null) urls.add(url)
  }
  const children = content.children.filter((child) => !child.includes("\n"))
  return {
    urls: [...urls].join("\n"),
    children: children.join("\n"),
    childrenBeyond: content.childrenBeyond,
    beyond: content.countBeyond(),
    isBroken: content.isBroken
  }
}
