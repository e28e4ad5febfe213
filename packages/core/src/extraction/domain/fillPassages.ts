/**
 * Fills what no label says with sentences that say it: extracts of pages, and nothing made up.
 *
 * **Details.** Set phrases are read first. Where a sentence itself may be an answer, the one that shares most with the question is; elsewhere a
 * value is taken alone that a sentence surely says of what is asked for.
 */
import { type AskedTime, askedTimes, isSaidOf, isSurelyOver, partsOf, yearsIn } from "./askedTime.ts"
import {
  contentTerms,
  type Passage,
  type Passages,
  type RankedPassage,
  rankPassages,
  readPassages
} from "./choosePassages.ts"
import { asksContact, contactIn } from "./contactLines.ts"
import { countOf } from "./countOf.ts"
import { emptyObject, type ObjectShape } from "./DataShape.ts"
import { type EmptyField, type EmptyList, emptyFields, emptyLists, withoutValues, withValues } from "./emptyFields.ts"
import type { FactSheet } from "./FactSheet.ts"
import type { Evidence } from "./Filling.ts"
import { isGeneric, spokenName } from "./fieldNames.ts"
import type { Filled } from "./fillSchema.ts"
import { isStatement } from "./isStatement.ts"
import { nothingAnywhere, stillMissing } from "./nothingAnywhere.ts"
import { isOver, isSaidNow, speaksOfBefore, wasAsked } from "./nowAndBefore.ts"
import { isOfAnother, type Subject } from "./ofWhom.ts"
import { localeOfLanguage } from "./PageLocale.ts"
import { isOfOtherAmount, priceOfThing } from "./pricedSentences.ts"
import { claimOf, readClaim } from "./readClaim.ts"
import { readList } from "./readList.ts"
import { beginsWith, phraseOf, readPhrase, titleOf } from "./readPhrase.ts"
import { readTyped, type Scalar, wantedOf } from "./readTyped.ts"
import { holdersOf } from "./roleLines.ts"
import { isNumberOf, isSurelyOf, termsOf } from "./surelySaid.ts"
import { isTheirs } from "./theirs.ts"
import { callsOf, isSaidAlike, noCall, noThings, type PageCall, passagesOf, type ThingsAsked } from "./thingAsked.ts"
import { strictlyInUnit } from "./units.ts"
import { numbersIn, type Written } from "./writtenNumbers.ts"

/**
 * Share of what is asked for that a sentence must say: of what any page says, and of all words; sentences that are looked at for an answer in
 * words, and those of it, and their characters together.
 */
const limits = { covered: 0.5, share: 0.34, ofField: 0.4, ranked: 40, sentences: 3, length: 500 } as const

/** Words of the task and of a field that are looked for, and fields that sentences fill. */
const most = { terms: 120, fields: 60 } as const

/** How much a word of a field counts beside one of the task. */
const fieldWeight = 2

const spoken = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && !isGeneric(part))
    .map((part) => part.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[^\p{L}\p{M}\p{N}]+/gu, " "))
    .join(" ")

interface Said {
  readonly value: Scalar | ReadonlyArray<string>
  readonly quotes: ReadonlyArray<{ readonly url: string; readonly text: string }>
}

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

/** The best sentences, together no longer than an answer in words may be; further ones only while they add something. */
const inWords = (
  passages: Passages,
  terms: ReadonlyMap<string, number>,
  { asksOne = false, says = isStatement, whom }: PassageQuestion
): Said | null => {
  const [best, ...others] = rankPassages(passages, terms, limits.ranked).filter(
    ({ passage: { language, text } }) => says(text, language) && !isOfAnother(whom, text, true)
  )
  if (best === undefined || best.covered < limits.covered || best.share < limits.share) return null
  if (asksOne && others.some((other) => isDisputedBy(best, other))) return null
  const chosen = [best]
  const said = new Set([...best.passage.terms].filter((term) => terms.has(term)))
  let length = best.passage.text.length
  for (const one of others) {
    if (chosen.length === limits.sentences || one.score < best.score * 0.6) break
    const adds = [...one.passage.terms].some((term) => terms.has(term) && !said.has(term))
    if (!adds || length + one.passage.text.length > limits.length) continue
    chosen.push(one)
    length += one.passage.text.length + 1
    for (const term of one.passage.terms) said.add(term)
  }
  const quotes = chosen.map(({ passage: { text, url } }) => ({ text, url }))
  return { value: quotes.map(({ text }) => text).join(" "), quotes }
}

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
 */
const numberIn = (
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

const roles =
  /(?:^|[\W_])(?:founders?|ceo|cto|cfo|chief|presidents?|directors?|authors?|owners?|inventors?|creators?|chair(?:man|woman|person)?|editors?|leaders?|heads?|who|gründer|geschäftsführer(?:in)?|autor(?:in)?)(?:$|[\W_])/i

const names = /(?<![\p{L}])\p{Lu}[\p{Ll}’'-]+(?:\s+(?:(?:von|van|de|der|da|di|le|la)\s+)?\p{Lu}[\p{L}.’'-]*){1,3}/gu

/** The one person that a sentence names where a role asks for somebody; none where it names several or nobody. */
const personIn = (text: string, { path }: EmptyField, subject: ReadonlySet<string>): string | null => {
  if (!roles.test(spoken(path))) return null
  const written = (text.match(names) ?? []).map((name) =>
    /[\s.]\p{Lu}\.$|\s[JS]r\.$/u.test(name) ? name : name.replace(/\.$/, "")
  )
  const found = [...new Set(written)].filter((name) => !contentTerms(name).some((term) => subject.has(term)))
  const [only, another] = found
  return only === undefined || another !== undefined ? null : only
}

/** Who leads, in words that are no role. */
const leads = /(?<!\p{L})(?:led|headed|ran|directed|leads|heads|runs|leitete?|führte?|dirigea|dirige)(?!\p{L})/iu

/** The one person whom a sentence names with a role at the time that is asked about; of now nobody of whom it says until when. */
const personAt = (
  text: string,
  field: EmptyField,
  subject: ReadonlySet<string>,
  time: AskedTime | null
): string | null => {
  const found = new Set<string>()
  for (const part of partsOf(text, time)) {
    // *She followed Arne Moe, who led it until 2020.*
    const isBound = /^(?:who|der|die|qui)\s/iu.test(part.text)
    const person = isBound ? personIn(lastName(part.before), field, subject) : personIn(part.text, field, subject)
    if (person !== null) found.add(person)
  }
  return found.size === 1 ? [...found][0]! : null
}

const lastName = (text: string): string => text.match(names)?.at(-1) ?? ""

const days =
  /(?<![\p{L}\p{N}])(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:\.|er|st|nd|rd|th)?\s\p{L}{3,9}\.?\s\d{4}|\p{Lu}\p{Ll}{2,8}\.?\s\d{1,2},\s\d{4})(?![\p{L}\p{N}])/gu

/** The one day that a sentence says, as it says it, where a day is asked for; none where it says several. */
const dayIn = (text: string, { property }: EmptyField, isDay = false): string | null => {
  if (!isDay && !/(?:^| )(?:on|date|day|datum|tag|jour)$/i.test(spoken(property.name))) return null
  const [only, another] = new Set(text.match(days) ?? [])
  return only === undefined || another !== undefined ? null : only
}

const mailboxes = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

const asksMailbox = ({ path }: EmptyField): boolean => /(?:^| )(?:e ?)?mails?(?: address)?$/i.test(spoken(path))

/** The mailbox that a sentence says for a field: the one that is called so, or the only one beside its words. */
const mailboxIn = (text: string, { property }: EmptyField): string | null => {
  const found = [...new Set(text.match(mailboxes) ?? [])]
  const own = contentTerms(spoken(property.name)).filter((term) => !/^(?:e|e?mail|address|contact|compan)/.test(term))
  const called = found.filter((one) => own.some((term) => one.split("@")[0]!.toLowerCase().includes(term)))
  if (called.length > 0) return called.length === 1 ? called[0]! : null
  const words = new Set(contentTerms(text.replace(mailboxes, " ")))
  return found.length === 1 && own.every((term) => words.has(term)) ? found[0]! : null
}

/** What all sentences that say something to a flag say; nothing where they contradict each other. */
const flagOf = (passages: Passages, task: string, field: EmptyField, isAlone: boolean, whom: Subject): Said | null => {
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

const isRow = (text: string): boolean => text.includes(" | ")

const isSentence = (text: string): boolean => /[.!?。！？]["'”’)]?$/.test(text)

/** Whether a property is what one pays for something. */
const asksPay = ({ property }: EmptyField): boolean =>
  wantedOf(property).isMoney ||
  /(?<!\p{L})(?:fees?|fare|toll|dues|admission|tuition|deposit)(?!\p{L})/iu.test(spokenName(property.name))

/**
 * Whether a sentence says how something was and not how it is, or the other way round where what was is asked for: in words of the past alone only
 * of what one pays, as a house was built with its rooms.
 */
const isOfBefore = ({ text }: Passage, field: EmptyField, { written }: SaidNumber): boolean => {
  if (!asksPay(field)) return isOver(text)
  return wantedOf(field.property).asksFormer ? isSaidNow(written.before) : wasAsked(text, written.before)
}

/** The number that a sentence says for a field as it is. */
const presentNumber = (passage: Passage, field: EmptyField): SaidNumber | null => {
  const said = numberIn(passage, field)
  return said === null || isOfBefore(passage, field, said) ? null : said
}

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

const oneOf = (
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
    if (covered < limits.ofField) return null
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
    } else if (field.property.shape.kind === "text" && passage.text.length <= limits.length) {
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

/** What happened once, and is not what it was until something else came. */
const deeds =
  /(?<!\p{L})(?:found\p{L}*|establish\p{L}*|open(?:ed|ing)?|built|construct\p{L}*|year|date|day|when|design\p{L}*|author|writ\p{L}*|invent\p{L}*|creat\p{L}*|compos\p{L}*|curat\p{L}*|winner|gründ\p{L}*|gegründet|jahr|datum|fond\p{L}*|ann[ée]e)(?!\p{L})/iu

/** How many there are of something, and not how many came. */
const holds =
  /(?<!\p{L})(?:have|has|had|there|employ(?:s|ed)?|works?|worked|lives?|lived|own(?:s|ed)?|operate[sd]?|hat(?:te)?|haben|hatten|gab|zählte|beschäftigte|avait|avaient|comptait|tenía|tenían|había|aveva|avevano|c['’]erano|population|headcount|workforce|employees|members|inhabitants|residents|einwohner\p{L}*|mitarbeiter\p{L}*|mitglieder\p{L}*|habitants|salariés|empleados|dipendenti)(?!\p{L})/iu

/** Whether what is asked is how many of something were built or opened at a time, and not when one was. */
const isCountOfDeeds = (task: string, name: string): boolean =>
  /(?<!\p{L})(?:how many|number of|wie viele|anzahl|combien|cu[aá]nt[oa]s|quant[ie])(?!\p{L})/iu.test(task) &&
  /\p{L}\s(?:founded|established|opened|built|constructed|designed|written|invented|created|composed)$/iu.test(name) &&
  !/(?<!\p{L})(?:year|date|day|when|jahr|datum|ann[ée]e)(?!\p{L})/iu.test(name)

/** Whether a property asks how or where somebody is reached: pages say that of no year. */
const asksPlace = (property: EmptyField["property"]): boolean =>
  wantedOf(property).isPhone ||
  asksContact(property) ||
  /(?:^|[\s_-])(?:e-?mail|fax|address|adresse)/iu.test(property.name)

/** The past that is asked of a field; null where now is, or what happened once. */
const timeOf = (
  asked: ReturnType<typeof askedTimes>,
  task: string,
  { path, property }: EmptyField,
  isAlone: boolean
): AskedTime | null => {
  const name = spoken(path)
  const { kind } = property.shape
  const isOnce = deeds.test(name) && !(kind === "number" && isCountOfDeeds(task, name))
  if ((kind !== "text" && kind !== "number") || isOnce || wantedOf(property).unit !== null) return null
  if (asksPlace(property)) return null
  const isState = (kind === "number" && holds.test(task)) || roles.test(name) || asksPay({ path, property })
  return asked({ words: spoken(property.name).split(" "), isAlone, isState })
}

/** What a sentence says of the past that is asked about, and of no other time. */
const saidThen = (
  passages: Passages,
  field: EmptyField,
  terms: ReadonlyMap<string, number>,
  own: ReadonlySet<string>,
  { subject, time, whom }: { readonly subject: ReadonlySet<string>; readonly time: AskedTime; readonly whom: Subject }
): Said | null => {
  const isRole = roles.test(spoken(field.path))
  for (const { covered, passage } of rankPassages(passages, terms, 40)) {
    const { text } = passage
    if (covered < limits.ofField / 2 || !isSaidOf(text, time) || isOfAnother(whom, text, isRole)) continue
    if (![...own].some((term) => passage.terms.has(term)) && !(isRole && leads.test(text))) continue
    if (field.property.shape.kind === "number") {
      const [only, another] = partsOf(text, time)
      const said =
        only === undefined || another !== undefined ? null : numberThen({ ...passage, text: only.text }, field)
      if (said !== null) return { value: said, quotes: [passage] }
    } else if (isRole) {
      const person = personAt(text, field, subject, time)
      if (person !== null) return { value: person, quotes: [passage] }
    } else if (!isRow(text) && isSentence(text) && text.length <= limits.length) {
      return { value: text, quotes: [passage] }
    }
  }
  return null
}

/** The one number of a text beside its years. */
const numberThen = ({ language, text }: Passage, field: EmptyField): Scalar | null =>
  numberIn({ language, text: text.replace(/(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)/gu, " ") }, field)?.value ?? null

/** Sentences between two turns of others, each of which may take milliseconds. */
const turn = 20

interface PhraseSaid {
  readonly values: ReadonlyArray<string>
  readonly passage: Passage
}

/** What all sentences that have the phrase for a property say, each once; undefined where no phrase is known for it. */
function* phrasesOf(
  passages: Passages,
  { property }: EmptyList,
  whom: Subject
): Generator<void, ReadonlyArray<PhraseSaid> | undefined, boolean | undefined> {
  const phrase = phraseOf(property.name, property.shape)
  if (phrase === null) return undefined
  const said = new Map<string, PhraseSaid>()
  for (const [at, passage] of passages.all.entries()) {
    if (at % turn === turn - 1 && (yield) === true) return undefined
    const values = readPhrase(phrase, passage, whom)
    if (values !== null && !said.has(values.join("\n"))) said.set(values.join("\n"), { values, passage })
  }
  return [...said.values()]
}

/** Of one place and the same with its country the longer is meant, and of some persons and more of them those. */
const agreed = (said: ReadonlyArray<PhraseSaid>) =>
  said.find((one) =>
    said.every(({ values }) =>
      values.every((value) => one.values.some((own) => own === value || own.startsWith(`${value}, `)))
    )
  )

function* byPhrase(
  passages: Passages,
  field: EmptyField,
  whom: Subject
): Generator<void, Said | null | undefined, boolean | undefined> {
  const said = yield* phrasesOf(passages, field, whom)
  if (said === undefined) return undefined
  const [value, another] = agreed(said)?.values ?? []
  const passage = agreed(said)?.passage
  if (value === undefined || another !== undefined || passage === undefined) return null
  const { property } = field
  const { language } = passage
  const locale = localeOfLanguage(language === "" ? "en" : language)
  const typed = readTyped({ name: property.name, value }, property.shape, wantedOf(property), locale)
  return typed === undefined ? null : { value: typed, quotes: [passage] }
}

/** The one person whom the pages list with the role that is asked for. */
const byTitle = (sheets: ReadonlyArray<FactSheet>, { property }: EmptyField, whom: Subject): Said | null => {
  const phrase = phraseOf(property.name, property.shape)
  const title = phrase === null ? null : titleOf(phrase)
  if (title === null) return null
  const [only, another] = holdersOf(sheets, title, whom)
  if (only === undefined || another !== undefined) return null
  return { value: only.name, quotes: [{ url: only.url, text: only.quote }] }
}

/** What the lines of pages and of their footers write as an address or a number of a telephone. */
const contactOf = (sheets: ReadonlyArray<FactSheet>, { property }: EmptyField, whom: Subject): Said | null => {
  const said = contactIn(sheets, property, whom)
  return said === null ? null : { value: said.value, quotes: [said.quote] }
}

/** The value that sentences surely say for a field; none where they say several. */
function* sureOf(
  passages: Passages,
  field: EmptyField,
  own: ReadonlyArray<string>,
  whom: Subject
): Generator<void, Said | null, boolean | undefined> {
  const { kind } = field.property.shape
  const said = new Map<Scalar, Passage>()
  for (const [at, passage] of passages.all.entries()) {
    if (at % turn === turn - 1 && (yield) === true) return null
    const value = kind === "number" ? sureNumber(passage, field, own, whom) : sureText(passage, field, own, whom)
    if (value !== null && !said.has(value)) said.set(value, passage)
  }
  const [only, another] = [...said]
  return only === undefined || another !== undefined ? null : { value: only[0], quotes: [only[1]] }
}

const isAmount = ({ written: { after, before, end } }: SaidNumber): boolean =>
  /\p{Sc}\s?$/u.test(before) || /^\s?(?:\p{Sc}|[A-Z]{3}(?!\p{L}))/u.test(end + after)

const sureNumber = (passage: Passage, field: EmptyField, own: ReadonlyArray<string>, whom: Subject): Scalar | null => {
  if (!isSurelyOf(passage, field.property, own, whom)) return null
  const said = numberIn(passage, field)
  if (said === null || (isAmount(said) && asksPay(field) && isOfBefore(passage, field, said))) return null
  return isNumberOf(said, passage, field.property, own, whom) ? said.value : null
}

const sureText = (passage: Passage, field: EmptyField, own: ReadonlyArray<string>, whom: Subject): Scalar | null => {
  const { shape } = field.property
  if (shape.kind !== "text" || !isSurelyOf(passage, field.property, own, whom)) return null
  const isDay = shape.format === "date" || (shape.format === null && shape.choices === null)
  if (!isDay || !beginsWith(passage.text, whom)) return null
  const day = dayIn(passage.text, field, shape.format === "date")
  if (day === null) return null
  const locale = localeOfLanguage(passage.language === "" ? "en" : passage.language)
  return readTyped({ name: field.property.name, value: day }, shape, wantedOf(field.property), locale) ?? null
}

/** The one list that sentences say of a field; none where they say several. */
function* listOf(
  passages: Passages,
  ofTask: ReadonlySet<string>,
  { path, property }: EmptyList,
  whom: Subject
): Generator<void, Said | null, boolean | undefined> {
  const phrases = yield* phrasesOf(passages, { path, property }, whom)
  const persons = phrases === undefined ? undefined : agreed(phrases)
  if (persons !== undefined) return { value: persons.values, quotes: [persons.passage] }
  const own = new Set(contentTerms(`${spoken(path)} ${property.shape.description}`))
  if (own.size === 0) return null
  const isSaid = (term: string) => passages.withTerm.has(term)
  const wanted = { own, task: ofTask, isSaid }
  let first: { readonly value: ReadonlyArray<string>; readonly quotes: ReadonlyArray<Passage> } | null = null
  for (const [at, passage] of passages.all.entries()) {
    if (at % 200 === 0 && (yield) === true) return null
    const value = readList(wanted, passage)
    if (value === null || isOfAnother(whom, passage.text, false)) continue
    const isSame = first === null || first.value.toSorted().join("\n") === value.toSorted().join("\n")
    if (!isSame) return null
    first ??= { value, quotes: [passage] }
  }
  return first
}

/** All single values of an object, whether or not they were found. */
const allFields = (shape: ObjectShape): ReadonlyArray<EmptyField> =>
  emptyFields(shape, emptyObject(shape), new Set(nothingAnywhere(shape, emptyObject(shape))))

/** The heading of a page. */
const headingOf = ({ facts }: FactSheet): string =>
  String(facts.find(({ name, source }) => source === "heading" && name === "title")?.value ?? "")

/** The latest year that pages write; none where they write none. */
const lastYear = (sheets: ReadonlyArray<FactSheet>): number | undefined => {
  let last: number | undefined
  for (const sheet of sheets) {
    for (const year of yearsIn(`${sheet.title ?? ""}\n${headingOf(sheet)}\n${sheet.text}`)) {
      last = Math.max(last ?? year, year)
    }
  }
  return last
}

/** Whether nothing says that what pages say of now is not of that year: it is perhaps not over, and they write of no later one. */
const isPerhapsNow = (time: AskedTime, last: number | undefined): boolean =>
  time.kind !== "former" && !isSurelyOver(time.year) && (last === undefined || last <= time.year)

/** Without what pages say of now, or of whenever, where the past is asked about. */
const withoutOtherTimes = (
  shape: ObjectShape,
  filled: Filled,
  times: ReadonlyMap<string, AskedTime>,
  sheets: ReadonlyArray<FactSheet>
): Filled => {
  const titles = new Map(sheets.map((sheet) => [sheet.url, `${sheet.title ?? ""}. ${headingOf(sheet)}`]))
  const gone = new Set(
    filled.evidence.flatMap(({ path, quote, said = "", url }) => {
      const time = times.get(path)
      return time === undefined || isSaidOf(`${quote} ${said}. ${titles.get(url) ?? ""}`, time) ? [] : [path]
    })
  )
  if (gone.size === 0) return filled
  return {
    ...filled,
    data: withoutValues(shape, filled.data, gone),
    evidence: filled.evidence.filter(({ path }) => !gone.has(path)),
    missing: [...new Set([...filled.missing, ...gone])]
  }
}

/** What is asked of sentences. */
export interface PassageQuestion {
  /** In words; sites that it names by their addresses may say everything of themselves. */
  readonly task: string
  readonly shape: ObjectShape
  readonly whom: Subject
  /** Whether a sentence may itself be an answer, as it stands; otherwise a value alone is one that a sentence surely says. */
  readonly takesSentences: boolean
  /** Whether a sentence of a page in a language says what an answer in words must say; whichever states something when absent. */
  readonly says?: (text: string, language: string) => boolean
  /** Whether one thing is asked for in words, which sentences may say otherwise: then none of them answers; absent is no. */
  readonly asksOne?: boolean
  /** Of which thing properties are asked whose names do not say it; absent is of whatever the pages are of. */
  readonly things?: ThingsAsked
}

/**
 * What is missing, filled with sentences; yields between pieces of the work. Whoever goes on with `true` says that time is over, and gets what
 * was found until then.
 *
 * @internal
 */
export function* fillPassages(
  question: PassageQuestion,
  before: Filled,
  sheets: ReadonlyArray<FactSheet>
): Generator<void, Filled, boolean | undefined> {
  const { shape, takesSentences, task, things = noThings, whom } = question
  const isOnly = shape.properties.length === 1
  const times = new Map<string, AskedTime>()
  if (takesSentences) {
    const asked = askedTimes(task)
    for (const field of allFields(shape)) {
      const time = timeOf(asked, task, field, isOnly)
      if (time !== null) times.set(field.path, time)
    }
    const last = times.size === 0 ? undefined : lastYear(sheets)
    for (const [path, time] of times) {
      if (isPerhapsNow(time, last)) times.delete(path)
    }
  }
  const filled = times.size === 0 ? before : withoutOtherTimes(shape, before, times, sheets)
  const missing = new Set(filled.missing)
  const mayHave = ({ path }: EmptyList) => takesSentences || isTheirs(path)
  const empty = emptyFields(shape, filled.data, missing)
    .filter(({ property: { shape } }) => shape.kind === "text" || shape.kind === "number" || shape.kind === "flag")
    .filter(mayHave)
  const lists = emptyLists(shape, filled.data, missing).filter(mayHave)
  if (empty.length + lists.length === 0 || sheets.length === 0) return filled
  const ofTask = contentTerms(task.replace(/https?:\/\/\S+/g, " "))
  const subject = new Set(ofTask)
  const read = yield* readPassages(sheets, subject)
  const calls = things.size === 0 ? new Map<string, PageCall>() : callsOf(sheets)
  const values = new Map<string, Said["value"]>()
  const evidence: Array<Evidence> = []
  const isAlone = shape.properties.length === 1 && ofTask.length > 0
  // Fields of one thing share its sentences.
  const ofThings = new Map<string, Passages>()
  function* saidOfThing(
    thing: ReadonlyArray<string>,
    own: ReadonlySet<string>
  ): Generator<void, Passages, boolean | undefined> {
    const ofField = new Set(thing.filter((term) => own.has(term)))
    const key = `${thing.join(" ")}/${[...ofField].join(" ")}`
    const found = ofThings.get(key) ?? (yield* passagesOf(read, { thing, ofField }, calls))
    ofThings.set(key, found)
    return found
  }
  function* saidOf(
    field: EmptyField,
    terms: ReadonlyMap<string, number>,
    own: ReadonlySet<string>
  ): Generator<void, Said | null, boolean | undefined> {
    const thing = things.get(field.path)
    const passages = thing === undefined ? read : yield* saidOfThing(thing, own)
    if (field.property.shape.kind === "flag") return flagOf(passages, task, field, isAlone, whom)
    const time = times.get(field.path) ?? null
    const count = takesSentences ? yield* countOf({ passages, task, terms, time, whom }, field) : undefined
    if (time !== null)
      return count !== undefined ? count : saidThen(passages, field, terms, own, { subject, time, whom })
    const phrased = yield* byPhrase(passages, field, whom)
    if (phrased !== null && phrased !== undefined) return phrased
    if (thing !== undefined && wantedOf(field.property).isMoney) {
      const priced = yield* priceOfThing(passages, field, thing, (url) => calls.get(url) ?? noCall)
      if (priced !== undefined) return priced
    }
    const titled = byTitle(sheets, field, whom)
    if (titled !== null) return titled
    if (!takesSentences) return phrased === null ? null : yield* sureOf(passages, field, termsOf(field.property), whom)
    if (count !== undefined) return count
    if (asksContact(field.property)) {
      const said = oneOf(passages, field, terms, own, subject, whom) ?? contactOf(sheets, field, whom)
      if (said !== null) return said
    }
    return own.size === 0 ? inWords(passages, terms, question) : oneOf(passages, field, terms, own, subject, whom)
  }
  for (const field of empty.slice(0, most.fields)) {
    const ofField = contentTerms(`${spoken(field.path)} ${field.property.shape.description}`)
    const own = new Set(ofField.slice(0, most.terms))
    const terms = new Map<string, number>([...subject].slice(0, most.terms).map((term) => [term, 1]))
    for (const term of own) terms.set(term, fieldWeight)
    if ((yield) === true) break
    const said = yield* saidOf(field, terms, own)
    if (said === null || (typeof said.value === "string" && field.property.shape.kind !== "text")) continue
    values.set(field.path, said.value)
    for (const { text, url } of said.quotes) {
      evidence.push({ path: field.path, url, quote: text.slice(0, 300), source: "text", weight: 0.3 })
    }
  }
  for (const list of lists.slice(0, most.fields)) {
    if ((yield) === true) break
    const said = yield* listOf(read, takesSentences ? subject : new Set([...subject, ...whom.known]), list, whom)
    if (said === null) continue
    values.set(list.path, said.value)
    for (const { text, url } of said.quotes) {
      evidence.push({ path: list.path, url, quote: text.slice(0, 300), source: "text", weight: 0.3 })
    }
  }
  const data = withValues(shape, filled.data, values)
  return {
    ...filled,
    data,
    evidence: [...filled.evidence, ...evidence],
    missing: values.size === 0 ? filled.missing : stillMissing(shape, data, filled.missing)
  }
}
