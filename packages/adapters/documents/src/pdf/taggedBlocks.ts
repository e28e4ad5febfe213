/** Blocks of a tagged page: its structure tree says what is a heading, a list, a table. */
import { bulletAt, labelAt } from "../reading/ListLabel.ts"
import { type LabelledLine, labelledHtml } from "../reading/labelledHtml.ts"
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

/** How much of the text a tree has to name to be believed, and how much of it as a paragraph, a heading or the like. */
const leastNamed = 0.85
const leastInRoles = 0.5

const isElement = (node: Node): node is Element => "children" in node

const leafRoles = /^(P|H\d?|L|LI|LBody|Lbl|Table|TR|TH|TD|TOCI|Caption|Note|BlockQuote|Code|Title|FENote)$/

/** Blocks by the structure tree; null when the page has none, or one that leaves out too much of the text to be believed. */
export const taggedBlocks = (
  tree: Tree | null,
  pieces: ReadonlyArray<Piece>,
  sizes: FontSizes
): ReadonlyArray<Block> | null => {
  // The tree knows of fields, and not of what was filled in; a box is as good as a letter.
  if (tree === null || pieces.some((piece) => piece.isField === true && !isBox(piece))) return null
  const root = tree as unknown as Element
  const whole = withBoxes(pieces, namedIn(root, false), namedIn(root, true))
  if (whole === null) return null
  const marked = new Map<string, Array<Piece>>()
  let letters = 0
  for (const piece of whole) {
    if (piece.isArtifact) continue
    letters += piece.text.length
    if (piece.mark === null) continue
    const own = marked.get(piece.mark)
    if (own === undefined) marked.set(piece.mark, [piece])
    else own.push(piece)
  }
  if (letters === 0 || coverage(root, marked, true, 0) < letters * leastNamed) return null
  if (coverage(root, marked, false, 0) < letters * leastInRoles) return null
  return tree.children.flatMap((node) => blocksOf(node, { marked, sizes }, 0))
}

const isBox = ({ isField, text }: Piece): boolean => isField === true && (text === "☐" || text === "☒")

/** What a tree names: all of it, or what elements that hold text name. */
const namedIn = (root: Element, isAll: boolean): ReadonlySet<string> => {
  const ids = new Set<string>()
  const visit = (node: Node, isInside: boolean, depth: number): void => {
    if (depth > deepest) return
    if (isElement(node)) {
      for (const child of node.children) visit(child, isInside || leafRoles.test(node.role), depth + 1)
    } else if (isInside) ids.add(node.id)
  }
  visit(root, isAll, 0)
  return ids
}

/** Steps that are taken to find what stands beside boxes, on one page. */
const mostSteps = 2_000_000

/**
 * The pieces with each box in the element that names it, or else in that of the text nearest on its line; null where there is none beside
 * one that was ticked.
 */
const withBoxes = (
  pieces: ReadonlyArray<Piece>,
  inText: ReadonlySet<string>,
  named: ReadonlySet<string>
): ReadonlyArray<Piece> | null => {
  const loose = pieces.filter((piece) => isBox(piece) && !inText.has(piece.mark ?? ""))
  if (loose.length === 0) return pieces
  const texts = pieces.filter((piece) => !isBox(piece) && !piece.isArtifact && named.has(piece.mark ?? ""))
  if (loose.length * texts.length > mostSteps) return null
  const before = new Map<Piece, Array<Piece>>()
  const behind = new Map<Piece, Array<Piece>>()
  for (const box of loose.toSorted((one, other) => one.left - other.left)) {
    const near = nearestOnLine(box, texts)
    if (near === undefined && box.text === "☒") return null
    if (near === undefined) continue
    const side = box.left < near.left ? before : behind
    const own = side.get(near)
    const placed = { ...box, mark: near.mark, baseline: near.baseline }
    if (own === undefined) side.set(near, [placed])
    else own.push(placed)
  }
  const placed = new Set(loose)
  return pieces.flatMap((piece) =>
    placed.has(piece) ? [] : [...(before.get(piece) ?? []), piece, ...(behind.get(piece) ?? [])]
  )
}

const nearestOnLine = (box: Piece, texts: ReadonlyArray<Piece>): Piece | undefined => {
  let nearest: Piece | undefined
  let least = Number.POSITIVE_INFINITY
  for (const text of texts) {
    if (Math.abs(text.baseline - box.baseline) > Math.max(box.size, text.size) * 0.5) continue
    const distance = Math.max(text.left - box.right, box.left - text.right, 0)
    if (distance >= least) continue
    nearest = text
    least = distance
  }
  return nearest
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
  // Software that has no name for a block of text says so, or that it is a part of a line.
  const isNameless = /^(NonStruct|Span|Div)$/.test(role) && node.children.some((child) => !isElement(child))
  if (isNameless && !holdsBlock(node, depth)) return paragraphs(piecesOf(node, page, depth), page.sizes)
  return node.children.flatMap((child) => blocksOf(child, page, depth + 1))
}

const holdsBlock = (node: Element, depth: number): boolean => descendants(node, leafRoles, depth).length > 0

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

interface Cell {
  readonly html: string
  readonly left: number
  readonly right: number
}

const cellOf = (pieces: ReadonlyArray<Piece>): Cell => ({
  html: runsHtml(inlineRuns(pieces)),
  left: pieces.reduce((least, piece) => Math.min(least, piece.left), Number.POSITIVE_INFINITY),
  right: pieces.reduce((most, piece) => Math.max(most, piece.right), Number.NEGATIVE_INFINITY)
})

/** Wider tables than people make are taken as they come. */
const mostColumns = 60

const tableHtml = (node: Element, page: Page, depth: number): string => {
  const rows = descendants(node, /^TR$/, depth)
    .map((row) => descendants(row, /^T[HD]$/, depth).map((cell) => cellOf(piecesOf(cell, page, depth))))
    .filter((cells) => cells.some(({ html }) => html !== ""))
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const columns = width > mostColumns ? [] : columnsOf(rows.filter((cells) => cells.length === width))
  return table(rows.map((cells) => inColumns(cells, columns) ?? cells.map(({ html }) => html)))
}

/** Where the columns of the rows that have them all stand; none where they do not stand side by side. */
const columnsOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<Omit<Cell, "html">> => {
  const columns = (rows[0] ?? []).map((_, at) => ({
    left: rows.reduce((least, cells) => Math.min(least, cells[at]!.left), Number.POSITIVE_INFINITY),
    right: rows.reduce((most, cells) => Math.max(most, cells[at]!.right), Number.NEGATIVE_INFINITY)
  }))
  return columns.every(({ left }, at) => at === 0 || left >= columns[at - 1]!.left) ? columns : []
}

/** The cells of a row that has fewer, because some reach over several columns or down from above; null where that cannot be told. */
const inColumns = (
  cells: ReadonlyArray<Cell>,
  columns: ReadonlyArray<Omit<Cell, "html">>
): ReadonlyArray<string> | null => {
  if (cells.length >= columns.length) return null
  const placed = columns.map(() => "")
  let next = 0
  for (const { html, left, right } of cells) {
    if (html === "") continue
    const at = columns.findIndex((column, index) => index >= next && left < column.right + 1 && right > column.left - 1)
    if (at < 0) return null
    placed[at] = html
    next = at + 1
  }
  return placed
}

const isListPart = /^(L|TOC)$/

/** Elements of a role in an item, but for those of the lists in it. */
const ownDescendants = (node: Element, role: RegExp, depth: number): ReadonlyArray<Element> =>
  depth > deepest
    ? []
    : node.children
        .filter(isElement)
        .filter((child) => !isListPart.test(child.role))
        .flatMap((child) => (role.test(child.role) ? [child] : ownDescendants(child, role, depth + 1)))

/** A label of signs is a bullet, and so is a letter alone, which is a drawing of a symbol font. */
const labelOf = (text: string, level: number) =>
  /^(?:[^\p{L}\p{N}]*|\p{L})$/u.test(text) ? bulletAt(level) : labelAt(level, text.slice(0, 100))

const listLines = (node: Element, page: Page, depth: number, level: number): ReadonlyArray<LabelledLine> =>
  depth > deepest
    ? []
    : node.children.filter(isElement).flatMap((item) => {
        // Some software puts a list beside the item that it belongs to.
        if (isListPart.test(item.role)) return listLines(item, page, depth + 1, level + 1)
        const label = ownDescendants(item, /^Lbl$/, depth).flatMap((one) => piecesOf(one, page, depth))
        const nested = descendants(item, isListPart, depth)
        const inNested = new Set(nested.flatMap((one) => piecesOf(one, page, depth)))
        const inLabel = new Set(label)
        const own = piecesOf(item, page, depth).filter((piece) => !inNested.has(piece) && !inLabel.has(piece))
        const html = runsHtml(inlineRuns(own)).replace(/^[•◦▪‣●○■□·-]\s+/, "")
        const line = { label: labelOf(textOfRuns(runsOf(label)).trim(), level), html }
        return [line, ...nested.flatMap((one) => listLines(one, page, depth + 1, level + 1))]
      })

const listHtml = (node: Element, page: Page, depth: number): string => labelledHtml(listLines(node, page, depth, 0))
