/**
 * What a text lists: sitemaps, feeds and lists of URLs, in one pass.
 *
 * **Details**
 *
 * No tree is built: what is kept of the path to an element is whether it is inside something that is no page, so that depth
 * costs nothing. The parser knows the five entities of XML and characters by number; it reads no declaration. What came as bytes is decoded
 * piece by piece: as one text it may take twice its bytes, beside them.
 */
import { TextDecoder } from "@exodus/bytes/encoding.js"
import type { SitemapContent, SitemapText } from "@kittiwake/core/sites/SitemapReader"
import { Parser } from "htmlparser2"
import { EntryCollector } from "./sitemapEntries.ts"
import { narrowed } from "./takeText.ts"

/** Most characters that are read: a sitemap may have 50 MB, and the fetcher reads 20. */
const maxLength = 52_428_800

/** The text goes to the parser in pieces, so that what was read need not be kept. */
const pieceLength = 256 * 1024

/** What was read of a text, and how much more it lists. */
export interface ReadContent extends Omit<SitemapContent, "beyond"> {
  /** Counts the entries beyond those that were read, without reading them. To be asked once. */
  readonly countBeyond: () => number
  /** Whether a document ended before its root was closed. */
  readonly isBroken: boolean
}

/** Those that are still to come. */
type Pieces = Iterator<string, unknown>

function* piecesOf(text: SitemapText): Generator<string, void> {
  if (typeof text === "string") {
    const end = Math.min(text.length, maxLength)
    for (let at = 0; at < end; at += pieceLength) yield text.slice(at, Math.min(end, at + pieceLength))
    return
  }
  const { bytes, charset } = text
  const decoder = new TextDecoder(charset)
  for (let at = 0; at < bytes.length; at += pieceLength) {
    yield narrowed(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: at + pieceLength < bytes.length }))
  }
}

/** The same pieces without a mark in front. */
function* withoutMark(pieces: Pieces): Generator<string, void> {
  let isFirst = true
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    yield isFirst && next.value.charCodeAt(0) === 0xfeff ? next.value.slice(1) : next.value
    isFirst = false
  }
}

/** Null where the text is no sitemap, no feed and no list. */
export const readText = (text: SitemapText, most: number, mostChildren: number): ReadContent | null => {
  const pieces = withoutMark(piecesOf(text))
  const head = pieces.next()
  const first = head.done === true ? "" : head.value
  return /^\s*</.test(first.slice(0, 1_000))
    ? readXml(first, pieces, most, mostChildren)
    : readList(linesOf(first, pieces), most)
}

const readXml = (first: string, pieces: Pieces, most: number, mostChildren: number): ReadContent | null => {
  const collector = new EntryCollector(most, mostChildren)
  const stopWhenDone = () => {
    if (collector.isDone) parser.pause()
  }
  const parser = new Parser(
    {
      onopentagname: (name) => {
        collector.open(name)
        stopWhenDone()
      },
      onattribute: (name, value) => collector.attribute(name, value),
      ontext: (part) => collector.text(part),
      onclosetag: () => {
        collector.close()
        stopWhenDone()
      }
    },
    { xmlMode: true }
  )
  /** What the parser has of the text, the last piece of it, and where that begins. */
  let piece = first
  let start = 0
  parser.write(piece)
  for (let next = collector.isDone ? null : pieces.next(); next?.done === false; ) {
    start += piece.length
    piece = next.value
    parser.write(piece)
    next = collector.isDone ? null : pieces.next()
  }
  if (!collector.isDone) {
    collector.ending()
    parser.end()
  }
  const content = collector.content()
  if (content === null) return null
  // Where the parser stopped, in all that it was given.
  const end = parser.endIndex + 1
  const countBeyond = () => (collector.isFull ? countHolders(piece.slice(Math.max(0, end - start)), pieces) : 0)
  return { ...content, countBeyond, isBroken: collector.isBroken }
}

/** Longest beginning of an element that is looked at again with what follows it. */
const maxCut = 1_024

/** Where a piece ends that may cut no element: what stands behind is counted with what follows. */
const wholeLength = (text: string): number => {
  const at = text.lastIndexOf("<")
  return at < 0 || text.length - at > maxCut ? text.length : at
}

/** Counts what stands for a page or a sitemap by the names of its elements. */
const countHolders = (first: string, pieces: Pieces): number => {
  const holder = /<(?:[\w-]+:)?(?:url|sitemap|item|entry)[\s>]/gi
  let count = 0
  let text = first
  for (;;) {
    const next = pieces.next()
    const end = next.done === true ? text.length : wholeLength(text)
    count += text.slice(0, end).match(holder)?.length ?? 0
    if (next.done === true) return count
    text = text.slice(end) + next.value
  }
}

const listedUrl = /^https?:\/\/\S+$/i

function* linesOf(first: string, pieces: Pieces): Generator<string, void> {
  let open = ""
  for (let piece: string | null = first; piece !== null; ) {
    let at = 0
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", at)) {
      yield open + piece.slice(at, end)
      open = ""
      at = end + 1
    }
    open += piece.slice(at)
    const next = pieces.next()
    piece = next.done === true ? null : next.value
  }
  yield open
}

/** One address a line. Other lines are passed over, but most must be addresses. */
const readList = (lines: Iterator<string, unknown>, most: number): ReadContent | null => {
  const urls: Array<string> = []
  let others = 0
  while (urls.length < most) {
    const next = lines.next()
    if (next.done === true) break
    const line = next.value.trim()
    if (line === "") continue
    if (listedUrl.test(line)) urls.push(line)
    else others += 1
    if (others > 100 && others > urls.length) return null
  }
  if (urls.length <= others) return null
  return {
    entries: urls.map((url) => ({ url, lastModified: null })),
    children: [],
    childrenBeyond: 0,
    countBeyond: () => countLines(lines),
    isBroken: false
  }
}

/** Counts the lines that begin as addresses do. */
const countLines = (lines: Iterator<string, unknown>): number => {
  let count = 0
  for (let next = lines.next(); next.done !== true; next = lines.next()) {
    if (/^[ \t]*https?:\/\//i.test(next.value)) count += 1
  }
  return count
}
