/** Whether a sentence or a value says a thing of the kind that a task asks for. */
import { contentTerms } from "../../extraction/domain/choosePassages.ts"
import type { Evidence } from "../../extraction/domain/Filling.ts"
import { isStatement, isTitle } from "../../extraction/domain/isStatement.ts"
import type { Subject } from "../../extraction/domain/ofWhom.ts"
import { namesMoney, readMoney } from "../../extraction/domain/readNumber.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import { namesThing } from "./aboutThing.ts"
import type { Asked, AskedKind } from "./askedKind.ts"
import { hasVerb } from "./irregularVerbs.ts"

/** Characters of a label, of a person's name, and of a sentence that are looked at. */
const limits = { label: 60, person: 80, sentence: 600 } as const

const times =
  /(?<!\p{L})(?:1[5-9]|20)\d\d(?!\d)|\d{1,2}[:.h]\d{2}|\d\s?(?:a\.?m|p\.?m|uhr|h)(?!\p{L})|(?<!\p{L})(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|march|märz|april|may|mai|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|août|sep(?:tember|tembre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember)?|décembre|enero|febrero|marzo|mayo|junio|julio|septiembre|octubre|noviembre|diciembre|spring|summer|autumn|winter|frühjahr|sommer|herbst|\p{L}{2,6}days?|daily|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|täglich|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|today|tomorrow|noon|midnight|century|jahrhundert|siècle|siglo)(?!\p{L})/iu

const hours =
  /(?<![\d.])\d{1,2}[:.h]\d{2}(?![\d.])|\d\s?(?:a\.?m|p\.?m|uhr|h)(?!\p{L})|(?<!\p{L})(?:\p{L}{2,6}days?|daily|\p{L}{2,8}tags?|täglich|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|always|never|immer|toujours|siempre|noon|midnight)(?!\p{L})/iu

/** Whether a sentence says hours or days of every week: *The exhibition opens on 3 March* does not say when something is open. @internal */
export const saysHours = (text: string): boolean => hours.test(text.slice(0, limits.sentence))

/** Whether a text says a day, a year or an hour. @internal */
export const saysTime = (text: string): boolean => times.test(text.slice(0, limits.sentence))

const costs =
  /(?<!\p{L})(?:costs?|priced?|prices?|sells?|sold|charges?|pays?|fees?|for|kostet|kosten|preis|coûtent?|coûte|prix|cuestan?|precio|vale|vaut|is|are|ist|est|es|:)(?!\p{L})/iu

const somewhere =
  /(?<!\p{L})(?:in|at|on|near|from|behind|opposite|beside|next to|im|am|an|auf|aus|bei|nahe|hinter|neben|à|au|aux|en|chez|dans|près de|junto a|cerca de)\s(?!(?:1[5-9]|20)\d\d)(?:(?:the|der|die|dem|den|le|la|les|el|our|its)\s)?\p{L}/iu

/** Where something is, in plain words. */
const lies =
  /(?<!\p{L})(?:is|are|lies|located|based|situated|ist|liegt|befindet sich|trouve|est|située?|está|se encuentra) (?:in|at|on|near|im|am|an|auf|bei|à|au|en|cerca de) (?!(?:1[5-9]|20)\d\d)(?:\p{Lu}|\d|(?:the|der|dem) )/u

/** When something is, in plain words. */
const happens =
  /(?<!\p{L})(?:takes? place|is held|are held|will be|happens|runs? from|(?:is|are|begins|starts|opens) (?:on|from)|findet|finden|beginnt|ist am|a lieu|aura lieu|se tiendra|tiene lugar|se celebra)(?!\p{L})/iu

const denials = /(?<!\p{L})(?:not|never|no longer|nicht|nie|kein\p{L}*|pas|jamais|nunca)(?!\p{L})|n['’]t(?!\p{L})/iu

const clause = /(?<!\p{L})(?:who|whose|whom|that|which|qui|que|dont|quien)(?!\p{L})/iu

const labelled = /^([^:.!?|]{2,60}):\s+\S/u

const isNamed = ({ names }: Subject, text: string): boolean =>
  names.some((words) => words.every((word) => word.test(text)))

/** Whether a text is a label of what is asked for with something behind it. */
const isLabelled = (text: string, terms: ReadonlySet<string>, whom: Subject): boolean => {
  const [, label = ""] = labelled.exec(text) ?? []
  if (isTitle(label)) return false
  const own = contentTerms(label)
  return (
    own.some((term) => terms.has(term)) &&
    own.every((term) => terms.has(term) || whom.known.has(term)) &&
    label.length <= limits.label
  )
}

const capitalized = /(?<![\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{M}.'’-]+/gu

/** Whether a text names somebody whom the task does not name. */
const namesOther = (text: string, { known }: Subject): boolean => {
  const words = [...text.matchAll(capitalized)].filter(
    ([word]) => !isStopWord(word) && !times.test(word) && contentTerms(word).some((term) => !known.has(term))
  )
  // A sentence begins with a capital of no name.
  return words.some(({ index }) => index > 0) || words.length > 1
}

/** *Kiln is*, *The Kiln studio is*, and nothing before it but an article. */
const startsWithName = (text: string, whom: Subject): boolean => {
  const [begun = ""] =
    /^[\s\S]{0,120}?(?= (?:is|are|was|were|ist|sind|war|est|sont|était|es|son|era|makes?|builds?|offers?|sells?|plans?|helps?|provides?|bietet|macht)(?!\p{L}))/iu.exec(
      text
    ) ?? []
  return begun !== "" && !/[,;:]/.test(begun) && begun.split(" ").length <= 6 && isNamed(whom, begun)
}

/** *The CEO is Ann Reed*, *It was founded by Ann Reed*, *Director: Ann Reed*, *Ann Reed is our CEO*. */
const saysWho = (text: string, person: ReadonlyArray<string>): boolean => {
  const name = person.join(" ").toLowerCase()
  if (name === "") return false
  const said = text.toLowerCase()
  const at = said.indexOf(name)
  if (at === -1) return false
  const [before, behind] = [said.slice(0, at), said.slice(at + name.length)]
  return at === 0
    ? /^,? (?:is|was|ist|war|est|était|es|era|fue)(?!\p{L})/u.test(behind)
    : /(?:(?<!\p{L})(?:is|are|was|were|by|ist|war|von|est|était|par|es|era|fue|por)|:)\s$/u.test(before) &&
        !/^[\p{L}\p{N}'’]/u.test(behind)
}

const kinds: { readonly [K in AskedKind]: (text: string, whom: Subject, language: string) => boolean } = {
  // Which thing a price is of is looked at besides.
  price: (text, _, language) => costs.test(text) && readMoney(text, language).length > 0,
  amount: (text) => /\d/.test(text),
  // Which number of a sentence counts what, only the noun tells: that was looked for before.
  count: () => false,
  day: (text) => times.test(text),
  person: namesOther,
  place: (text) => somewhere.test(text),
  flag: () => true,
  list: (text) => !denials.test(text),
  attribute: () => true,
  measure: (text) => /\d/.test(text),
  definition: startsWithName
}

/** Kinds of which a sentence must have all that the task asks of. */
const needsAll: ReadonlySet<AskedKind> = new Set<AskedKind>(["flag", "attribute", "list"])

/** Kinds that are said of whoever a sentence is about. */
const ofSomebody: ReadonlySet<AskedKind> = new Set<AskedKind>(["day", "person", "place", "measure"])

const pronouns =
  /^(?:it|its|he|she|they|we|our|er|sie|es|wir|unser\p{L}*|il|elle|ils|elles|nous|on|notre|nos|ella|él|nuestr\p{L}*)(?!\p{L})/iu

/** How many of the terms of a task a sentence must have. */
const leastOf = (asked: Asked | null, terms: ReadonlySet<string>): number => {
  if (asked === null) return Math.floor(terms.size / 2) + 1
  return needsAll.has(asked.kind) ? terms.size : 1
}

/** What tells sentences that answer a task. */
export interface SaysAsked {
  /** Whether a sentence states something of the kind. */
  readonly isOfKind: (text: string, language: string) => boolean
  /** Whether it does, of what is asked. */
  readonly answers: (text: string, language: string) => boolean
}

/**
 * `ofTask` are the terms that a task asks of, without names; `thing` those of the thing that it asks about, where sentences of that alone are
 * looked at: they need not say it again.
 *
 * @internal
 */
export const saysAsked = (
  asked: Asked | null,
  ofTask: ReadonlySet<string>,
  whom: Subject,
  thing?: ReadonlyArray<string>
): SaysAsked => {
  const terms =
    asked?.kind === "attribute"
      ? new Set(contentTerms(Object.keys(asked.example).join(" ").replaceAll("_", " ")))
      : new Set([...ofTask].filter((term) => thing?.includes(term) !== true))
  const means = contentTerms((asked?.means ?? []).join(" "))
  const isOfKind = (text: string, language: string): boolean => {
    const said = text.slice(0, limits.sentence)
    const isWho = asked?.asksWho === true && saysWho(said, asked.thing)
    if (!isStatement(said, language) && !isLabelled(said, terms, whom) && !isWho) return false
    return asked === null || kinds[asked.kind](said, whom, language) || isWho
  }
  const answers = (text: string, language: string): boolean => {
    if (!isOfKind(text, language)) return false
    if (asked?.kind === "price") return thing !== undefined || isOfThing(text, asked.thing)
    if (asked?.kind === "definition") return true
    if (terms.size === 0) {
      if (asked?.kind === "day") return happens.test(text) && (thing !== undefined || isNamed(whom, text))
      return asked === null || (asked.kind === "place" && lies.test(text))
    }
    // *It was built by people who sell cheese* says nothing of what it sells.
    const own = new Set(contentTerms(asked === null ? (text.split(clause)[0] ?? "") : text))
    const isMeant = means.some((term) => own.has(term))
    const met = [...terms].filter((term) => hasVerb(term, own)).length + (isMeant ? 1 : 0)
    if (met < leastOf(asked, terms)) return false
    // One word alone may be said of anything of theirs: *the café opens*.
    const isWhole = (met > 1 && met * 2 >= terms.size) || (met === terms.size && isLabelled(text, terms, whom))
    if (isWhole || asked === null || thing !== undefined || !ofSomebody.has(asked.kind)) return true
    return isNamed(whom, text) || pronouns.test(text)
  }
  return { isOfKind, answers }
}

/** Whether a sentence about a price is about that of a thing: it has one of its words, or goes on about it. */
const isOfThing = (text: string, thing: ReadonlyArray<string>): boolean =>
  namesThing(text, thing) ||
  pronouns.test(text) ||
  /^(?:the |der |le |el )?(?:price|preis|prix|precio) (?:is|ist|est|es) /iu.test(text)

/** Whether a value that was found as by an example can be of the kind at all. @internal */
export const isValueOf = ({ kind, thing }: Asked, value: unknown, { quote, source }: Evidence): boolean => {
  const isMoney = /\p{Sc}/u.test(quote) || namesMoney(quote)
  // A number of a sentence is a price where money is said; a label says that itself.
  if (kind === "price") return source !== "text" || (isMoney && isOfThing(quote, thing))
  // A label such as *Result* says neither yes nor no.
  if (kind === "flag") return source === "model"
  // Numbers alone list nothing.
  if (kind === "list") return Array.isArray(value) && value.some((one) => /\p{L}/u.test(String(one)))
  // What something costs counts nothing.
  if (kind === "count") return !isMoney || source === "text"
  if (kind === "day") return times.test(`${String(value)} ${quote}`)
  if (kind === "person") {
    const name = String(value)
    return name.length <= limits.person && /\p{Lu}|[\p{scx=Han}\p{scx=Hangul}]/u.test(name) && !/\d/.test(name)
  }
  return kind !== "place" || /\p{L}{2}/u.test(String(value))
}
