/** Lines that came or went at every look, wherever they stand, as they are told. */
import { aloneNumber, type MaskOf, readCharacters, steadyPart, textNumber, withoutFlicker } from "./flickeringLine.ts"
import type { Seen } from "./hunks.ts"
import type { Lines } from "./Lines.ts"
import type { StandIn } from "./ownRows.ts"
import { type Come, type Gone, makePlacer, pairsOf } from "./placedLines.ts"
import { kindsOf, likeness, wordsOf } from "./words.ts"

/** One line of the earlier text that is another one now, or went, or before which one came. */
export interface SteadyLine {
  readonly at: number
  readonly isGone: boolean
  readonly come: string | null
  /** Where the first look has it, for the order of what comes in one place. */
  readonly from: number
  /** By which the memory of a page knows it. */
  readonly numbers: ReadonlyArray<number>
  /** What went and what came. */
  readonly texts: ReadonlyArray<string>
}

/** What is told of a line, and look by look what flickers in it, as numbers. */
interface Telling {
  readonly line: SteadyLine | null
  readonly flickering: ReadonlyArray<ReadonlyArray<number>>
  /** A line came that is never the same twice: that it was not there before is seen no better than of one that is drawn. */
  readonly isVaried: boolean
}

/** As much of what two lines say is alike where one is the other, written otherwise. */
const leastAlike = 0.5

/**
 * Whether what looks show in the place of a line is another one: the same at all of them but for its values. A number alone may be
 * what a script fills in late.
 */
const isOther = (before: string, looks: ReadonlyArray<string>, maskOf: MaskOf): boolean => {
  const [mask, ...masks] = looks.map((text) => maskOf(text))
  if (mask === null || mask === undefined || masks.some((one) => one !== mask)) return false
  if (!/\p{L}/v.test(withoutFlicker(looks))) return false
  const [kinds, others] = [before.slice(0, readCharacters), looks[0]!].map((text) => kindsOf(wordsOf(text)))
  return likeness(kinds!, others!) < leastAlike
}

/** Another line in the place of an earlier one, as the looks show it: one text where it is the same. */
const tellReplaced = (
  { at, number, text }: Gone,
  { from, number: own, texts }: Pick<Come, "from" | "number" | "texts">,
  maskOf: MaskOf
): Telling => {
  const told = { at, isGone: true, from, texts: [text, texts[0]!] }
  if (texts.length === 1) {
    return { line: { ...told, come: texts[0]!, numbers: [number, own] }, flickering: [], isVaried: false }
  }
  const { flickering, numbers, text: come } = steadyPart(text, texts)
  if (come === null && isOther(text, texts, maskOf)) {
    const both = [aloneNumber(text, maskOf) ?? number, aloneNumber(texts[0]!, maskOf) ?? own]
    return { line: { ...told, come: withoutFlicker(texts), numbers: both }, flickering: [], isVaried: true }
  }
  return { line: come === null || come === text ? null : { ...told, come, numbers }, flickering, isVaried: false }
}

const tellInserted = ({ from, number, texts }: Come, at: number, maskOf: MaskOf): Telling => {
  const come = texts.length === 1 ? texts[0]! : withoutFlicker(texts)
  const numbers = [aloneNumber(texts[0]!, maskOf) ?? number]
  return {
    line: { at, isGone: false, come, from, numbers, texts: [texts[0]!] },
    flickering: [],
    isVaried: texts.length > 1
  }
}

const tellGone = ({ at, number, text }: Gone, maskOf: MaskOf): Telling => ({
  line: { at, isGone: true, come: null, from: 0, numbers: [aloneNumber(text, maskOf) ?? number], texts: [text] },
  flickering: [],
  isVaried: false
})

/** Rows whose value flickers in the place of earlier lines. */
export const tellRows = (rows: ReadonlyArray<StandIn>, maskOf: MaskOf): ReadonlyArray<Telling> =>
  rows.map(({ gone, lines }) => {
    const texts = lines.map(({ key }) => key)
    return tellReplaced(gone, { from: lines[0]!.line ?? 0, number: textNumber(texts[0]!), texts }, maskOf)
  })

/** Lines that came and went, each in the place of another where they say alike. */
export const tellPairs = (
  was: Lines,
  first: Seen,
  gone: ReadonlyArray<Gone>,
  come: ReadonlyArray<Come>,
  taken: ReadonlySet<number>,
  maskOf: MaskOf
) => {
  const pairs = pairsOf(was, gone, come, maskOf)
  const placeOf = makePlacer(was, first, come, taken)
  const replaced = new Set(pairs.values())
  return {
    come: come.map((one) => {
      const other = pairs.get(one)
      return other === undefined ? tellInserted(one, placeOf(one), maskOf) : tellReplaced(other, one, maskOf)
    }),
    gone: gone.filter((one) => !replaced.has(one)).map((one) => tellGone(one, maskOf))
  }
}
