/** Where a line stands: the card, the row and column, the headings above. */

import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { type CardBelow, makeCardOrder, saidKind } from "../cardOrder.ts"
import type { Lines } from "../Lines.ts"
import { readableLine } from "../readable.ts"
import { formOf, isHeading, isProse, linesAbove, type Surroundings } from "../surroundings.ts"
import { type Block, blockOf } from "./blockTitle.ts"
import { cardAbove } from "./cards.ts"
import { answerOf } from "./flags.ts"
import type { Outline } from "./outline.ts"
import { makeRows, type RowLabel } from "./rows.ts"
import { smallWords } from "./smallWords.ts"
import { tokensOf } from "./tokens.ts"
import { unitName, type Value, valuesOf } from "./values.ts"

export interface Context {
  /** Number of the line in its text. */
  readonly line: number
  /** What the line belongs to: the lines of its card above it, its label, the cells of its row and the name of its column. */
  readonly near: ReadonlyArray<string>
  /** What its row is called, in a table with a head. */
  readonly row: RowLabel | undefined
  /** Headings above, the nearest first. */
  readonly headings: ReadonlyArray<string>
  /** All headings that it stands below as the markup says, the nearest first; none where nothing is known of it. */
  readonly sections: ReadonlyArray<string>
  /** The headings beside the nearest of them, of its level and below the same. */
  readonly besideSections: ReadonlyArray<string>
  /** The short line above the list that the line is an entry of. */
  readonly list: string | undefined
  /** The title of the stretch of lines that it stands in, with the other lines of that stretch. */
  readonly block: Block | undefined
  /** The few lines right above, the nearest first, and right below. */
  readonly above: ReadonlyArray<string>
  readonly below: ReadonlyArray<string>
  /** What it is where the line is of the card whose name stands below it, and nothing on the page says of which one it is. */
  readonly otherwise: Context | undefined
}

/** How far up a heading is looked for, how many are read, and how many lines below one are of it. */
const reach = { lines: 160, headings: 3, above: 12, said: 3 } as const

/** A line is read so far to see whether it is a heading. */
const lineBytes = 200

const marked =
  /^(?:#{1,6}\s|§|(?:section|article|artikel|art\.|clause|part|chapter|kapitel|abschnitt|sezione|sección|artículo|articolo|artigo|第)\s?\d)/iu
const numbered = /^\d{1,2}(?:\.\d{1,2})*[.)]?\s\p{Lu}/u
/** "Termination." at the head of a paragraph. */
const runIn = /^\p{Lu}[\p{L}\p{M}-]+(?:\s[\p{L}\p{M}-]+){0,3}\.$/u
const capitals = /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u
const ofVersion = /^(?:\W{0,3}(?:version|release|v)\s?\d|\[?\d+\.\d+)/iu

/** A heading that says so by itself: by a mark, a number, capitals, a version, or prose right below. */
export const isStrong = (line: string, below: string | undefined): boolean => {
  if (runIn.test(line)) return below !== undefined && isProse(below)
  if (!isHeading(line) || line.length > 80) return false
  if (marked.test(line) || ofVersion.test(line)) return true
  if (numbered.test(line) && !/\d{3}|[$€£¥%]/.test(line)) return true
  if (capitals.test(line) && line.length >= 6 && !/\d/.test(line)) return true
  return (
    (line.endsWith(":") && line.length > 3) ||
    (below !== undefined && isProse(below) && below.length > line.length && !/[|\t]/.test(line))
  )
}

/** "5 May – Berlin" begins with a day, as "9 May – Munich" does, and not with its number. */
const isDayBeside = (one: string, other: string): boolean => [one, other].every(beginsWithDay)

const beginsWithDay = (line: string): boolean => valuesOf(line).some(({ from, kind }) => kind === "date" && from === 0)

/** How a heading says that it is one: of those that say it alike, the nearest is the one. */
const styleOf = (line: string): string => {
  const marks = /^#{1,6}\s/.exec(line)?.[0]
  if (marks !== undefined) return marks
  if (marked.test(line)) return "marked"
  if (ofVersion.test(line)) return "version"
  const number = /^\d{1,2}(?:\.\d{1,2})*/.exec(line)?.[0]
  if (number !== undefined) return `numbered ${number.split(".").length}`
  return runIn.test(line) ? "run in" : capitals.test(line) ? "capitals" : "plain"
}

/** Only an amount, a date, an answer or a state, which needs to be told of what. */
const isBare = (line: string): boolean =>
  line.length <= 60 &&
  !/[:|\t]|\s[–—-]\s/.test(line) &&
  (answerOf(line) !== undefined ||
    tokensOf(withoutStates(line)).every(
      ({ folded, value }) => value !== undefined || smallWords.has(folded) || unitName(folded) !== undefined
    ))

const withoutStates = (line: string): string =>
  statusesOf(line)
    .toReversed()
    .reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), line)

/** The code that a line begins with: "A7" and "A24" are of one. */
const codeOf = (line: string): string | undefined => /^\p{Lu}{1,4}[- ]?\d+\b/u.exec(line)?.[0].replace(/\d+/u, "0")

/** Two entries of a list: lines put together alike that say values or states of the same kinds, or begin with codes of one. */
const isOfOneList = (one: string, other: string): boolean => {
  if (formOf(one) !== formOf(other)) return false
  const [kind, code] = [saidKind(one), codeOf(one)]
  return (kind !== null && kind === saidKind(other)) || (code !== undefined && code === codeOf(other))
}

const separated = /[\d:|,;\t]|\s[–—·-]\s/

/** The title of an article above its first sentences, with a line about its author between. */
const titleAbove = (own: string, above: ReadonlyArray<string>): string | undefined =>
  isProse(own)
    ? above.slice(0, 3).find((line) => isHeading(line) && line.split(/\s+/).length >= 3 && !/[·|:]/.test(line))
    : undefined

const labelledLine = /^[^:|]{1,40}:(?:\s|$)/u

const isData = ({ kind }: Value): boolean =>
  kind === "date" || kind === "money" || kind === "time" || kind === "percent"

/** What lines with labels are of: the line above all of them. */
const ownerOf = (own: string, above: ReadonlyArray<string>): string | undefined => {
  if (!labelledLine.test(own) && !isBare(own)) return undefined
  const found = above.slice(0, 8).find((line) => !labelledLine.test(line) && !isBare(line) && !isOfOneList(line, own))
  const isName = found !== undefined && found.length <= 90 && !isProse(found) && !valuesOf(found).some(isData)
  return isName ? found : undefined
}

/** The short line above a list whose entries say more than it does. */
const listHeading = (own: string, above: ReadonlyArray<string>): string | undefined => {
  const isRich = separated.test(own)
  if (!isRich && own.split(/\s+/).length < 2) return undefined
  const at = above.findIndex(
    (line) =>
      isHeading(line) && !separated.test(line) && line.split(/\s+/).length <= (isRich ? (line === above[0] ? 7 : 4) : 1)
  )
  const found = above[at]
  // Right above one entry alone, a line of several words may be another entry.
  const isCode = found !== undefined && /\s\S{1,2}$/u.test(found)
  return found === undefined || (at === 0 && isCode) ? undefined : found
}

/** Makes what tells the context of lines of a text. */
export const makeContext = (lines: Lines, around: (line: number) => Surroundings, outline: Outline) => {
  const rows = makeRows(lines, outline)
  const textAt = (line: number): string => readableLine(lines, line, lineBytes)
  /** Those that the markup names; below the nearest of them, lines that look like one as well. */
  const headingsAbove = (line: number, sections: ReadonlyArray<string>): ReadonlyArray<string> => {
    const found: Array<string> = []
    const styles = new Set<string>()
    const first = Math.max(0, line - reach.lines, (outline.nearest(line) ?? -1) + 1)
    const own = textAt(line)
    for (let at = line - 1; at >= first && found.length < reach.headings; at--) {
      const text = textAt(at)
      if (!isStrong(text, at + 1 < lines.count ? textAt(at + 1) : undefined) || styles.has(styleOf(text))) continue
      if (isDayBeside(text, own)) continue
      found.push(text)
      styles.add(styleOf(text))
      // Below a heading of the smallest kind stands nothing that is said by a plain one farther up.
      styles.add("plain")
    }
    return [...found, ...sections].slice(0, reach.headings)
  }
  /** The short lines right below a heading, which say what it is: the post of a person. */
  const saidOf = (line: number): ReadonlyArray<string> => {
    const said: Array<string> = []
    for (let at = line + 1; at < Math.min(lines.count, line + 1 + reach.said) && !outline.levels.has(at); at++) {
      const text = textAt(at)
      if (text.length > 60 || isProse(text)) break
      said.push(text)
    }
    return said
  }
  const contextAbove = (line: number, column: number | null): Context => {
    if (line >= lines.count)
      return {
        line,
        near: [],
        row: undefined,
        headings: [],
        sections: [],
        besideSections: [],
        list: undefined,
        block: undefined,
        above: [],
        below: [],
        otherwise: undefined
      }
    const there = around(line)
    const texts = there.lines.map(({ text }) => text)
    const size = linesAbove(there)
    const places = outline.above(line)
    const sections = places.map(textAt)
    // Lines of a card that stand below a heading of their own are of that.
    const isOfOwn = (at: number): boolean => {
      const heading = outline.levels.has(at) ? at : outline.nearest(at)
      return heading === undefined || places.includes(heading)
    }
    const ofOwn = (above: ReadonlyArray<string>) => above.filter((_, index) => isOfOwn(line - above.length + index))
    const card = ofOwn(texts.slice(there.at - size, there.at))
    const own = texts[there.at] ?? ""
    const previous = texts[there.at - 1]
    // A line with a name of its own belongs to no label above it.
    const isLabel = previous !== undefined && previous.length <= 60 && !isOfOneList(previous, own)
    const label = isBare(own) && isLabel ? [previous] : []
    const above = texts.slice(Math.max(0, there.at - reach.above), there.at).toReversed()
    // What a heading stands below is of none of the lines above it.
    const nearest = outline.nearest(line)
    const isMarked = outline.levels.has(line)
    const within = isMarked ? [] : nearest === undefined ? above : above.slice(0, line - nearest)
    const list = ownerOf(own, within) ?? listHeading(own, within) ?? titleAbove(own, within)
    return {
      line,
      near: [
        ...new Set([...ofOwn(cardAbove(texts, there.at)), ...card]),
        ...label,
        ...rows.names(line, column),
        ...(isMarked ? saidOf(line) : [])
      ],
      row: rows.label(line),
      headings: headingsAbove(line, sections),
      sections,
      besideSections: outline.beside(line).map(textAt),
      list,
      block: blockOf(texts, there.at),
      above,
      below: texts.slice(there.at + 1, there.at + 1 + reach.above),
      otherwise: undefined
    }
  }
  const cardOrder = makeCardOrder({ count: lines.count, textAt, levels: outline.levels })
  /** The context of a line whose card has its name below: as though that stood above all that is of it. */
  const contextBelow = (line: number, { name, order }: CardBelow): Context => {
    const texts = order.map(textAt)
    const [from, at] = [order.indexOf(name), order.indexOf(line)]
    const sections = (outline.levels.has(name) ? [name, ...outline.above(name)] : outline.above(line)).map(textAt)
    const above = texts.slice(Math.max(0, at - reach.above), at).toReversed()
    return {
      line,
      near: [...new Set(texts.slice(from, at))],
      row: undefined,
      headings: sections.slice(0, reach.headings),
      sections,
      besideSections: outline.beside(outline.levels.has(name) ? name + 1 : line).map(textAt),
      list: ownerOf(texts[at]!, above),
      block: blockOf(texts, at),
      above,
      below: texts.slice(at + 1, at + 1 + reach.above),
      otherwise: undefined
    }
  }
  return (line: number, column: number | null): Context => {
    const card = line < lines.count ? cardOrder(line) : undefined
    if (card === undefined) return contextAbove(line, column)
    const below = contextBelow(line, card)
    return card.isSure ? below : { ...contextAbove(line, column), otherwise: below }
  }
}
