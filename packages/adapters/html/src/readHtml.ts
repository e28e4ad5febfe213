/** What a page in HTML says. */
import type { PageText } from "@kittiwake/core/pages/PageReader"
import { html } from "parse5"
import { type NodeCount, ownTextOf, PageElement } from "./PageTree.ts"
import { normalized, parseHtml } from "./parseHtml.ts"
import { placeParts } from "./placeParts.ts"
import { readPlainMarkup } from "./plainMarkup.ts"
import type { Matches } from "./Selectors.ts"
import { type VisibleText, visibleText } from "./visibleText.ts"

export interface Regions {
  readonly include: ReadonlyArray<Matches>
  readonly exclude: ReadonlyArray<Matches>
}

/** Reads regions of a page, or its main content when none are given. Throws `UnreadablePage` past a limit. */
export const readHtml = (body: string, regions: Regions, nodes?: NodeCount): PageText =>
  readPlain(body, regions) ?? readTree(body, regions, nodes)

/** Longer pages are read by their tree at once: one that turns out not to be plain should not cost much more for it. */
const maxPlain = { length: 256 * 1024, nodes: 10_000 } as const

/** The main content of a page that needs no tree; undefined for any other. */
export const readPlain = (body: string, { exclude, include }: Regions): PageText | undefined => {
  if (include.length > 0 || exclude.length > 0 || body.length > maxPlain.length) return undefined
  const read = readPlainMarkup(normalized(body), maxPlain.nodes)
  if (read === undefined || read.text.lines.length === 0) return undefined
  return { title: tidyTitle(read.title ?? ""), text: mainLines(read.text).join("\n") }
}

/** The same of any page, by its tree. */
export const readTree = (body: string, regions: Regions, nodes?: NodeCount): PageText => {
  const root = parseHtml(body, nodes)
  placeParts(root, body)
  const lines =
    regions.include.length > 0
      ? visibleText(root, { ...regions, leavesOutClutter: false }).lines
      : mainContent(root, regions.exclude)
  return { title: titleOf(root), text: lines.join("\n") }
}

/** The part of the page's text that `<main>` must hold to stand for the page: one in this many characters. */
const mainShare = 4

/**
 * The page without its clutter; of that, `<main>` alone when it holds enough of it. When nothing is left, the page with
 * its clutter.
 */
const mainContent = (root: PageElement, exclude: ReadonlyArray<Matches>): ReadonlyArray<string> => {
  const text = visibleText(root, { include: [], exclude, leavesOutClutter: true })
  if (text.lines.length === 0) return visibleText(root, { include: [], exclude, leavesOutClutter: false }).lines
  return mainLines(text)
}

const mainLines = ({ lines, main }: VisibleText): ReadonlyArray<string> =>
  lengthOf(main) * mainShare >= lengthOf(lines) ? main : lines

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((length, line) => length + line.length, 0)

const maxTitleLength = 1_000

const titleOf = (root: PageElement): string | null => {
  const title = find(find(find(root, "html"), "head"), "title")
  if (title === undefined) return null
  return tidyTitle(ownTextOf(title))
}

const tidyTitle = (title: string): string | null => {
  const text = title.replace(/\s+/g, " ").trim().slice(0, maxTitleLength).toWellFormed()
  return text === "" ? null : text
}

const find = (parent: PageElement | undefined, name: string): PageElement | undefined =>
  parent?.children.find(
    (child): child is PageElement =>
      child instanceof PageElement && child.name === name && child.namespace === html.NS.HTML
  )
