/**
 * Whether a sentence surely says a value of what is asked for, where no person looks at the sentence beside it.
 *
 * **Details.** It has every word of the field's name, no word that makes another thing of it, and the value beside those words.
 */
import { givesOrders } from "../../models/domain/givesOrders.ts"
import { contentTerms, type Passage } from "./choosePassages.ts"
import type { DataProperty } from "./DataShape.ts"
import { spokenName } from "./fieldNames.ts"
import { strictOf } from "./matchNames.ts"
import { nameWords } from "./nameWords.ts"
import { hasStranger, isOfAnother, type Subject } from "./ofWhom.ts"
import { beginsWith, isThem, isUnsure } from "./readPhrase.ts"
import { wantedOf } from "./readTyped.ts"
import { speaksOf } from "./relatives.ts"

/** Terms of a sentence that the field does not have: more of them say more than is asked. */
const mostOthers = 6

/** Words between a word of the field and its number. */
const mostBetween = 4

/** What names of numbers and days have beside what they are of. */
const ofKind = new Set(contentTerms("number count total amount quantity value num date day time name of the is has"))

/** The terms of a property's name that a sentence must have; its unit is not among them. @internal */
export const termsOf = ({ name, shape }: DataProperty): ReadonlyArray<string> => {
  const words = spokenName(name).split(" ")
  const { unit } = wantedOf({ name, shape })
  const telling = unit !== null && words.length > 1 ? words.slice(0, -1) : words
  return [...new Set(contentTerms(telling.join(" ")).filter((term) => !ofKind.has(term)))]
}

/** Whether two terms are of one root. */
const isAkin = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 5 && (one.startsWith(other) || other.startsWith(one)))

/** Whether what is asked for is said of a part or of another thing: *the weight of the box*. */
const isOfPart = (text: string, own: ReadonlyArray<string>, whom: Subject): boolean =>
  [
    ...text.matchAll(/(?<!\p{L})(\p{L}+)\s(?:of|for)\s((?:the|an?|our|its|each|every)\s\p{L}+(?:\s\p{Lu}\p{L}*)*)/giu)
  ].some(
    ([, word = "", thing = ""]) =>
      contentTerms(word).some((term) => own.includes(term)) &&
      !contentTerms(thing).every((term) => own.includes(term)) &&
      !isThem(thing, whom)
  )

/** Whether a sentence speaks of what is asked for, of nobody else, and with no word that makes another thing of it. @internal */
export const isSurelyOf = (
  { language, terms, text }: Passage,
  { name, shape }: DataProperty,
  own: ReadonlyArray<string>,
  whom: Subject
): boolean => {
  if (own.length === 0 || !own.every((term) => [...terms].some((one) => isAkin(one, term)))) return false
  if (isUnsure(text) || givesOrders(text) || isOfAnother(whom, text, false) || hasStranger(whom, text, language)) {
    return false
  }
  if (isOfPart(text, own, whom)) return false
  const asked = [...nameWords(name), ...nameWords(shape.description)]
  if ([...terms].filter((term) => !own.some((one) => isAkin(one, term))).length > mostOthers) return false
  return nameWords(text).every((word) => {
    const kind = strictOf(word)
    return kind === undefined || asked.some((one) => kind.has(one))
  })
}

const money = /^\s?(?:\p{Sc}|円|元|원|%|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|francs?|Franken)(?![\p{L}]))/iu
const sign = /\p{Sc}\s?$/u
const asksAmount =
  /(?:^| )(?:fees?|revenue|turnover|umsatz|funding|raised|capital|budget|over|above|from|wert|amount|deposit|fine|usd|eur|gbp|chf|donations?|sales)(?: |$)/

/** Whether the words of the field stand right beside the number. */
const isBeside = (before: string, after: string, own: ReadonlyArray<string>): boolean => {
  const isOwn = (word: string) => contentTerms(word).some((term) => own.some((one) => isAkin(one, term)))
  const clause = before.split(/[,;:()]/).at(-1) ?? ""
  if (
    clause
      .trim()
      .split(/\s+/)
      .slice(-mostBetween - 1)
      .some(isOwn)
  )
    return true
  const next = (after.split(/[,;:().]/)[0] ?? "").replace(/^[\s-]?\p{L}+/u, (unit) => (isOwn(unit) ? unit : ""))
  return (
    next
      .trim()
      .split(/[\s-]+/)
      .slice(0, 2)
      .some(isOwn) && !/^\s?(?:of|for|in|at|on|from|to|per|von|für|de|pour)\b/iu.test(next)
  )
}

interface SaidNumber {
  readonly written: { readonly before: string; readonly after: string; readonly end: string }
  readonly hasUnit: boolean
}

/** Whether the number of a sentence is the one that a property asks for. @internal */
export const isNumberOf = (
  { hasUnit, written: { after, before, end } }: SaidNumber,
  { text }: Passage,
  { name, shape }: DataProperty,
  own: ReadonlyArray<string>,
  whom: Subject
): boolean => {
  const wanted = wantedOf({ name, shape })
  const spoken = spokenName(name)
  const isAmount = sign.test(before) || money.test(end + after)
  const asksMoney = wanted.isMoney || asksAmount.test(spoken)
  if (isAmount !== asksMoney && (isAmount || wanted.isMoney)) return false
  // What anything may cost is the price of any thing that a page speaks of.
  const telling = own.filter((term) => !speaksOf(nameWords(term), "price"))
  if (telling.length === 0 || (wanted.unit !== null && !hasUnit)) return false
  if (
    /(?:up to|at least|at most|less than|fewer than|each|per|every|bis zu|mindestens|höchstens)\s?\p{Sc}?$/iu.test(
      before
    )
  )
    return false
  if (!isBeside(before, after, own)) return false
  if (hasUnit || isAmount || /(?:^| )(?:year|jahr|annee)$|^year /.test(spoken)) return true
  // What is counted stands behind its number.
  const last = contentTerms(
    spoken
      .split(" ")
      .filter((word) => !ofKind.has(word))
      .at(-1) ?? ""
  )
  const behind = (/^[\s-]?(\p{L}+)(?:\s(\p{L}+))?/u.exec(after) ?? [])
    .slice(1)
    .flatMap((word) => contentTerms(word ?? ""))
  if (!last.some((term) => behind.some((one) => isAkin(one, term)))) return false
  return (
    own.length > 1 ||
    (beginsWith(text, whom) &&
      /(?<![\p{L}])(?:has|have|runs?|operates?|owns?|hat|haben|betreibt|betreiben|a|avons|compte|tiene|tenemos)\s(?:(?:about|around|some|over|nearly|more than|now|rund|etwa|über|environ|plus de|más de)\s){0,2}$/iu.test(
        before
      ))
  )
}
