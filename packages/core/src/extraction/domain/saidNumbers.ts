/** Numbers that one sentence says for a field. */

import { contentTerms, type Passage } from "./choosePassages.ts"
import type { EmptyField } from "./emptyFields.ts"
import { spokenName } from "./fieldNames.ts"
import { isOver, isSaidNow, wasAsked } from "./nowAndBefore.ts"
import { localeOfLanguage } from "./PageLocale.ts"
import { readTyped, type Scalar, wantedOf } from "./readTyped.ts"
import { spoken } from "./Said.ts"
import { strictlyInUnit } from "./units.ts"
import { numbersIn, type Written } from "./writtenNumbers.ts"

/** The unit behind a number, where it measures what is asked for. */
const unitBehind = ({ after }: Written, wanted: string | null): string | null => {
  const [, word = ""] = /^[\s\u00a0-]?(\p{L}+[²2]?|%)/u.exec(after) ?? []
  if (word === "" || wanted === null) return null
  const name = word.toLowerCase()
  const known = [name, `${name}s`].find((unit) => strictlyInUnit({ unit, value: 1 }, wanted) !== null)
  return known ?? null
}

/** Whether a number tells which one something is, such as *on floor 7*, and not how many there are. */
const isLabel = (before: string, name: string): boolean => {
  const [, lead = "", word = ""] = /(?:^|\s)(\p{L}+\s+)?(\p{L}+)(?:\s+(?:no\.?|nr\.?|number))?\s$/iu.exec(before) ?? []
  if (word === "" || !contentTerms(name).some((term) => contentTerms(word).includes(term))) return false
  const isPlural = name.toLowerCase().split(" ").includes(`${word.toLowerCase()}s`)
  return isPlural || /^(?:on|in|at|to|from|of|auf|im|in|zu|à|au)\s+$/i.test(lead)
}

interface SaidNumber {
  readonly written: Written
  readonly value: number
  readonly hasUnit: boolean
}

/**
 * The one number that a sentence says for a field, as the language of its page writes them; none where it says several. Where a unit is asked for,
 * numbers of another one are none of them.
 *
 * @internal
 */
export const numberIn = (
  { language, text }: Pick<Passage, "language" | "text">,
  { property }: EmptyField
): SaidNumber | null => {
  const wanted = wantedOf(property)
  const name = spoken(property.name)
  const isYear = /(?:^|[\W_])(?:year|founded|established|jahr|annee)(?:$|[\W_])/i.test(name)
  const all = numbersIn(text, isYear).map((written) => ({ written, unit: unitBehind(written, wanted.unit) }))
  const measured = all.filter(({ unit }) => unit !== null)
  const found = new Map(
    (measured.length > 0 ? measured : all).map((one) => [`${one.written.digits} ${one.written.end}`, one])
  )
  const [only, another] = [...found.values()]
  if (only === undefined || another !== undefined || isLabel(only.written.before, name)) return null
  const { unit, written } = only
  const locale = localeOfLanguage(language === "" ? "en" : language)
  const said = `${written.digits}${written.end}${unit === null ? "" : ` ${unit}`}`
  const value = readTyped({ name: property.name, value: said }, property.shape, wanted, locale)
  return typeof value === "number" ? { written, value, hasUnit: unit !== null } : null
}

/** Whether a property is what one pays for something. @internal */
export const asksPay = ({ property }: EmptyField): boolean =>
  wantedOf(property).isMoney ||
  /(?<!\p{L})(?:fees?|fare|toll|dues|admission|tuition|deposit)(?!\p{L})/iu.test(spokenName(property.name))

/**
 * Whether a sentence says how something was and not how it is, or the other way round where what was is asked for: in words of the past alone only
 * of what one pays, as a house was built with its rooms.
 *
 * @internal
 */
export const isOfBefore = ({ text }: Passage, field: EmptyField, { written }: SaidNumber): boolean => {
  if (!asksPay(field)) return isOver(text)
  return wantedOf(field.property).asksFormer ? isSaidNow(written.before) : wasAsked(text, written.before)
}

/** The number that a sentence says for a field as it is. @internal */
export const presentNumber = (passage: Passage, field: EmptyField): SaidNumber | null => {
  const said = numberIn(passage, field)
  return said === null || isOfBefore(passage, field, said) ? null : said
}

/** The one number of a text beside its years. @internal */
export const numberThen = ({ language, text }: Passage, field: EmptyField): Scalar | null =>
  numberIn({ language, text: text.replace(/(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)/gu, " ") }, field)?.value ?? null

/** @internal */
export const isAmount = ({ written: { after, before, end } }: SaidNumber): boolean =>
  /\p{Sc}\s?$/u.test(before) || /^\s?(?:\p{Sc}|[A-Z]{3}(?!\p{L}))/u.test(end + after)
