/** Blocks of a tagged page: its structure tree says what is a heading, a list, a table. */
import { table } from "../reading/Markup.ts"
import { type Block, runsHtml } from "./Block.ts"
import { codeHtml } from "./codeHtml.ts"
import type { FontSizes } from "./FontSizes.ts"
import type { PdfPage } from "./openPdf.ts"
import type { Piece } from "./Piece.ts"
import { joinRuns, type Run, rowsOf, runsOf, stretchesOf, textOfRuns } from "./Row.ts"

type Tree = NonNullable<Awaited<ReturnType<PdfPage["getStructTree"]>>>
type Node = Tree["children"][number]
type Element = Extract<Node, { readonly children: unknown }>

const deepest = 100

const isElement = (node: Node): node is Element => "children" in node

const leafRoles = /^(P|H\d?|L|LI|LBody|Lbl|Table|TR|TH|TD|TOCI|Caption|Note|BlockQuote|Code|Title|FENote)$/

/** Blocks by the structure tree; null when the page has none, or one that leaves out too much of the text to be believed. */
export const taggedBlocks = (
  tree: Tree | null,
  pieces: ReadonlyArray<Piece>,
  sizes: FontSizes
): ReadonlyArray<Block> | null => {
  // The tree knows of fields, and not of what was filled in.
  if (tree === null || pieces.some(({ isField }) => isField === true)) return null
  const marked = new Map<string, Array<Piece>>()
  let letters = 0
  for (const piece of pieces) {
    if (piece.isArtifact) continue
    letters += piece.text.length
    if (piece.mark === null) continue
    const own = marked.get(piece.mark)
    if (own === undefined) marked.set(piece.mark, [piece])
    else own.push(piece)
  }
  const covered = coverage(tree as unknown as Element, marked, false, 0)
  if (letters === 0 || covered < letters * 0.85) return null
  return tree.children.flatMap((node) => blocksOf(node, { marked, sizes }, 0))
}

interface Page {
  readonly marked: ReadonlyMap<string, ReadonlyArray<Piece>>
  readonly sizes: FontSizes
}

const coverage = (node: Node, marked: Page["marked"], inLeaf: boolean, depth: number): number => {
  if (depth > deepest) return 0
  if (!isElement(node)) {
    return inLeaf ? (marked.get(node.id) ?? []).reduce((sum, { text }) => sum + text.length, 0) : 0
  }
  const inside = inLeaf || leafRoles.test(node.role)
  return node.children.reduce((sum, child) => sum + coverage(child, marked, inside, depth + 1), 0)
}

const piecesOf = (node: Node, page: Page, depth: number): ReadonlyArray<Piece> => {
  if (depth > deepest) return []
  return isElement(node)
    ? node.children.flatMap((child) => piecesOf(child, page, depth + 1))
    : (page.marked.get(node.id) ?? [])
}

/** The pieces of an element as runs. A word that a line's end cut in two is made whole. */
const inlineRuns = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Run> => {
  const lines: Array<Array<Piece>> = []
  for (const piece of pieces) {
    const last = lines.at(-1)?.at(-1)
    if (last !== undefined && Math.abs(piece.baseline - last.baseline) < Math.max(piece.size, last.size) * 0.5) {
      lines.at(-1)?.push(piece)
    } else lines.push([piece])
  }
  return lines
    .map(runsOf)
    .reduce<ReadonlyArray<Run>>((all, runs) => (all.length === 0 ? runs : joinRuns(all, runs)), [])
}

const blocksOf = (node: Node, page: Page, depth: number): ReadonlyArray<Block> => {
  if (depth > deepest) return []
  if (!isElement(node)) return paragraphs(piecesOf(node, page, depth), page.sizes)
  const role = node.role
  if (/^H\d?$/.test(role) || role === "Title") {
    const level = role === "H" || role === "Title" ? 1 : Number(role.slice(1))
    return [{ kind: "heading", level, runs: inlineRuns(piecesOf(node, page, depth)) }]
  }
  if (role === "Table") return [{ kind: "html", html: tableHtml(node, page, depth) }]
  if (role === "L" || role === "TOC") return [{ kind: "html", html: listHtml(node, page, depth) }]
  if (role === "Figure" || role === "Formula") return paragraphs(piecesOf(node, page, depth), page.sizes)
  if (/^(P|Caption|Note|FENote|Code|LBody|TOCI)$/.test(role)) {
    // A paragraph that holds a list or a table, as some software writes it, is taken apart.
    const holdsBlocks = node.children.some((child) => isElement(child) && /^(L|Table|P|H\d?)$/.test(child.role))
    if (!holdsBlocks) return paragraphs(piecesOf(node, page, depth), page.sizes)
  }
  return node.children.flatMap((child) => blocksOf(child, page, depth + 1))
}

/** Software that knows no headings tags them as paragraphs: their size tells. */
const paragraphs = (pieces: ReadonlyArray<Piece>, sizes: FontSizes): ReadonlyArray<Block> => {
  const runs = inlineRuns(pieces)
  const text = textOfRuns(runs).trim()
  if (text === "") return []
  if (!sizes.isBodyMonospace && pieces.every(({ isMonospace }) => isMonospace)) {
    return [{ kind: "html", html: codeHtml(rowsOf(stretchesOf(pieces))) }]
  }
  const size = pieces.reduce((least, piece) => Math.min(least, piece.size), Number.POSITIVE_INFINITY)
  const level = sizes.levelOf(size)
  if (level !== null && text.length <= 200 && /\p{L}/u.test(text)) return [{ kind: "heading", level, runs }]
  return [{ kind: "paragraph", runs, size }]
}

const descendants = (node: Element, role: RegExp, depth: number): ReadonlyArray<Element> =>
  depth > deepest
    ? []
    : node.children
        .filter(isElement)
        .flatMap((child) => (role.test(child.role) ? [child] : descendants(child, role, depth + 1)))

const tableHtml = (node: Element, page: Page, depth: number): string => {
  const rows = descendants(node, /^TR$/, depth).map((row) =>
    descendants(row, /^T[HD]$/, depth).map((cell) => runsHtml(inlineRuns(piecesOf(cell, page, depth))))
  )
  return table(rows.filter((cells) => cells.some((cell) => cell !== "")))
}

const listHtml = (node: Element, page: Page, depth: number): string => {
  const items = node.children.filter(isElement).map((item) => {
    const label = descendants(item, /^Lbl$/, depth).flatMap((one) => piecesOf(one, page, depth))
    const nested = descendants(item, /^(L|TOC)$/, depth)
    const inNested = new Set(nested.flatMap((one) => piecesOf(one, page, depth)))
    const inLabel = new Set(label)
    const own = piecesOf(item, page, depth).filter((piece) => !inNested.has(piece) && !inLabel.has(piece))
    const text = runsHtml(inlineRuns(own)).replace(/^[•◦▪‣●○■□·-]\s+/, "")
    const inside = nested.map((one) => listHtml(one, page, depth + 1)).join("")
    return {
      label: textOfRuns(runsOf(label)).trim(),
      html: `<li>${text}${inside}</li>\n`,
      isEmpty: text + inside === ""
    }
  })
  const kept = items.filter(({ isEmpty }) => !isEmpty)
  if (kept.length === 0) return ""
  const first = /^\(?(\d{1,4})[.)]?$/.exec(kept[0]?.label ?? "")
  const start = first === null ? null : Number(first[1])
  const open = start === null ? "<ul>" : start === 1 ? "<ol>" : `<ol start="${start}">`
  return `${open}\n${kept.map(({ html }) => html).join("")}${start === null ? "</ul>" : "</ol>"}\n`
}
