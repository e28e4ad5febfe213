/** What a page in HTML says. */
import type { SheetHeading } from "@kittiwake/core/extraction/domain/FactSheet"
import type { FoundRegion } from "@kittiwake/core/pages/domain/FoundRegion"
import { type LeftOut, type NoiseKind, noiseKinds } from "@kittiwake/core/pages/domain/LeftOut"
import type { PageText } from "@kittiwake/core/pages/PageReader"
import { html } from "parse5"
import { findBlocks } from "./findBlocks.ts"
import { findRegions, type Sought } from "./findRegions.ts"
import { type LineMark, textMarksOf } from "./LineMarks.ts"
import { locateLines } from "./locateLines.ts"
import { headedNoise } from "./noise/headedNoise.ts"
import type { Piece } from "./noise/Noise.ts"
import { makeTimesOpen } from "./noise/relativeTime.ts"
import { makeLooks } from "./noise/shapeOf.ts"
import { normalized } from "./normalized.ts"
import { openPanels, panelMark } from "./openPanels.ts"
import { PageRefusal } from "./PageRefusal.ts"
import { type NodeCount, ownTextOf, PageElement } from "./PageTree.ts"
import { parseHtml } from "./parseHtml.ts"
import { placeParts } from "./placeParts.ts"
import { readPlainMarkup } from "./plainMarkup.ts"
import { protectedMark, showEmails } from "./protectedEmails.ts"
import type { Matches } from "./Selectors.ts"
import { spaced } from "./spaced.ts"
import { mayHaveTabs, readTabs } from "./tabs.ts"
import { type Selection, type VisibleText, visibleText } from "./visibleText.ts"

export interface Regions {
  readonly include: ReadonlyArray<Matches>
  readonly exclude: ReadonlyArray<Matches>
}

/** What is read of a page. */
export interface Reading extends Regions {
  /** Of the main content alone: what changes by itself, such as advertisements, is left out. */
  readonly leavesOutNoise: boolean
  /** Selectors of which it is wanted what each finds. */
  readonly sought?: ReadonlyArray<Sought>
  /** Lines of which it is wanted where they stand. */
  readonly locates?: ReadonlyArray<string>
  /** Whether it is wanted what the markup says of lines. */
  readonly tellsMarks?: boolean
  /** Whether it is wanted which lines are headings, by their numbers. */
  readonly tellsHeadings?: boolean
}

/** Reads regions of a page, or its main content when none are given. Throws `PageRefusal` past a limit. */
export const readHtml = (body: string, reading: Reading, nodes?: NodeCount): PageText =>
  readPlain(body, reading) ?? readTree(body, reading, nodes)

/** Longer pages are left to parse5 at once: one that turns out not to be plain should not cost much more for it. */
const maxPlain = { length: 256 * 1024, nodes: 10_000 } as const

const everyKind: ReadonlySet<NoiseKind> = new Set(noiseKinds)
const noKind: ReadonlySet<NoiseKind> = new Set()

/** The main content of a page whose markup is plain; undefined for any other. */
export const readPlain = (body: string, reading: Reading): PageText | undefined => {
  if (reading.include.length > 0 || reading.exclude.length > 0 || body.length > maxPlain.length) return undefined
  const root = readPlainMarkup(normalized(body), maxPlain.nodes)
  if (root === undefined) return undefined
  if (body.includes(panelMark)) openPanels(root)
  if (mayHaveTabs(body)) readTabs(root)
  if (body.includes(protectedMark)) showEmails(root)
  return readRegions(root, reading)
}

/** The same of any page, by the tree that browsers build. */
export const readTree = (body: string, reading: Reading, nodes?: NodeCount): PageText => {
  const root = parseHtml(body, nodes)
  placeParts(root, body)
  return readRegions(root, reading)
}

/** What a page says whose tree is there already. */
export const readRegions = (
  root: PageElement,
  { leavesOutNoise, locates, sought, tellsHeadings = false, tellsMarks = false, ...regions }: Reading
): PageText & { readonly headings?: ReadonlyArray<SheetHeading> } => {
  const text: Watched =
    regions.include.length > 0
      ? { ...visibleText(root, { ...regions, leavesOutClutter: false, noise: noKind }) }
      : leavesOutNoise
        ? quietContent(root, regions.exclude)
        : mainContent(root, { exclude: regions.exclude, noise: noKind })
  return {
    title: titleOf(root),
    ...shown(text),
    ...(tellsMarks ? { marks: textMarksOf(text.lines, text.marks()) } : {}),
    ...(tellsHeadings ? { headings: headingsIn(text.marks()) } : {}),
    ...(sought === undefined ? {} : { regions: found(root, sought), blocks: findBlocks(root) }),
    ...(locates === undefined ? {} : { places: locateLines(root, asWritten(locates, text.opened)) })
  }
}

const headingsIn = (marks: ReadonlyArray<LineMark>): ReadonlyArray<SheetHeading> =>
  marks.flatMap((mark) => (mark.kind === "heading" ? [{ line: mark.at, level: mark.level }] : []))

/** Lines as the page has them, where a time in them was left open. */
const asWritten = (lines: ReadonlyArray<string>, opened: Watched["opened"]): ReadonlyArray<string> =>
  opened === undefined ? lines : lines.map((line) => opened.get(spaced(line).trim()) ?? line)

/** What selectors find, or null where matching them once more costs too much: the text was read with less. */
const found = (root: PageElement, sought: ReadonlyArray<Sought>): ReadonlyArray<FoundRegion> | null => {
  try {
    return findRegions(root, sought)
  } catch (error) {
    if (error instanceof PageRefusal) return null
    throw error
  }
}

/** The text that is watched, and what was left out of it. */
interface Watched extends Pick<VisibleText, "lines" | "marks" | "leftOut" | "hasHead"> {
  readonly isSurroundings?: true
  /** By each line in which a time was left open, the first that was so. */
  readonly opened?: ReadonlyMap<string, string>
}

const shown = ({ isSurroundings, leftOut, lines }: Pick<Watched, "isSurroundings" | "leftOut" | "lines">) => ({
  text: lines.join("\n"),
  leftOut: summed(leftOut),
  ...(isSurroundings === true ? { isSurroundings } : {})
})

/** The main content without noise; a kind that would take too much of it is none on this page. */
const quietContent = (root: PageElement, exclude: ReadonlyArray<Matches>): Watched => {
  let noise = everyKind
  let headed: ReadonlyMap<PageElement, Piece> | undefined
  for (;;) {
    const text = mainContent(root, { exclude, noise, ...(headed === undefined ? {} : { headed }) })
    if (text.hasHead && headed === undefined) {
      headed = headedNoise(root, makeLooks())
      if (headed.size > 0) continue
    }
    const kinds = misled(text)
    if (kinds.size === 0) return noise.has("byline") ? withoutTimes(text) : text
    noise = new Set([...noise].filter((kind) => !kinds.has(kind)))
  }
}

/** The same with times that are told from now left open, of lines that say more than that. */
const withoutTimes = (text: Watched): Watched => {
  const timesOpen = makeTimesOpen()
  const leftOut: Array<VisibleText["leftOut"][number]> = []
  const opened = new Map<string, string>()
  const lines = text.lines.map((line) => {
    const open = timesOpen(line)
    if (open === null) return line
    const characters = Math.max(line.length - open.length, 1)
    leftOut.push({ kind: "byline", characters, element: "a time in a line", isInMain: false })
    const key = spaced(open).trim()
    if (!opened.has(key)) opened.set(key, line)
    return open
  })
  return leftOut.length === 0 ? text : { ...text, lines, leftOut: [...text.leftOut, ...leftOut], opened }
}

/** The part of the page's text that noise may have: one in so many characters. */
const noiseShare = 2

/** The kinds that take too much of the page, the largest first: their names mean something else here. */
const misled = ({ leftOut, lines }: Watched): ReadonlySet<NoiseKind> => {
  if (leftOut.length === 0) return noKind
  const sizes = new Map<NoiseKind, number>()
  for (const { characters, kind } of leftOut) sizes.set(kind, (sizes.get(kind) ?? 0) + characters)
  let out = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const most = (out + lengthOf(lines)) / noiseShare
  const kinds = new Set<NoiseKind>()
  for (const [kind, size] of [...sizes].sort((one, other) => other[1] - one[1])) {
    if (out <= most) break
    kinds.add(kind)
    out -= size
  }
  return kinds
}

const shownElements = 3

const summed = (pieces: ReadonlyArray<Piece>): ReadonlyArray<LeftOut> =>
  noiseKinds.flatMap((kind): ReadonlyArray<LeftOut> => {
    const of = pieces.filter((piece) => piece.kind === kind)
    if (of.length === 0) return []
    const characters = of.reduce((sum, piece) => sum + piece.characters, 0)
    const elements = [...new Set(of.map(({ element }) => element))].slice(0, shownElements)
    return [{ kind, pieces: of.length, characters, elements }]
  })

/** The part of the page's text that `<main>` must hold to stand for the page: one in this many characters. */
const mainShare = 4

/**
 * The page without its clutter; of that, `<main>` alone when it holds enough of it. When nothing is left, the page with
 * its clutter.
 */
const mainContent = (root: PageElement, selection: Pick<Selection, "exclude" | "headed" | "noise">): Watched => {
  const text = visibleText(root, { include: [], ...selection, leavesOutClutter: true })
  if (text.lines.length > 0) return mainText(text)
  const around = visibleText(root, { include: [], ...selection, leavesOutClutter: false })
  return around.lines.length === 0 ? around : { ...around, isSurroundings: true }
}

const mainText = ({ hasHead, leftOut, lines, main, mainMarks, marks, titleCharacters }: VisibleText): Watched =>
  (lengthOf(main) - titleCharacters) * mainShare >= lengthOf(lines) - titleCharacters
    ? { lines: main, marks: mainMarks, leftOut: leftOut.filter(({ isInMain }) => isInMain), hasHead }
    : { lines, marks, leftOut, hasHead }

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((length, line) => length + line.length, 0)

const maxTitleLength = 1_000

const titleOf = (root: PageElement): string | null => {
  const title = find(find(find(root, "html"), "head"), "title")
  if (title === undefined) return null
  return tidyTitle(ownTextOf(title))
}

const tidyTitle = (title: string): string | null => {
  const text = spaced(title).trim().slice(0, maxTitleLength).toWellFormed()
  return text === "" ? null : text
}

const find = (parent: PageElement | undefined, name: string): PageElement | undefined =>
  parent?.children.find(
    (child): child is PageElement =>
      child instanceof PageElement && child.name === name && child.namespace === html.NS.HTML
  )
