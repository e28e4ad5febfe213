/** The text of a Word 97 document, put together from its pieces, and what its paragraphs are. */
import { corrupt, tooComplex, Unreadable } from "../reading/Unreadable.ts"
import type { Compound } from "./Compound.ts"
import { codePageText } from "./codePages.ts"

/** What the formatting of a paragraph says. */
export interface DocParagraph {
  /** The level of its heading, from 1; null for text. */
  readonly level: number | null
  readonly isInTable: boolean
  /** Whether its mark ends a row of a table. */
  readonly endsRow: boolean
  /** How deep it stands in a list, from 0; null outside of one. */
  readonly listLevel: number | null
}

export interface DocText {
  /** The main text with Word's own marks in it. */
  readonly text: string
  /** The paragraph that ends at this place of the text. */
  readonly paragraphAt: (place: number) => DocParagraph
}

interface Piece {
  readonly start: number
  readonly end: number
  /** Where its letters stand in the main stream, and whether each takes one byte. */
  readonly offset: number
  readonly isNarrow: boolean
}

interface Formatted extends DocParagraph {
  readonly from: number
  readonly to: number
}

const plain: DocParagraph = { level: null, isInTable: false, endsRow: false, listLevel: null }
const mostPieces = 200_000
const signature = 0xa5ec
const firstWord97 = 101

/** Reads the pieces in their order. */
export const readDocText = (compound: Compound): DocText => {
  const main = compound.stream("WordDocument")
  if (main === null || main.length < 0x200) throw corrupt("The file is not a Word document.")
  if (main.readUInt16LE(0) !== signature || main.readUInt16LE(2) < firstWord97) {
    throw new Unreadable("unsupported_content", "Documents older than Word 97 are not read.")
  }
  const flags = main.readUInt16LE(0x0a)
  if ((flags & 0x100) !== 0) throw new Unreadable("encrypted", "The document is protected by a password.")
  const tables = compound.stream((flags & 0x200) !== 0 ? "1Table" : "0Table")
  if (tables === null) throw corrupt("The document lacks the table of its text.")
  const letters = main.readUInt32LE(0x4c)
  const pieces = readPieces(tables.subarray(main.readUInt32LE(0x1a2)), letters, main.length)
  const formatted = readFormats(main, tables, main.readUInt32LE(0x102), main.readUInt32LE(0x106))
  return {
    text: pieces
      .map((piece) => pieceText(main, piece))
      .join("")
      .slice(0, letters),
    paragraphAt: (place) => {
      const piece = pieceAt(pieces, place)
      if (piece === undefined) return plain
      return formatAt(formatted, piece.offset + (place - piece.start) * (piece.isNarrow ? 1 : 2)) ?? plain
    }
  }
}

const pieceText = (main: Buffer, { end, isNarrow, offset, start }: Piece): string =>
  isNarrow
    ? codePageText(main.subarray(offset, offset + end - start), 1252)
    : main.toString("utf16le", offset, offset + (end - start) * 2)

const readPieces = (table: Buffer, letters: number, bytes: number): ReadonlyArray<Piece> => {
  let at = 0
  while (at + 3 <= table.length && table[at] === 1) at += 3 + table.readUInt16LE(at + 1)
  if (at + 5 > table.length || table[at] !== 2) throw corrupt("The table of the document's text is damaged.")
  const count = Math.floor((table.readUInt32LE(at + 1) - 4) / 12)
  if (count > mostPieces) throw tooComplex("The document is made of too many pieces.")
  const places = at + 5
  if (count < 1 || places + count * 12 + 4 > table.length) throw corrupt("The table of the document's text is damaged.")
  const pieces: Array<Piece> = []
  let read = 0
  for (let index = 0; index < count; index++) {
    const start = table.readUInt32LE(places + index * 4)
    const end = Math.min(table.readUInt32LE(places + index * 4 + 4), letters)
    const where = table.readUInt32LE(places + (count + 1) * 4 + index * 8 + 2)
    const isNarrow = (where & 0x40000000) !== 0
    if (end > start) read += end - start
    // Letters stand in the file once: pieces that hold more than it lie over each other.
    if (read > bytes) throw corrupt("The pieces of the document's text lie over each other.")
    if (end > start) pieces.push({ start, end, isNarrow, offset: isNarrow ? (where & 0x3fffffff) >>> 1 : where })
  }
  return pieces
}

/** Formats of paragraphs stand in pages of 512 bytes, each with the stretches of the main stream that it is about. */
const readFormats = (main: Buffer, tables: Buffer, offset: number, length: number): ReadonlyArray<Formatted> => {
  const count = Math.floor((length - 4) / 8)
  if (count < 1 || count > mostPieces || offset + length > tables.length) return []
  const found: Array<Formatted> = []
  for (let index = 0; index < count; index++) {
    const page = (tables.readUInt32LE(offset + (count + 1) * 4 + index * 4) & 0x3fffff) * 512
    if (page + 512 > main.length) continue
    const paragraphs = main[page + 511] ?? 0
    for (let one = 0; one < paragraphs && (paragraphs + 1) * 4 + one * 13 < 511; one++) {
      const from = main.readUInt32LE(page + one * 4)
      const to = main.readUInt32LE(page + one * 4 + 4)
      const at = page + (main[page + (paragraphs + 1) * 4 + one * 13] ?? 0) * 2
      found.push({ from, to, ...(at > page && at < page + 510 ? readFormat(main, at, page + 511) : plain) })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

const readFormat = (main: Buffer, at: number, pageEnd: number): DocParagraph => {
  const words = main[at] ?? 0
  const start = words === 0 ? at + 2 : at + 1
  const end = Math.min(words === 0 ? start + (main[at + 1] ?? 0) * 2 : start + words * 2 - 1, pageEnd)
  if (start + 2 > end) return plain
  const style = main.readUInt16LE(start)
  const format = {
    level: style >= 1 && style <= 9 ? style : null,
    isInTable: false,
    endsRow: false,
    listLevel: null as number | null
  }
  let depth = 0
  for (let place = start + 2; place + 2 <= end; ) {
    const code = main.readUInt16LE(place)
    const value = main[place + 2] ?? 0
    if (code === 0x2416) format.isInTable = value === 1
    else if (code === 0x2417) format.endsRow = value === 1
    else if (code === 0x260a) depth = Math.min(value, 8)
    else if (code === 0x460b && place + 4 <= end) format.listLevel = main.readUInt16LE(place + 2) > 0 ? 0 : null
    else if (code === 0x2640 && value < 9) format.level = value + 1
    place += 2 + operandBytes(main, code, place)
  }
  return format.listLevel === null ? format : { ...format, listLevel: depth }
}

const operandSizes = [1, 1, 2, 4, 2, 2, 0, 3]

const operandBytes = (main: Buffer, code: number, place: number): number => {
  const size = operandSizes[code >>> 13] ?? 1
  if (size !== 0) return size
  // The definition of a table counts its bytes in two; every other operand that varies in one.
  return code === 0xd608
    ? place + 4 <= main.length
      ? main.readUInt16LE(place + 2) + 1
      : 2
    : (main[place + 2] ?? 0) + 1
}

const pieceAt = (pieces: ReadonlyArray<Piece>, place: number) => lastBefore(pieces, (piece) => piece.start <= place)

const formatAt = (formats: ReadonlyArray<Formatted>, offset: number): DocParagraph | undefined => {
  const found = lastBefore(formats, ({ from }) => from <= offset)
  return found !== undefined && offset < found.to ? found : undefined
}

const lastBefore = <A>(sorted: ReadonlyArray<A>, isBefore: (one: A) => boolean): A | undefined => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const one = sorted[middle]
    if (one !== undefined && isBefore(one)) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}
