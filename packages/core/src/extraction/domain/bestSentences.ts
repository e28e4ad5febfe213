/** The sentences that share most with what is asked, and what they say. */

import { contentTerms, type Passage, type Passages, type RankedPassage, rankPassages } from "./choosePassages.ts"
import type { EmptyField } from "./emptyFields.ts"
import { isStatement } from "./isStatement.ts"
import { isSaidNow, speaksOfBefore } from "./nowAndBefore.ts"
import { isOfAnother, type Subject } from "./ofWhom.ts"
import type { PassageQuestion } from "./PassageQuestion.ts"
import { isOfOtherAmount } from "./pricedSentences.ts"
import { claimOf, readClaim } from "./readClaim.ts"
import { type Scalar, wantedOf } from "./readTyped.ts"
import { isRow, isSentence, type Said, sentenceLimits, spoken } from "./Said.ts"
import { asksMailbox, dayIn, mailboxIn, personAt, roles } from "./saidNames.ts"
import { asksPay, numberIn, presentNumber } from "./saidNumbers.ts"
import { isSaidAlike } from "./thingAsked.ts"

const denials =
  /(?<!\p{L})(?:not|cannot|never|no|nicht|nie|kein\p{L}*|pas|jamais|aucune?|nunca|jamás)(?!\p{L})|n['’]t(?!\p{L})/iu

const numbersOf = ({ passage: { text } }: RankedPassage): ReadonlySet<string> =>
  new Set(text.match(/\d+(?:[.,]\d+)*/g) ?? [])

/** Whether another sentence says as much of what is asked, and other numbers, or no instead of yes. */
const isDisputedBy = (best: RankedPassage, other: RankedPassage): boolean => {
  if (other.covered < best.covered - 1e-9) return false
  const [one, another] = [numbersOf(best), numbersOf(other)]
  const isSame = [...one].every((number) => another.has(number)) || [...another].every((number) => one.has(number))
  return !isSame || denials.test(best.passage.text) !== denials.test(other.passage.text)
}

/** The best sentences, together no longer than an answer in words may be; further ones only while they add something. @internal */
export const inWords = (
  passages: Passages,
  terms: ReadonlyMap<string, number>,
  { asksOne = false, says = isStatement, whom }: PassageQuestion
): Said | null => {
  const [best, ...others] = rankPassages(passages, terms, sentenceLimits.ranked).filter(
    ({ passage: { language, text } }) => says(text, language) && !isOfAnother(whom, text, true)
  )
  if (best === undefined || best.covered < sentenceLimits.covered || best.share < sentenceLimits.share) return null
  if (asksOne && others.some((other) => isDisputedBy(best, other))) return null
  const chosen = [best]
  const said = new Set([...best.passage.terms].filter((term) => terms.has(term)))
  let length = best.passage.text.length
  for (const one of others) {
    if (chosen.length === sentenceLimits.sentences || one.score < best.score * 0.6) break
    const adds = [...one.passage.terms].some((term) => terms.has(term) && !said.has(term))
    if (!adds || length + one.passage.text.length > sentenceLimits.length) continue
    chosen.push(one)
    length += one.passage.text.length + 1
    for (const term of one.passage.terms) said.add(term)
  }
  const quotes = chosen.map(({ passage: { text, url } }) => ({ text, url }))
  return { value: quotes.map(({ text }) => text).join(" "), quotes }
}

/** What all sentences that say something to a flag say; nothing where they contradict each other. @internal */
export const flagOf = (
  passages: Passages,
  task: string,
  field: EmptyField,
  isAlone: boolean,
  whom: Subject
): Said | null => {
  const claim = claimOf(task, `${spoken(field.path)} ${field.property.shape.description}`, isAlone, whom)
  if (claim === null) return null
  const said = passages.all.flatMap((passage) => {
    const value = readClaim(claim, passage)
    return value === null ? [] : [{ value, passage }]
  })
  const [first] = said
  if (first === undefined || said.some(({ value }) => value !== first.value)) return null
  return { value: first.value, quotes: [first.passage] }
}

/** Whether another page says another number in as many of the words that are asked for. */
const isContradicted = (
  ranked: ReadonlyArray<RankedPassage>,
  { covered, passage }: RankedPassage,
  field: EmptyField,
  value: Scalar
): boolean =>
  ranked.some((other) => {
    if (other.passage.url === passage.url || other.covered < covered) return false
    const said = presentNumber(other.passage, field)
    return said !== null && said.value !== value
  })

const goesOn =
  /^(?:it|this|that|they|these|now|today|currently|since then|er|es|sie|das|jetzt|heute|seither|seitdem|inzwischen|derzeit|il|elle|cela|elles|ils|désormais|aujourd|maintenant|ahora|hoy|actualmente|ora|adesso|oggi|agora|hoje)(?!\p{L})/iu

/** What the sentence right behind one of what was asked says is asked now: *Until 2024 a ticket was $5. It now costs $9.* */
const saidNext = ({ all }: Passages, passage: Passage, field: EmptyField): Said | null => {
  if (!asksPay(field) || wantedOf(field.property).asksFormer || !speaksOfBefore(passage.text)) return null
  const next = all[all.indexOf(passage) + 1]
  if (next === undefined || next.url !== passage.url || !goesOn.test(next.text)) return null
  const said = numberIn(next, field)
  return said !== null && isSaidNow(said.written.before) ? { value: said.value, quotes: [next] } : null
}

/** What numbers have in common that are of quite different things: *free*, *days*, *price*. */
const ofAnyNumber = new Set(
  contentTerms(
    "free total number count maximum minimum max min average least most first last size amount price cost fee year month week day hour minute second metre meter kilometre kilogram gram percent length height width depth weight speed age duration m km cm kg g h l ml mb gb"
  )
)

/** Words of a field of which a sentence must have one: those that tell it from others, where it has such. */
const tellingOf = (own: ReadonlySet<string>, { property }: EmptyField): ReadonlySet<string> => {
  if (property.shape.kind !== "number") return own
  const telling = new Set([...own].filter((term) => !ofAnyNumber.has(term)))
  return telling.size === 0 ? own : telling
}

/** @internal */
export const oneOf = (
  passages: Passages,
  field: EmptyField,
  terms: ReadonlyMap<string, number>,
  own: ReadonlySet<string>,
  subject: ReadonlySet<string>,
  whom: Subject
): Said | null => {
  const isRole = roles.test(spoken(field.path))
  const ranked = rankPassages(passages, terms, 20).filter(({ passage }) => !isOfAnother(whom, passage.text, isRole))
  const telling = tellingOf(own, field)
  // What a number is of may be said by another word for the same: *delivered free* is free shipping.
  const isTold =
    field.property.shape.kind === "number" ? isSaidAlike : (term: string, said: ReadonlySet<string>) => said.has(term)
  for (const one of ranked) {
    const { covered, passage } = one
    if (covered < sentenceLimits.ofField) return null
    if (![...telling].some((term) => isTold(term, passage.terms))) continue
    if (field.property.shape.kind === "number") {
      const said = presentNumber(passage, field)
      if (said !== null && asksPay(field) && isOfOtherAmount(said.written.before, terms)) continue
      const value = said?.value
      if (value === undefined) {
        const next = saidNext(passages, passage, field)
        if (next === null) continue
        return next
      }
      return isContradicted(ranked, one, field, value) ? null : { value, quotes: [passage] }
    } else if (field.property.shape.kind === "text" && passage.text.length <= sentenceLimits.length) {
      if (asksMailbox(field)) {
        const mailbox = mailboxIn(passage.text, field)
        if (mailbox === null) continue
        return { value: mailbox, quotes: [passage] }
      }
      const part = dayIn(passage.text, field) ?? personAt(passage.text, field, subject, null)
      // A title says who it is of in another line, and a row of a table what it is of at its top.
      if (part === null && (isRow(passage.text) || (isRole && !isSentence(passage.text)))) continue
      return { value: part ?? passage.text, quotes: [passage] }
    }
  }
  return null
}
