/** How well the name of a field and the label of a value mean the same. */
import { stemmed } from "./nameWords.ts"
import { areOpposed, areRivals, isNegator } from "./polarity.ts"
import { areRelatives } from "./relatives.ts"

/** What a field is called and described as, in words. */
export interface FieldWords {
  /** Whether yes and no are asked for, so that a name turned round answers too. */
  readonly isFlag?: boolean
  /** What the thing is called that it belongs to: a `plan price` in `plans` is the price. */
  readonly nouns?: ReadonlyArray<string>
  readonly name: ReadonlyArray<string>
  readonly description: ReadonlyArray<string>
}

/** What a value is called, and what stands around it, in words. */
export interface LabelWords {
  readonly name: ReadonlyArray<string>
  readonly context: ReadonlyArray<string>
}

/** Words that make another thing of the one they stand beside: the old price is not the price. */
const strict: ReadonlyArray<ReadonlySet<string>> = [
  "old former previous precedente was original uvp statt antes anterior strike list",
  "minimum min least lowest",
  "maximum max most highest",
  "start begin starts from inicio beginn anfang debut inizio",
  "end until through ends closing deadline ende fin fine",
  "month monthly monat mois mes mo",
  "year yearly annual annually annum jahr yr annee ano anno",
  "modified updated",
  "low",
  "high",
  "compare shipping delivery"
].map((words) => new Set(stemmed(words)))

/** The words that say the same as one of those; undefined of any other. @internal */
export const strictOf = (word: string): ReadonlySet<string> | undefined => strict.find((words) => words.has(word))

const folded = (word: string): string => word.replace(/([aou])e/g, "$1")

/** Whether two words differ in how they write an umlaut: names of fields have seldom one. */
const isUnfolded = (one: string, other: string): boolean =>
  one[0] === other[0] && one.length >= 5 && one.length !== other.length && folded(one) === folded(other)

/** How near two words are, from 0 to 1. */
const nearness = (one: string, other: string, isFlag: boolean): number => {
  if (one === other) return 1
  if (areOpposed(one, other)) return isFlag ? 0.85 : 0
  if (areRivals(one, other)) return 0
  if (areRelatives(one, other)) return 0.85
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (isUnfolded(one, other)) return 1
  // The last part of a compound says what it is: `wohnflache` is a `flache`.
  if (short.length >= 4 && (long.startsWith(short) || long.endsWith(short))) return 0.6
  return 0
}

/** Whether two words are the same, or mean it. @internal */
export const isNear = (one: string, other: string): boolean => nearness(one, other, false) > 0.8

const bestOf = (word: string, among: ReadonlyArray<string>, isFlag: boolean): number => {
  let best = 0
  for (const one of among) {
    const near = nearness(word, one, isFlag)
    if (near > best) best = near
    if (best === 1) break
  }
  return best
}

const covered = (words: ReadonlyArray<string>, by: ReadonlyArray<string>, isFlag: boolean): number =>
  words.length === 0 ? 0 : words.reduce((sum, word) => sum + bestOf(word, by, isFlag), 0) / words.length

/** Counts how many of the telling words are on the other side or around it. */
const strictFactor = (field: FieldWords, { context, name }: LabelWords): number => {
  let factor = 1
  const around = [...name, ...context]
  for (const word of field.name) {
    const kind = strictOf(word)
    if (kind !== undefined && !around.some((one) => kind.has(one))) factor *= 0.45
  }
  const asked = [...field.name, ...field.description]
  for (const word of name) {
    const kind = strictOf(word)
    if (kind !== undefined && !asked.some((one) => kind.has(one))) factor *= 0.7
  }
  return factor
}

/** Whether a name says what something is not, which was not asked. */
const isDenied = (field: FieldWords, { name }: LabelWords): boolean =>
  field.isFlag !== true && name.some((word, place) => isNegator(word, place, name) && !field.name.includes(word))

/** Whether a name was found by words of its own, and not by its description alone. @internal */
export const sharesWords = (field: FieldWords, { name }: LabelWords): boolean =>
  field.name.some((word) => bestOf(word, name, field.isFlag === true) > 0)

const shareOfContext = 0.7

/** From 0, nothing in common, to 1, the same words. @internal */
export const matchNames = (field: FieldWords, label: LabelWords): number => {
  if (label.name.length === 0 || isDenied(field, label)) return 0
  const { isFlag = false } = field
  let met = 0
  let own = 0
  for (const word of field.name) {
    const near = bestOf(word, label.name, isFlag)
    own = Math.max(own, near)
    met += Math.max(near, shareOfContext * bestOf(word, label.context, isFlag))
  }
  const byName = own === 0 ? 0 : (0.65 * met) / field.name.length + 0.35 * covered(label.name, field.name, isFlag)
  const described = field.description.length === 0 ? 0 : covered(label.name, field.description, isFlag)
  const byDescription = described < 0.85 ? 0 : described * (field.description.length <= 12 ? 0.88 : 0.65)
  return Math.max(byName, byDescription) * strictFactor(field, label)
}
