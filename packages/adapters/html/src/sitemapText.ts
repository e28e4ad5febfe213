/**
 * What a text lists: sitemaps, feeds and lists of URLs, in one pass.
 *
 * **Details**
 *
 * No tree is built: what is kept of the path to an element is whether it is inside something that is no page, so that depth
 * costs nothing. The parser knows the five entities of XML and characters by number; it reads no declaration.
 */
import type { SitemapContent } from "@kittiwake/core/sites/SitemapReader"
import { Parser } from "htmlparser2"
import { EntryCollector } from "./sitemapEntries.ts"

/** Most characters that are read: a sitemap may have 50 MB, and the fetcher reads 20. */
const maxLength = 52_428_800

/** The text goes to the parser in pieces, so that what was read need not be kept. */
const pieceLength = 256 * 1024

/** What was read of a text, and how much more it lists. */
export interface ReadContent extends SitemapContent {
  /** Counts the entries beyond those that were read, without reading them. */
  readonly countBeyond: () => number
  /** Whether a document ended before its root was closed. */
  readonly isBroken: boolean
}

/** Null where the text is no sitemap, no feed and no list. */
export const readText = (text: string, most: number, mostChildren: number): ReadContent | null => {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1, maxLength) : text.slice(0, maxLength)
  return /^\s*</.test(body.slice(0, 1_000)) ? readXml(body, most, mostChildren) : readList(body, most)
}

const readXml = (text: string, most: number, mostChildren: number): ReadContent | null => {
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
  for (let at = 0; at < text.length && !collector.isDone; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength))
  }
  if (!collector.isDone) {
    collector.ending()
    parser.end()
  }
  const content = collector.content()
  // Where the parser stopped, in all that it was given.
  const end = parser.endIndex + 1
  if (content === null) return null
  const countBeyond = () => (collector.isFull ? countHolders(text, end) : 0)
  return { ...content, countBeyond, isBroken: collector.isBroken }
}

/** Counts what stands for a page or a sitemap by the names of its elements. */
const countHolders = (text: string, from: number): number => {
  const holder = /<(?:[\w-]+:)?(?:url|sitemap|item|entry)[\s>]/gi
  holder.lastIndex = from
  let count = 0
  while (holder.test(text)) count += 1
  return count
}

const listedUrl = /^https?:\/\/\S+$/i

/** One address a line. Other lines are passed over, but most must be addresses. */
const readList = (text: string, most: number): ReadContent | null => {
  const urls: Array<string> = []
  let others = 0
  let at = 0
  while (at < text.length && urls.length < most) {
    const end = text.indexOf("\n", at)
    const line = text.slice(at, end === -1 ? text.length : end).trim()
    at = end === -1 ? text.length : end + 1
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
    countBeyond: () => countLines(text, at),
    isBroken: false
  }
}

/** Counts the lines that begin as addresses do. */
const countLines = (text: string, from: number): number => {
  const line = /^[ \t]*https?:\/\//gim
  line.lastIndex = from
  let count = 0
  while (line.test(text)) count += 1
  return count
}
