/** Selecting from a sitemap as a value that can cross to another thread. */
import type { UrlSelection } from "@kittiwake/core/sites/domain/UrlSelection"
import { makeSelector } from "@kittiwake/core/sites/domain/UrlSelection"
import { readText } from "./sitemapText.ts"

export interface SitemapWork {
  readonly kind: "sitemap"
  readonly text: string
  /** Most entries that are read. */
  readonly mostEntries: number
  readonly base: string
  readonly selection: UrlSelection
}

/** Lists as lines: one text crosses between threads at once, and fifty thousand do not. */
export interface SitemapAnswer {
  readonly urls: string
  readonly children: string
  readonly beyond: number
  readonly isBroken: boolean
}

/** Null where the text is no sitemap. */
export const doSitemapWork = ({ base, mostEntries, selection, text }: SitemapWork): SitemapAnswer | null => {
  const reading = readText(text, mostEntries)
  let read = reading.next()
  while (read.done !== true) read = reading.next()
  const content = read.value
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
    beyond: content.countBeyond(),
    isBroken: content.isBroken
  }
}
