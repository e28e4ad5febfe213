/** Which numbers of a text a bound without a unit is of: "price under 15000" and "flat under 900" ask for no year, and for no rooms. */

import { fold } from "../../../models/domain/foldedText.ts"
import type { Group } from "./goalText.ts"
import { says } from "./subject.ts"
import { dimensionOf } from "./units.ts"
import { type Value, valuesOf } from "./values.ts"

/** Things that are counted beside a price. Compared with folded text that begins with them. */
const counted =
  /^(?:bids?|reviews?|ratings?|votes?|(?:bed|bath)?rooms?|beds?|seats?|users?|guests?|people|persons?|photos?|pictures?|views?|watchers|(?:\p{L}{0,8})?zimmer|gebote?n?|bewertung(?:en)?|personen|fotos?|pieces?|chambres?|avis|encheres?|personnes|habitacion(?:es)?|dormitorios?|pujas?|opinion(?:es)?|personas|camere|locali|offerte|recensioni|persone|(?:slaap)?kamers?|biedingen|beoordelingen)(?!\p{L})/u

const isYear = ({ kind, text }: Value): boolean => kind === "number" && /^(?:19|20)\d\d$/.test(text)

const isOfOther = (value: Value, text: string): boolean =>
  value.kind === "quantity" &&
  (dimensionOf(value.unit) !== undefined || counted.test(fold(text.slice(value.to, value.to + 20)).trimStart()))

/** What a year is said behind. Compared with folded text. */
const yearAhead =
  /(?<!\p{L})(?:years?|baujahr|jahr|jahrgang|annee|ano|anno|jaar|bouwjaar|founded|built|since|seit|desde|depuis|dal|sinds|gegrundet|season|saison|edition|erstzulassung|ez|updated|copyright)[\s:–—|-]*$/u

/** Least number that a price or a score in the thousands may stand beside as one of its own scale. */
const leastOfScale = 100

/** "MacBook Pro 14: 1999": what a label with a small number stands ahead of is what it is about. */
const isLabelled = ({ from }: Value, text: string): boolean => {
  const ahead = fold(text.slice(Math.max(0, from - around), from))
  return /[:–—|=]\s*$/u.test(ahead) && !yearAhead.test(ahead)
}

/** Characters on either side of a number in which its noun stands. */
const around = 24

/** The values of a text that a bound of a number alone may be of; a subject that is no price may name what is counted. */
export const fittingAmong = (
  fits: (value: Value) => boolean,
  text: string,
  subject: ReadonlyArray<Group> | undefined
): ((value: Value) => boolean) => {
  const values = valuesOf(text).filter(fits)
  const hasMoney = values.some(({ kind }) => kind === "money")
  const hasNumber = values.some((value) => value.kind === "number" && !isYear(value))
  const isOfScale = values.some((value) => !isYear(value) && Math.abs(value.amount) >= leastOfScale)
  const isOtherYear = (value: Value) => hasNumber && isYear(value) && (isOfScale || !isLabelled(value, text))
  const isNamed = ({ from, to }: Value) => {
    const beside = `${text.slice(Math.max(0, from - around), from)} ${text.slice(to, to + around)}`
    return subject?.some((group) => says(group, beside)) === true
  }
  return (value) => {
    if (!fits(value)) return false
    if (value.kind === "money") return true
    if (subject === undefined) return !hasMoney && !isOfOther(value, text) && !isOtherYear(value)
    return !(hasMoney || isOtherYear(value) || (hasNumber && isOfOther(value, text))) || isNamed(value)
  }
}
