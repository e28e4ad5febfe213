/**
 * Of which thing a task asks the fields of an answer, where their names do not say it.
 *
 * **Details.** What a student's ticket costs is the price of that and of nothing else, though the field is called `price`. When an exhibition opens
 * is said of that exhibition: whom a task asks about may have many. And where somebody was founded is said of the founding. The name of whose site
 * was read is no such thing: all of their pages are theirs.
 */

import { contentTerms } from "../../extraction/domain/choosePassages.ts"
import { asksContact } from "../../extraction/domain/contactLines.ts"
import { emptyObject, type ObjectShape } from "../../extraction/domain/DataShape.ts"
import { type EmptyField, emptyFields } from "../../extraction/domain/emptyFields.ts"
import type { FactSheet } from "../../extraction/domain/FactSheet.ts"
import { spokenName } from "../../extraction/domain/fieldNames.ts"
import { sites } from "../../extraction/domain/namedItems.ts"
import { nameWords, stemmed } from "../../extraction/domain/nameWords.ts"
import { nothingAnywhere } from "../../extraction/domain/nothingAnywhere.ts"
import type { Subject } from "../../extraction/domain/ofWhom.ts"
import { wantedOf } from "../../extraction/domain/readTyped.ts"
import { speaksOf } from "../../extraction/domain/relatives.ts"
import { isHome, ownersOf } from "../../extraction/domain/siteSubject.ts"
import { type ThingsAsked, titleOf } from "../../extraction/domain/thingAsked.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { plainOf, pricedIn } from "./askedKind.ts"
import { commonNames, kindAsked, kindredIn, partsIn } from "./partsAsked.ts"
import { withoutAddresses } from "./readTask.ts"
import { timedIn } from "./timedThing.ts"
import { wordsAskedBy } from "./toldInWords.ts"

/** Characters of a task that are looked at, its questions, terms of one thing and fields. */
const limits = { task: 600, clauses: 12, terms: 8, fields: 60 } as const

/** Between two questions of one task. */
const between =
  /[?!;]+\s?|\.\s(?=\p{Lu})|,?\s(?:and|und|et|y)\s(?=(?:for |from |to |in )?(?:who|when|where|what|which|how|is|are|does|wer|wann|wo|was|wie|welche\p{L}*|qui|quand|où|combien|quel\p{L}*|quién|cuándo|dónde|cuánt\p{L}*|qué)(?!\p{L}))|,\s(?=(?:who|when|where|what|which|how|wer|wann|wo|was|wie|qui|quand|où|quién|cuándo|dónde)(?!\p{L}))/iu

/** What money is asked for, and not of what: with that as its part `thing`. */
const paid: ReadonlyArray<RegExp> = [
  /^(?:what|how much)(?:'s| is| are| was| were) (?:the )?(?:\p{L}{1,20} )?(?:salary|wages?|pay|rent|fares?|rate|amount|sum|tuition) (?:of|for|to) (?<thing>.+)$/iu,
  /^how much (?:money |funding |capital )?(?:did|does|do|has|have|will|would|was|were) (?<thing>.+)$/iu
]

/** Words of a question that say nothing of what something costs. */
const dropped =
  /^(?:plans?|tiers?|editions?|packages?|subscriptions?|products?|items?|articles?|services?|offers?|tarife?|pakete?|abos?|offres?|forfaits?|planes|much|money|funding|capital|costs?|prices?|fees?|pays?|paid|charges?|charged|spend|spent|now|today|currently|current|regular|regularly|normal|normally|usual|usually|actual|total|full|whole|entire|heute|jetzt|aktuell|aujourd'hui|hoy|per|month|monthly|year|yearly|monat|jahr|mois|mes|one|each|every|person|(?:1[5-9]|20)\d\d)$/iu

/** What stands behind a thing and says how it is paid: *per member and month*; a *Pro plan* is called so. */
const rates = /\s(?:per|each|pro|je|par|por)\s[\s\S]*$/u

/** Whether a name of a property asks for money and says of nothing what it is paid for, but for words that the thing has. */
const isPriceOf = ({ property }: EmptyField, thing: ReadonlyArray<string>, isOne: boolean): boolean => {
  const wanted = wantedOf(property)
  if (!wanted.isMoney || property.shape.kind !== "number") return false
  const telling = [spokenName(property.name), property.shape.description]
    .flatMap(nameWords)
    .filter((word) => !isOfMoney(word) && !/^\d/.test(word))
  if (telling.length === 0) return true
  const own = contentTerms(`${spokenName(property.name)} ${property.shape.description}`)
  return isOne && own.filter((term) => !isOfMoney(nameWords(term)[0] ?? term)).every((term) => thing.includes(term))
}

/** What a price is of besides, which is said of any: its currency, its tax, and for how long it is paid. */
const besideMoney = new Set(
  stemmed(
    "total current regular today net gross value number eur usd gbp chf jpy euro dollar day daily week weekly month monthly year yearly annual hour hourly"
  )
)

const isOfMoney = (word: string): boolean =>
  besideMoney.has(word) || ["price", "salary", "rent", "currency"].some((kind) => speaksOf([word], kind))

/** What is asked for at a place or a time, and is not said of what. */
const barePlace =
  /^(?:city|town|place|country|location|where|ort|stadt|land|ville|pays|lieu|ciudad|lugar|year|date|day|when|jahr|datum|année|año)$/iu

/** What happened once, of which a place or a time is asked. */
const deeds =
  /(?<!\p{L})(?:founded|found|established|started|launched|built|born|died|invented|moved?|acquired|gegründet|gebaut|erbaut|geboren|fondée?|construite?|née?|fundad[oa]|construid[oa]|nacid[oa])(?!\p{L})/iu

const isBeside = /(?<!\p{L})(?:when|where|wann|wo|quand|où|cuándo|dónde|in (?:which|what)|in welche\p{L}*)(?!\p{L})/iu

interface Clause {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** Terms of the thing whose price it asks for; empty where it asks for none. */
  readonly priced: ReadonlyArray<string>
  readonly isOne: boolean
  readonly isCost: boolean
  /** Terms of the names of things in it, or in what it goes on from. */
  readonly named: ReadonlyArray<string>
  /** The deed whose place or time it asks for; empty for none. */
  readonly deed: ReadonlyArray<string>
  /** Terms of what of theirs it asks when it opens or begins; empty for none. */
  readonly timed: ReadonlyArray<string>
}

const pronoun =
  /(?<!\p{L})(?:it|its|he|she|they|their|this|that|er|sie|es|ihr|sein|il|elle|ils|elles|ella|él|su)(?!\p{L})/iu

const wordsIn = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&+-]*/gu) ?? []

const termsIn = (text: string, isKept: (word: string) => boolean): ReadonlyArray<string> =>
  [
    ...new Set(
      wordsIn(text.replace(/['’]s(?!\p{L})/gu, ""))
        .filter(isKept)
        .flatMap(contentTerms)
        // A letter alone is what is left of an article: *l'hôtel*.
        .filter((term) => term.length > 1)
    )
  ].slice(0, limits.terms)

/** Figures count what is asked for, and pages write them otherwise. */
const isNumber = (word: string): boolean => /^\d+$/.test(word)

/** Letters and figures that a maker calls one thing by: *GSR12V*. */
const isCode = (term: string): boolean => term.length >= 3 && /\p{L}/u.test(term) && /\p{N}/u.test(term)

/** Of *the cordless drill GSR12V* the page needs to say the last alone; *a case for the X100* is another thing. */
const withoutKind = (words: string, terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  /\s(?:for|of|with|to|für|von|mit|zu|pour|de|avec|para|con)\s/iu.test(words)
    ? terms
    : terms.slice(Math.max(0, terms.findIndex(isCode)))

interface PricedThing {
  readonly words: string
  readonly isOne: boolean
  /** Whether it is asked what it costs, and no other amount of it. */
  readonly isCost: boolean
}

const pricedThing = (clause: string): PricedThing | undefined => {
  const cost = pricedIn(clause)
  const thing = cost ?? paid.map((form) => form.exec(clause)?.groups?.thing).find((one) => one !== undefined)
  if (thing === undefined) return undefined
  const words = thing.replace(rates, "")
  return {
    words,
    isCost: cost !== undefined,
    isOne: !/(?:,|(?<!\p{L})(?:and|or|und|oder|et|ou|y|o)(?!\p{L}))/iu.test(words)
  }
}

/** What is left of a sentence that says where to look. */
const pointing =
  /^(?:see|look|check|visit|use|read|source|site|website|siehe|quelle|voir|source|véase|ver)(?: (?:at|on|also|the|website|site|page|auch))*$/iu

/** A name behind what it is the name of: *the exhibition Sails*. */
const behindNoun =
  /(?<!\p{L})(?:the|this|your|their|la|le|el|cette|ce)\s(?:\p{Ll}{2,30}\s)?(?<noun>\p{Ll}{2,30})\s["“„«]?(?<name>\p{Lu}[\p{L}\p{N}]*)/gu

/** The first words of names of things; a company, a shop or a museum is whom the task asks about. */
const calledThings = (task: string): ReadonlyArray<string> =>
  [...task.slice(0, limits.task).matchAll(behindNoun)].flatMap(({ groups = {} }) => {
    const { name = "", noun = "" } = groups
    return isStopWord(noun) || nameWords(noun).some((word) => sites.has(word)) ? [] : [name]
  })

/** What only a person does. */
const personal =
  /(?<!\p{L})(?:join(?:ed|s)?|born|die[ds]?|retired?|graduated?|studie[ds]|hired|married|geboren|gestorben|eingetreten|studierte?|née?s?|décédée?|nació|murió)(?!\p{L})/iu

const clausesOf = (
  task: string,
  named: Subject,
  owners: ReadonlySet<string>,
  sheets: ReadonlyArray<FactSheet>
): ReadonlyArray<Clause> => {
  const isOwner = (term: string): boolean =>
    owners.has(term) || sheets.some(({ url }) => term.length >= 4 && (parseUrl(url)?.hostname ?? "").includes(term))
  const called = calledThings(task)
  const homes = sheets.filter(({ url }) => isHome(url)).map(titleOf)
  const isOwnerName = (words: ReadonlyArray<RegExp>): boolean =>
    homes.some((title) => words.every((word) => word.test(title)))
  // A name that nobody writes there is another one of whose pages they are, unless the task says what of theirs it is.
  const others = named.names.slice(0, named.names.length - named.siteNames).filter((words) => !isOwnerName(words))
  const things = others.filter(
    (words) =>
      sheets.some(({ text, title }) => words.every((word) => word.test(title ?? "") || word.test(text))) ||
      called.some((name) => words[0]?.test(name) === true)
  )
  const persons = others.filter((words) => !things.includes(words))
  const common = commonNames(withoutAddresses(task.slice(0, limits.task)), sheets)
  const isNameIn = (names: Subject["names"], word: string): boolean =>
    names.some((words) => words.some((one) => one.test(word)))
  const isCommon = (word: string): boolean =>
    /^\p{Lu}/u.test(word) && contentTerms(word).some((term) => common.has(term))
  const kindred = sheets.flatMap(kindredIn)
  const found: Array<Clause> = []
  for (const part of withoutAddresses(task.slice(0, limits.task)).split(between).slice(0, limits.clauses)) {
    const text = plainOf(part)
    if (text === "" || pointing.test(text)) continue
    const before = found.at(-1)
    const price = pricedThing(text)
    const priced = withoutKind(
      price?.words ?? "",
      termsIn(price?.words ?? "", (word) => !isStopWord(word) && !dropped.test(word) && !isNumber(word))
    )
    const isThing = (word: string): boolean =>
      isNameIn(things, word) ||
      (personal.test(text) && isNameIn(persons, word)) ||
      // What costs something is read of the question itself.
      (price === undefined && isCommon(word))
    const names = termsIn(text, (word) => !isStopWord(word) && isThing(word))
    const terms = new Set(contentTerms(text))
    const kind = names.length > 0 || price !== undefined ? [] : kindAsked(terms, kindred)
    const own = names.length === 0 ? kind : [...names, ...partsIn(text, sheets)].slice(0, limits.terms)
    const goesOn = before !== undefined && (pronoun.test(text) || terms.size === 0)
    const deed = contentTerms(deeds.exec(text)?.[0] ?? "")
    found.push({
      text,
      terms,
      priced: priced.filter((term) => !isOwner(term)),
      isOne: price?.isOne ?? false,
      isCost: price?.isCost ?? false,
      named: own.length === 0 && goesOn ? before.named : own.filter((term) => !isOwner(term)),
      deed: !isBeside.test(text) ? deed : deed.length === 0 && goesOn ? before.deed : deed,
      timed: own.length > 0 || price !== undefined ? [] : timedIn(text, sheets).filter((term) => !isOwner(term))
    })
  }
  return found
}

const fieldsIn = (shape: ObjectShape): ReadonlyArray<EmptyField> =>
  emptyFields(shape, emptyObject(shape), new Set(nothingAnywhere(shape, emptyObject(shape)))).slice(0, limits.fields)

const questionWords =
  /^(?:who|whose|when|where|what|which|how|why|is|are|does|do|wer|wann|wo|was|wie|welche\p{L}*|warum|qui|quand|où|combien|quel\p{L}*|quién|cuándo|dónde|cuánt\p{L}*|cuál\p{L}*|qué)(?!\p{L})/iu

/** The one question of a task that asks for a price and nothing else. */
const pricedAlone = (clauses: ReadonlyArray<Clause>): Clause | undefined => {
  const [only, another] = clauses.filter(({ priced, text }) => priced.length > 0 || questionWords.test(text))
  return another === undefined && only?.isCost === true && only.priced.length > 0 ? only : undefined
}

/** Of *what do Pro and Team cost* each has an object of its own, which is called so. */
const thingWithin = ({ path }: EmptyField, { priced }: Clause): ReadonlyArray<string> => {
  const around = path.split("/").slice(1, -1).map(spokenName).flatMap(contentTerms)
  const own = priced.filter((term) => around.includes(term))
  return own.length > 0 ? own : priced
}

/** What is asked of whoever it is about, whatever else is: how they are reached. */
const isOfOwner = ({ property }: EmptyField): boolean => {
  const { asksUrl, isCurrency, isEmail, isPhone } = wantedOf(property)
  return asksUrl || isCurrency || isEmail || isPhone || asksContact(property)
}

/** Whether a field is a time, or whatever a task asks for. */
const isTimed = (name: string, whatever: string | null): boolean =>
  name === whatever ||
  /(?<!\p{L})(?:open|opens|opening|close|closes|closing|hours?|times?|starts?|begins?|ends?|until|when|date|day|öffnet|öffnungszeiten|beginn|beginnt|uhrzeit|zeit|horaires?|heure|ouverture|horario|hora)(?!\p{L})/iu.test(
    spokenName(name)
  )

/** Of which thing each field is asked. `named` are the names in the task, and `own` the pages of sites that it names. @internal */
export const thingsOfTask = (
  task: string,
  shape: ObjectShape,
  named: Subject,
  own: ReadonlyArray<FactSheet>
): ThingsAsked => {
  const owners = new Set([...ownersOf(own)].flatMap(contentTerms))
  const clauses = clausesOf(task, named, owners, own)
  const things = new Map<string, ReadonlyArray<string>>()
  const whatever = wordsAskedBy(shape)
  for (const field of fieldsIn(shape)) {
    const { property } = field
    const onlyPrice = property.name === whatever ? pricedAlone(clauses) : undefined
    if (onlyPrice !== undefined) {
      things.set(field.path, onlyPrice.priced)
      continue
    }
    const price = clauses.find(({ isOne, priced }) => priced.length > 0 && isPriceOf(field, priced, isOne))
    if (price !== undefined) {
      things.set(field.path, thingWithin(field, price))
      continue
    }
    if (property.shape.kind === "flag" || isOfOwner(field)) continue
    const deed = barePlace.test(spokenName(property.name))
      ? clauses.find((one) => one.deed.length > 0 && isBeside.test(one.text))?.deed
      : undefined
    if (deed !== undefined) {
      things.set(field.path, deed)
      continue
    }
    const terms = contentTerms(spokenName(property.name))
    const saying = clauses.filter((clause) => terms.some((term) => clause.terms.has(term)))
    const asking = saying.length > 0 ? saying : clauses
    const [first] = asking
    if (isTimed(property.name, whatever) && first !== undefined && asking.length === 1 && first.timed.length > 0) {
      things.set(field.path, first.timed)
      continue
    }
    if (first === undefined || asking.some((clause) => clause.named.length === 0)) continue
    things.set(
      field.path,
      first.named.filter((term) => !terms.includes(term))
    )
  }
  return new Map([...things].filter(([, thing]) => thing.length > 0))
}
