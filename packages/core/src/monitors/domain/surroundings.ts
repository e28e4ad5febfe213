/** What lines are about: the name of the product, row or section that they stand in, found by how the lines around look. */
import type { Lines } from "./Lines.ts"
import { readableLine } from "./readable.ts"
import { type Kinds, kindsOf, likeness, shapeOf, wordsOf } from "./words.ts"

/** Lines that are looked at above and below, and bytes that are read of each. */
const reach = { lines: 24, bytes: 200 } as const

/** Lines above a line among which its heading is looked for. */
const headingReach = 8

/** Longest heading, in characters. */
const headingLength = 70

/** A line as it is compared with others. */
export interface ReadLine {
  readonly text: string
  readonly shape: string
  readonly kinds: Kinds
}

export const readLine = (text: string): ReadLine => {
  const words = wordsOf(text)
  return { text, shape: shapeOf(words), kinds: kindsOf(words) }
}

/** Lines of a text around one of them. */
export interface Surroundings {
  readonly at: number
  readonly lines: ReadonlyArray<ReadLine>
}

/** Reads lines of a text, each once. */
export const makeReader = (lines: Lines) => {
  const known = new Map<number, ReadLine>()
  const read = (line: number): ReadLine => {
    const found = known.get(line) ?? readLine(readableLine(lines, line, reach.bytes))
    known.set(line, found)
    return found
  }
  return (line: number): Surroundings => {
    const first = Math.max(0, line - reach.lines)
    const last = Math.min(lines.count, line + reach.lines + 1)
    return { at: line - first, lines: Array.from({ length: last - first }, (_, index) => read(first + index)) }
  }
}

/** Short, with a letter, and not a sentence. */
export const isHeading = (text: string): boolean =>
  text.length <= headingLength && /\p{L}/v.test(text) && !/[.!,;…。、]$/v.test(text)

/** A sentence, or several. */
export const isProse = (text: string): boolean => /[.!?…。]$/v.test(text) && text.length > 24

/** How a line is put together: its signs, with each word as one. */
export const formOf = (text: string): string => text.replace(/[\p{L}\p{M}\p{N}.'’-]+/gu, "w")

/** Two lines that are put together of as many words with the same signs between them, as "Anna Berg, CEO" and "Tom Li, CFO" are. */
export const isOfOneForm = (one: string, other: string): boolean =>
  /[,:|;–—/]/.test(one) && one.length <= headingLength && formOf(one) === formOf(other)

/** A label with what it says, unless it is numbered as "Step 2: Glaze" is. */
const isLabelled = (text: string): boolean => /^[^:\d]{1,40}:\s+\S/u.test(text)

const lettersOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Two lines that say the same of two things: "Room 1 is free" and "Room 2 is taken", "Library opens at nine" and "Pool opens at ten". */
const isSibling = (one: string, other: string): boolean => {
  const [words, others] = [lettersOf(one), lettersOf(other)]
  if (words.length < 3 || Math.abs(words.length - others.length) > 1) return false
  const shared = new Set(others)
  return words.filter((word) => shared.has(word)).length * 4 >= words.length
}

/** A name says more than an amount. */
const isName = ({ kinds }: ReadLine): boolean => Array.from(kinds.keys()).some((kind) => !kind.startsWith("#"))

/**
 * How far above a line the lines of its product, or card, begin: cards are alike, so that the lines with its shape stand
 * as far apart as cards do, and what two of them have in common behind it is the rest of a card. 0 when there are no cards.
 */
export const linesAbove = ({ at, lines }: Surroundings): number => {
  const places = lines.flatMap(({ shape }, place) => (shape === lines[at]!.shape ? [place] : []))
  const isAlike = (line: ReadLine, other: ReadLine) =>
    line.shape === other.shape || likeness(line.kinds, other.kinds) >= 0.5
  let [most, above] = [-1, 0]
  for (let index = 1; index < places.length; index++) {
    const [place, next] = [places[index - 1]!, places[index]!]
    let tail = 0
    for (let by = 1; place + by < next && next + by < lines.length; by++, tail++) {
      if (!isAlike(lines[place + by]!, lines[next + by]!)) break
    }
    const head = next - place - tail - 1
    if (tail > most && head <= headingReach) [most, above] = [tail, head]
  }
  return above
}

/** The first line of the card that a line stands in. */
export const cardName = (around: Surroundings): string | null => {
  const { at, lines } = around
  const name = lines[at - linesAbove(around)]
  return name === undefined || name === lines[at] || !isName(name) ? null : name.text
}

/** Labels of what a thing is called. */
const namesThing =
  /^(?:models?|modell|modèle|modelo|modello|product|produkt|produit|producto|prodotto|produto|item|articles?|artikel|artículo|articolo|artigo|name|nom|nombre|nome|naam|title|titel|titre|título|titolo|variant|variante|edition|plan|tarif|room|zimmer)\s?:/iu

/** Whether a line stands beside another, and not above it. An amount alone stands below what says what its thing is called. */
const isBeside = (above: string, line: ReadLine): boolean =>
  isOfOneForm(above, line.text) ||
  (isLabelled(above) && (isName(line) || !namesThing.test(above))) ||
  isSibling(above, line.text)

/** The nearest line above that looks like a heading, and not like the line itself. */
export const headingAbove = ({ at, lines }: Surroundings): string | null => {
  for (let place = at - 1; place >= Math.max(0, at - headingReach); place--) {
    const line = lines[place]!
    if (isHeading(line.text) && isName(line) && !isBeside(line.text, lines[at]!)) return line.text
  }
  return null
}
