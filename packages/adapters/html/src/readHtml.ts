/** What a page in HTML says. */
import type { PageText } from "@kittiwake/core/pages/PageReader"
import { html } from "parse5"
import { type NodeCount, ownTextOf, PageElement } from "./PageTree.ts"
import { parseHtml } from "./parseHtml.ts"
import { placeParts } from "./placeParts.ts"
import type { Matches } from "./Selectors.ts"
import { visibleText } from "./visibleText.ts"

export interface Regions {
  readonly include: ReadonlyArray<Matches>
  readonly exclude: ReadonlyArray<Matches>
}

/** Reads regions of a page, or its main content when none are given. Throws `UnreadablePage` past a limit. */
export const readHtml = (body: string, regions: Regions, nodes?: NodeCount): PageText => {
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
  const { lines, main } = visibleText(root, { include: [], exclude, leavesOutClutter: true })
  if (lines.length === 0) return visibleText(root, { include: [], exclude, leavesOutClutter: false }).lines
  return lengthOf(main) * mainShare >= lengthOf(lines) ? main : lines
}

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((length, line) => length + line.length, 0)

const maxTitleLength = 1_000

const titleOf = (root: PageElement): string | null => {
  const title = find(find(find(root, "html"), "head"), "title")
  if (title === undefined) return null
  const text = ownTextOf(title).replace(/\s+/g, " ").trim().slice(0, maxTitleLength).toWellFormed()
  return text === "" ? null : text
}

const find = (parent: PageElement | undefined, name: string): PageElement | undefined =>
  parent?.children.find(
    (child): child is PageElement =>
      child instanceof PageElement && child.name === name && child.namespace === html.NS.HTML
  )
