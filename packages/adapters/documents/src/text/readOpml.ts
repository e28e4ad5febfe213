/**
 * Lists of feeds in OPML, read outline by outline, without a tree of them.
 *
 * **Details.** Entities other than the five of XML stay as they are written. A list that breaks off has what stands before.
 */
import { Parser } from "htmlparser2"
import { xml as limit } from "../reading/limits.ts"
import { tooComplex } from "../reading/Unreadable.ts"

export interface Outline {
  /** By their names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
  /** Where it begins, from 1. */
  readonly line: number
}

export interface OutlineList {
  readonly outlines: ReadonlyArray<Outline>
  /** The line at which the file ends before its list does; null for a whole one. */
  readonly brokenAt: number | null
}

/** Characters that the parser gets at a time, so that it need not go on with what is no list. */
const pieceLength = 256 * 1024

/** Counts lines up to places that are asked for in their order. */
const lineCounter = (source: string) => {
  let at = 0
  let line = 1
  return (until: number): number => {
    for (let next = source.indexOf("\n", at); next >= 0 && next < until; next = source.indexOf("\n", at)) {
      line += 1
      at = next + 1
    }
    return line
  }
}

/** Reads a list; null for what is no OPML. */
export const readOpml = (source: string, mostOutlines: number): OutlineList | null => {
  const outlines: Array<Outline> = []
  const lineOf = lineCounter(source)
  const attributes = new Map<string, string>()
  let seen = { elements: 0, attributes: 0, depth: 0 }
  let isList = true
  /** Whether the file has ended, and whether its list had before. */
  let hasEnded = false
  let isWhole = false
  const parser = new Parser(
    {
      onopentagname: (name) => {
        seen = { elements: seen.elements + 1, attributes: 0, depth: seen.depth + 1 }
        if (seen.elements > limit.elements) throw tooComplex("The file has too many XML elements.")
        if (seen.depth > limit.depth) throw tooComplex("The XML of the file is nested too deep.")
        if (seen.elements === 1) isList = name.toLowerCase() === "opml"
        attributes.clear()
      },
      onattribute: (name, value) => {
        seen.attributes += 1
        if (seen.attributes > limit.attributes) throw tooComplex("An XML element of the file has too many attributes.")
        attributes.set(name.toLowerCase(), value)
      },
      onopentag: (name) => {
        if (!isList || name.toLowerCase() !== "outline") return
        if (outlines.length === mostOutlines) {
          throw tooComplex(`The list has more than ${mostOutlines.toLocaleString("en")} outlines: split it.`)
        }
        outlines.push({ attributes: new Map(attributes), line: lineOf(parser.startIndex) })
      },
      onclosetag: () => {
        seen.depth -= 1
        if (seen.depth === 0) isWhole = !hasEnded
      }
    },
    { xmlMode: true, decodeEntities: true }
  )
  for (let at = 0; at < source.length && isList; at += pieceLength) {
    parser.write(source.slice(at, at + pieceLength))
  }
  hasEnded = true
  parser.end()
  if (!isList || seen.elements === 0) return null
  return { outlines, brokenAt: isWhole ? null : lineOf(source.length) }
}
