/** The text of a page in the pieces that the file writes it in, each with its place, size, font and link. */

import { pdf as limit } from "../reading/limits.ts"
import { safeHref } from "../reading/Markup.ts"
import { tooComplex } from "../reading/Unreadable.ts"
import { type FieldArea, fieldPieces } from "./fields.ts"
import { beginPage, checkInflated } from "./InflateBudget.ts"
import type { PdfPage } from "./openPdf.ts"
import { type Script, withScripts } from "./scripts.ts"

/** Lengths are points; `baseline` grows downwards. The page is turned so that most of its text runs to the right. */
export interface Piece {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  readonly font: string
  readonly isMonospace: boolean
  readonly isRightToLeft: boolean
  readonly href: string | null
  /** The marked content it belongs to, by which the structure tree names it. */
  readonly mark: string | null
  /** Whether the file says that it is decoration, such as a running header. */
  readonly isArtifact: boolean
  /** Whether white space stands before it. */
  readonly isSpaced: boolean
  /** Whether it is written above or below the line it belongs to. */
  readonly script?: Script
  /** Whether somebody filled it into a form. */
  readonly isField?: boolean
}

export interface Placed {
  readonly piece: Omit<Piece, "left" | "right" | "baseline" | "href">
  readonly x: number
  readonly y: number
  readonly width: number
  /** The direction in which it runs, in quarters of a turn. */
  readonly turn: number
}

interface LinkArea extends FieldArea {
  readonly href: string
}

const directions = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1]
] as const

type Matrix = readonly [number, number, number, number, number, number]

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5]
]

export interface PageText {
  /** In the order in which the file writes them. Those that run across the others stand last. */
  readonly pieces: ReadonlyArray<Piece>
  readonly height: number
}

type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>

/** What a page says, read as it comes: a page of too many pieces is left in the middle. */
const readContent = async (page: PdfPage): Promise<Pick<TextContent, "items" | "styles">> => {
  beginPage()
  const items: TextContent["items"] = []
  const styles: TextContent["styles"] = Object.create(null)
  const parts = page.streamTextContent({ includeMarkedContent: true, disableNormalization: false }).getReader()
  for (;;) {
    const { done, value } = (await parts.read()) as ReadableStreamReadResult<TextContent>
    if (done) break
    if (items.length + value.items.length > limit.piecesOfPage) {
      const refused = tooComplex(`A page of the PDF has more than ${limit.piecesOfPage} pieces of text.`)
      // Not waited for: pdf.js answers when it comes to it.
      parts.cancel(refused).catch(() => {})
      throw refused
    }
    for (const item of value.items) items.push(item)
    Object.assign(styles, value.styles)
  }
  checkInflated()
  return { items, styles }
}

/** Reads the pieces of a page. */
export const readPieces = async (page: PdfPage): Promise<PageText> => {
  const content = await readContent(page)
  const viewport = page.getViewport({ scale: 1 })
  const base = viewport.transform as unknown as Matrix
  const marks: Array<{ readonly id: string | null; readonly isArtifact: boolean }> = []
  const placed: Array<Placed> = []
  let isSpaced = false
  for (const item of content.items) {
    if (!("str" in item)) {
      if (item.type === "endMarkedContent") marks.pop()
      else marks.push({ id: item.id ?? marks.at(-1)?.id ?? null, isArtifact: isArtifact(item, marks.at(-1)) })
      continue
    }
    if (item.str.trim() === "") {
      isSpaced = true
      continue
    }
    const matrix = times(base, item.transform as unknown as Matrix)
    const style = content.styles[item.fontName]
    const mark = marks.at(-1)
    placed.push({
      x: matrix[4],
      y: matrix[5],
      width: item.width,
      turn: (Math.round(Math.atan2(matrix[1], matrix[0]) / (Math.PI / 2)) + 4) % 4,
      piece: {
        text: item.str.replaceAll("\u00a0", " "),
        size: Math.hypot(matrix[2], matrix[3]) || item.height || 1,
        font: item.fontName,
        isMonospace: style?.fontFamily === "monospace",
        isRightToLeft: item.dir === "rtl",
        mark: mark?.id ?? null,
        isArtifact: mark?.isArtifact ?? false,
        isSpaced
      }
    })
    isSpaced = item.hasEOL
  }
  const oneWidth = fontsOfOneWidth(placed)
  const turn = placed.length === 0 ? 0 : mainTurn(placed)
  // A page whose annotations are damaged still has its text.
  const annotations: ReadonlyArray<Record<string, unknown>> = await page.getAnnotations().catch(() => [])
  const links = linksOf(annotations, base)
  if (turn === 0) {
    for (const field of fieldPieces(annotations, ({ rect }) => areaOf(rect, base), placed)) placed.push(field)
  }
  const along = placed.filter((one) => one.turn === turn)
  const across = placed.filter((one) => one.turn !== turn)
  const pieces = [...along, ...across]
    .flatMap((one) => linked(one, turn, links))
    .map((piece) => {
      return piece.isMonospace || !oneWidth.has(piece.font) ? piece : { ...piece, isMonospace: true }
    })
  const height = turn % 2 === 0 ? viewport.height : viewport.width
  return { pieces: withScripts(turn === 0 ? pieces : movedIntoView(pieces)), height }
}

/** Fonts whose letters are all equally wide, which not every file says of them. It takes some different words to tell. */
const fontsOfOneWidth = (placed: ReadonlyArray<Placed>): ReadonlySet<string> => {
  const fonts = new Map<string, { readonly words: Set<string>; letters: number; least: number; most: number }>()
  for (const { piece, width } of placed) {
    if (piece.text.length < 4) continue
    const perLetter = width / piece.text.length / piece.size
    const known = fonts.get(piece.font) ?? { words: new Set(), letters: 0, least: perLetter, most: perLetter }
    if (known.words.size < 8) known.words.add(piece.text.replace(/\d/g, "0"))
    known.letters += piece.text.length
    known.least = Math.min(known.least, perLetter)
    known.most = Math.max(known.most, perLetter)
    fonts.set(piece.font, known)
  }
  const ofOneWidth = [...fonts].filter(
    ([, { least, letters, most, words }]) => words.size >= 3 && letters >= 24 && most - least < 0.012
  )
  return new Set(ofOneWidth.map(([font]) => font))
}

// The types of pdf.js leave the tag out.
const isArtifact = (item: object, around: { readonly isArtifact: boolean } | undefined) =>
  ("tag" in item && item.tag === "Artifact") || (around?.isArtifact ?? false)

const mainTurn = (placed: ReadonlyArray<Placed>): number => {
  const characters = [0, 0, 0, 0]
  for (const { piece, turn } of placed) characters[turn] = (characters[turn] ?? 0) + piece.text.length
  return characters.indexOf(Math.max(...characters))
}

/** A page that was turned has its text left of zero or above it. */
const movedIntoView = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const left = pieces.reduce((least, piece) => Math.min(least, piece.left), 0)
  const top = pieces.reduce((least, piece) => Math.min(least, piece.baseline - piece.size), 0)
  return pieces.map((piece) => ({
    ...piece,
    left: piece.left - left,
    right: piece.right - left,
    baseline: piece.baseline - top
  }))
}

const linksOf = (annotations: ReadonlyArray<Record<string, unknown>>, base: Matrix): ReadonlyArray<LinkArea> =>
  annotations.slice(0, limit.linksOfPage).flatMap(({ rect, subtype, url }) => {
    const href = subtype === "Link" && typeof url === "string" ? safeHref(url) : null
    const area = href === null ? null : areaOf(rect, base)
    return href === null || area === null ? [] : { ...area, href }
  })

/** A rectangle of the file, as the page is shown. */
const areaOf = (rect: unknown, base: Matrix): FieldArea | null => {
  if (!Array.isArray(rect)) return null
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect as ReadonlyArray<number>
  const one = times(base, [1, 0, 0, 1, x1, y1])
  const other = times(base, [1, 0, 0, 1, x2, y2])
  return {
    left: Math.min(one[4], other[4]),
    right: Math.max(one[4], other[4]),
    top: Math.min(one[5], other[5]),
    bottom: Math.max(one[5], other[5])
  }
}

/** A piece, cut where a link begins or ends inside it. Letters are taken to be equally wide, and cuts to be between words. */
const linked = (one: Placed, turn: number, links: ReadonlyArray<LinkArea>): ReadonlyArray<Piece> => {
  const [dx, dy] = directions[turn] ?? directions[0]
  const left = one.x * dx + one.y * dy
  const baseline = -one.x * dy + one.y * dx
  const whole: Piece = { ...one.piece, left, right: left + one.width, baseline, href: null }
  if (turn !== 0 || links.length === 0) return [whole]
  const middle = one.y - one.piece.size * 0.3
  const area = links.find(
    (link) => middle >= link.top && middle <= link.bottom && link.left < whole.right - 1 && link.right > left + 1
  )
  if (area === undefined) return [whole]
  const perLetter = one.width / one.piece.text.length
  const from = boundaryNear(one.piece.text, (area.left - left) / perLetter)
  const to = boundaryNear(one.piece.text, (area.right - left) / perLetter)
  const cut = (start: number, end: number, href: string | null): ReadonlyArray<Piece> => {
    const text = one.piece.text.slice(start, end)
    if (text.trim() === "") return []
    const first = start + text.length - text.trimStart().length
    const place = { left: left + first * perLetter, right: left + (first + text.trim().length) * perLetter }
    const isSpaced = start === 0 ? one.piece.isSpaced : /\s/.test(one.piece.text.slice(start - 1, first))
    return [{ ...whole, ...place, text: text.trim(), href, isSpaced }]
  }
  return [...cut(0, from, null), ...cut(from, to, area.href), ...cut(to, one.piece.text.length, null)]
}

const boundaryNear = (text: string, at: number): number => {
  if (at <= 1) return 0
  if (at >= text.length - 1) return text.length
  const wanted = Math.round(at)
  for (let distance = 0; distance <= 4; distance++) {
    for (const place of [wanted - distance, wanted + distance]) {
      if (place <= 0 || place >= text.length) continue
      if (/\W/.test(text.charAt(place - 1)) || /\W/.test(text.charAt(place))) return place
    }
  }
  return wanted
}
