/**
 * Which number of a sentence counts what is asked for.
 *
 * **Details.** A number counts the noun behind it, or the one that a colon or a verb gives it to: *52,000 customers*, *customers: 52,000*. *Customers
 * can cancel within 14 days* counts days. Of two words for the same, such as visitors and guests, either is meant.
 */
import { spokenName } from "./fieldNames.ts"
import { nameWords } from "./nameWords.ts"

/** A count that is asked for: its noun in all words for it, and the words that the sentence must say beside it. */
export interface Counted {
  /** As they are written, in lower case. */
  readonly written: ReadonlyArray<string>
  /** The same without endings. */
  readonly nouns: ReadonlySet<string>
  readonly others: ReadonlyArray<string>
}

/** Words for the same that is counted, one thing a line. */
const same: ReadonlyArray<string> = [
  "visitors guests besucher besucherinnen gäste visiteurs visitantes visitatori",
  "customers clients kunden kundinnen clientes clienti",
  "employees staff workers colleagues mitarbeiter mitarbeiterinnen mitarbeitende beschäftigte salariés empleados dipendenti",
  "passengers travellers travelers fahrgäste passagiere passagers pasajeros",
  "students pupils studierende studenten schüler étudiants élèves estudiantes alumnos",
  "cars vehicles autos fahrzeuge voitures véhicules coches",
  "inhabitants residents einwohner habitants habitantes",
  "stores shops branches filialen magasins tiendas",
  "animals tiere animaux animales",
  "subscribers abonnenten abonnés suscriptores",
  "countries länder pays países",
  "members mitglieder membres miembros"
]

const sameWords = same.map((line) => line.split(" "))

/** What says that a count is asked for, and how often, and nothing of what is counted. */
const kinds =
  /^(?:numbers?|counts?|totals?|amount|quantity|num|no|of|how|many|anzahl|zahl|nombre|numero|annual|annually|yearly|year|current|currently|overall|all|the|in|per|(?:19|20)\d\d)$/
const saysCount = /(?:^| )(?:number|count|num|quantity|anzahl|how many)(?: |$)/

/** Names that end as plurals do and count nothing. */
const noPlurals =
  /^(?:.*ss|.*us|.*is|sales|earnings|savings|proceeds|assets|fees|costs|expenses|dues|revenues|wages|taxes|profits|funds|savings|dimensions|business|series|has|was|yes|always|stars|hours|minutes|days|weeks|months|years|seconds|miles|inches|meters|metres|pounds|euros|dollars|cents|degrees|percents?|gas|bonus)$/

const howMany =
  /(?<!\p{L})(?:how many|number of|count of|wie viele?n?|anzahl(?: de[rs]| von)?|combien d[e’']|nombre d[e’']|cu[aá]nt[oa]s|n[uú]mero de|quant[ei])\s?((?:(?!(?:does|did|do|has|have|had|are|were|is|was|can|may|must|in|at|on|of|for|with|by|use|gibt|hat|haben|sind|hay|tiene|ha)(?!\p{L}))\p{L}[\p{L}'’-]*[\s-]?){1,4})/giu

/** Words of a text that are looked at. */
const most = { words: 40, task: 4_000 } as const

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).slice(0, most.words)

const stemOf = (word: string): string => nameWords(word)[0] ?? word

/** The count that a field asks for; null where it asks for another number. @internal */
export const countedOf = (name: string, task: string): Counted | null => {
  const said = spokenName(name)
  const all = said.split(" ")
  const words = all.filter((word) => !kinds.test(word) && /\p{L}/u.test(word))
  const asked = [...task.slice(0, most.task).matchAll(howMany)].flatMap(([, phrase = ""]) => wordsOf(phrase))
  const askedStems = new Set(asked.map(stemOf))
  const inTask = words.filter((word) => askedStems.has(stemOf(word)))
  const plural = words.findLast((word) => /[a-z]{3}s$/.test(word) && !noPlurals.test(word))
  const isCount = saysCount.test(said)
  const nouns =
    words.length === 0
      ? isCount || /^(?:total|amount)$/.test(said)
        ? asked
        : []
      : inTask.length > 0
        ? inTask
        : plural !== undefined
          ? [plural]
          : isCount
            ? words.slice(-1)
            : []
  if (nouns.length === 0) return null
  const alike = sameWords
    .filter((line) => nouns.some((noun) => line.some((one) => stemOf(one) === stemOf(noun))))
    .flat()
  const written = [...new Set([...nouns, ...alike])]
  return {
    written,
    nouns: new Set(written.map(stemOf)),
    others: words.filter((word) => !nouns.includes(word)).map(stemOf)
  }
}

/** A number with what stands around it. */
export interface Around {
  readonly digits: string
  readonly end: string
  readonly before: string
  readonly after: string
}

/** What ends the words that a number counts. */
const ends =
  /^(?:of|for|in|at|on|from|to|per|by|and|or|who|that|which|with|within|before|after|than|is|are|was|were|have|has|had|can|von|für|im|pro|und|oder|die|der|das|mit|vor|nach|de|du|des|par|et|ou|qui|en|por|y|o|que|con|di|e)$/

/** Words between a number and its noun that make others of what is counted. */
const others =
  /^(?:new|additional|more|other|further|potential|lost|extra|fewer|less|future|former|neue[nrs]?|weitere[nrs]?|ehemalige[nr]?|nouveaux|nouvelles|autres|nuevos|nuevas|otros|otras)$/

/** Before a number that is a part, a bound of each, or of some. */
const partial =
  /(?:(?<!\p{L})(?:per|every|each|first|next|last|another|additional|extra|less than|fewer than|groups? of|teams? of|parties of|under|minimum of|room|floor|no\.|nr\.|je|pro|jede[nrs]?|erste[nrs]?|nächste[nrs]?|gruppen von|chaque|cada|premiers?|primeros)|\d\s(?:out of|in|of|von|sur|de))\s$/iu

const mostBetween = 4

const endings = /^(?:n|en|e|er|in|innen|nen)$/

const isNoun = (word: string, digits: string, { nouns, written }: Counted): boolean => {
  // *12 customer agents* are agents.
  if (!/^0*1$/.test(digits) && written.includes(`${word}s`)) return false
  const stem = stemOf(word)
  if (nouns.has(stem)) return true
  return [...nouns].some((noun) => noun.length >= 4 && stem.startsWith(noun) && endings.test(stem.slice(noun.length)))
}

const isBehind = ({ after, digits }: Around, counted: Counted): boolean => {
  const clause = /^[\s\u00a0\u202f-]?([^.,;:()|!?–—]*)/u.exec(after)?.[1] ?? ""
  let last = ""
  for (const word of wordsOf(clause).slice(0, mostBetween)) {
    if (isNoun(word, digits, counted)) return true
    // *Kundinnen und Kunden*
    const isJoined =
      /^(?:und|et|y|e)$/.test(word) && counted.written.some((one) => one.slice(0, 4) === last.slice(0, 4))
    if (!isJoined && (ends.test(word) || others.test(word))) return false
    last = word
  }
  return false
}

const gives =
  /[:=|]|(?<!\p{L})(?:is|are|was|were|be|totals?|totalled|numbered|rose|grew|increased|climbed|fell|dropped|reache[sd]|reach|stands?|stood|exceeds?|beträgt|betrug|liegt|lag|stieg|sank|sind|war|waren|ist|est|sont|était|étaient|atteint|es|son|fue|fueron|era)(?!\p{L})/iu
/** Words between a noun and its number that say nothing else. */
const links =
  /^(?:[:=|(),]|is|are|was|were|be|has|have|been|totals?|totalled|numbers?|numbered|count|rose|grew|increased|climbed|fell|dropped|reache[sd]|reach|stands?|stood|exceeds?|to|at|about|around|some|over|nearly|almost|more|than|roughly|approximately|now|currently|today|in|by|the|end|year|last|of|(?:19|20)\d\d|beträgt|betrug|liegt|lag|bei|stieg|sank|auf|rund|etwa|über|fast|derzeit|aktuell|heute|sind|war|waren|ist|im|jahr|est|sont|était|étaient|atteint|environ|plus|de|à|en|es|son|fue|fueron|era)$/iu
/** What may stand behind a number that no noun follows. */
const nothingBehind =
  /^\s?(?:$|[.,;:!?()|–—]|(?:in|at|by|as|on|last|this|per|a|each|and|from|since|worldwide|today|now|im|pro|und|en|par|al)(?!\p{L}))/iu

const isAhead = ({ after, before, digits }: Around, counted: Counted): boolean => {
  if (!nothingBehind.test(after)) return false
  const clause = before.split(/[.;!?](?:\s|$)/).at(-1) ?? ""
  const parts = clause.match(/\p{L}[\p{L}\p{M}'’]*|\d+|[:=|(),]/gu) ?? []
  for (let at = parts.length - 1; at >= 0 && at >= parts.length - 8; at--) {
    const part = parts[at]!
    if (isNoun(part.toLowerCase(), digits, counted)) return gives.test(parts.slice(at + 1).join(" "))
    if (!links.test(part)) return false
  }
  return false
}

/** Whether a number counts what is asked for. @internal */
export const isCountOf = (number: Around, counted: Counted): boolean => {
  const { after, before, digits, end } = number
  if (/%/.test(end) || /^\s?(?:%|\p{Sc})/u.test(after) || /\p{Sc}\s?$/u.test(before) || partial.test(before))
    return false
  // *In 2024 visitors came from afar.*
  const isYear =
    /^(?:1[89]|20)\d\d$/.test(digits) &&
    /(?<!\p{L})(?:in|since|by|until|from|to|of|im|seit|bis|en|depuis)\s$/iu.test(before)
  return !isYear && (isBehind(number, counted) || isAhead(number, counted))
}

const meant =
  /(?<!\p{L})(?:hopes?|aims?|plans?|expects?|targets?|goals?|will|could|would|should|soll(?:en)?|wird|werden|ziel|plant|prévoit|espère|espera)(?!\p{L})/iu

/** Whether a sentence says the words that belong to the noun, and counts what is and not what is meant to be. @internal */
export const mayCount = (text: string, { nouns, others: beside }: Counted): boolean => {
  if (meant.test(text)) return false
  const said = nameWordsOf(text)
  const isSaid = (word: string) => said.has(word) || [...said].some((one) => word.length >= 5 && one.startsWith(word))
  const unsaid = beside.filter((word) => !isSaid(word)).length
  return (
    unsaid <= (beside.length >= 2 ? 1 : 0) && [...nouns].some((noun) => [...said].some((one) => one.startsWith(noun)))
  )
}

/** All words of a sentence without their endings. */
const nameWordsOf = (text: string): ReadonlySet<string> => new Set(wordsIn(text).map(stemOf))

const wordsIn = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []
