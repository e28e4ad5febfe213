/**
 * What kind of thing a task asks for in words: what something costs, how many there are, a day, a person, a place, yes or no, a list, what
 * something is.
 *
 * **Details.** A task that asks for several things at once is of no kind, nor is one whose words no rule knows. Names are those of the fields that
 * would be asked for in an example of the answer.
 */
import { contentTerms } from "../../extraction/domain/choosePassages.ts"
import type { Subject } from "../../extraction/domain/ofWhom.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import { withoutAddresses } from "./readTask.ts"
import { currencyField } from "./toldInWords.ts"

export type AskedKind =
  | "price"
  | "amount"
  | "count"
  | "day"
  | "person"
  | "place"
  | "flag"
  | "list"
  | "attribute"
  | "measure"
  | "definition"

/** What a task asks for. */
export interface Asked {
  readonly kind: AskedKind
  /** An example of each field that may have it, the likeliest first; empty where sentences alone say it. */
  readonly example: { readonly [name: string]: unknown }
  /** Words of what is asked about, without its articles: the page or the line with them says what it says of that. */
  readonly thing: ReadonlyArray<string>
  /** Whether it is from when to when something is open, and no day alone; absent is no. */
  readonly asksHours?: boolean
  /** Whether it is who somebody is, by name; absent is no. */
  readonly asksWho?: boolean
  /** Other words by which sentences say what is asked; absent is none. */
  readonly means?: ReadonlyArray<string>
}

/** Characters of a task that are looked at, and words of one name and its characters. */
const limits = { task: 600, words: 4, name: 80 } as const

const polite =
  /^(?:(?:please|kindly|hello|hi|can you|could you|would you|i want to know|i would like to know|i'd like to know|tell me|find out|find|look up|search for|research|give me|show me|answer|say|do you know|bitte|finde(?: heraus)?|sag mir|suche|weißt du|dis-moi|dites-moi|dime|por favor|s'il vous plaît)(?!\p{L})[\s,:]*)+/iu

/** A task without what is said for politeness, without addresses, and without the marks at its end. @internal */
export const plainOf = (task: string): string =>
  withoutAddresses(task.slice(0, limits.task))
    .replace(/\((?:[\s.,;]|and|und|et|y|or)*\)/g, " ")
    .replace(/’/g, "'")
    .replace(/^[\s¿¡"“„:,;]+/u, "")
    .replace(/\s+/g, " ")
    .replace(polite, "")
    // Two addresses leave what stood between them.
    .replace(/(?<![\s?!.,:])[\s?!.,:]+(?:(?:and|or|und|oder|et|ou|y|o)(?=\s)[\s?!.,:]*)?$/u, "")
    .replace(/ (?:at|on|of|from|by|in|for|according to|auf|bei|von|laut|sur|chez|de|en|selon|según)$/iu, "")

/** A second question behind the first. */
const another =
  /(?:[,;?]|(?<!\p{L})(?:and|und|et|y|or|oder|ou|o))\s+(?:(?:in|seit|since|from|for|à|en)\s)?(?:who|when|where|what|which|how|why|does|is|wer|wann|wo|was|wie|welche\p{L}*|warum|qui|quand|où|combien|quel\p{L}*|comment|quién|cuándo|dónde|cuánt\p{L}*|cuál\p{L}*|qué|cómo)(?!\p{L})/iu

/** Two possible answers: *is it open or closed*. */
const either = /(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})/iu

const wordsIn = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'&+-]*/gu) ?? []

/** What says which of several things, and is no word of its own name: the `Pro` plan is called Pro. */
const offers =
  /^(?:plans?|tiers?|editions?|versions?|packages?|subscriptions?|tarife?|pakete?|abos?|offres?|forfaits?|planes|much|cost|pay|price|now|today|currently|heute|jetzt|aujourd'hui|hoy|per|month|monthly|year|yearly|pro|monat|jahr|mois|an|mes|año|one|single|new)$/

const isOffer = (word: string): boolean => offers.test(word) || /^(?:tarif|paket|abo)s?$/i.test(word)

const thingOf = (text: string): ReadonlyArray<string> =>
  wordsIn(text.replace(/'s(?!\p{L})/gu, ""))
    .map((word) => word.replace(/^[dl]'(?=\p{L})/iu, ""))
    .filter((word) => !isStopWord(word) && !isOffer(word))

const nameOf = (...parts: ReadonlyArray<string>): string =>
  parts
    .flatMap(wordsIn)
    .filter((word) => !/^(?:the|a|an|der|die|das|le|la|les|el|los|las)$/i.test(word))
    .slice(0, limits.words)
    .join("_")
    .slice(0, limits.name)
    .toLowerCase()

/** Each finds a task that asks what something costs, with that as its part `thing`. */
const prices: ReadonlyArray<RegExp> = [
  /^(?:what|how much)(?:'s| is| are| was| were) (?:the )?(?:current |regular |total |list )?(?:price|cost|fee|charge)s? (?:of|for|to) (?<thing>.+)$/iu,
  /^(?:the )?(?:current )?(?:price|cost)s? (?:of|for) (?<thing>.+)$/iu,
  /^(?:what|how much) (?:does|do|did|will|would) (?<thing>.+?) (?:cost|sell for|go for)(?<behind> .+)?$/iu,
  /^(?:what|how much) (?<thing>.+?) costs?$/iu,
  /^how much (?:is|are) (?<thing>.+)$/iu,
  /^(?:what|how much) (?:do|does|must|would|will) (?:i|we|you|they|one) (?:have to |need to )?(?:pay|charge) for (?<thing>.+)$/iu,
  /^(?:what|how much) (?:do|does|did|must|would|will) (?<thing>(?!(?:i|we|you|they|one)(?!\p{L}))\p{L}.*? (?:have to |need to )?pay(?: (?:for|per|a|each|every|at) .+)?)$/iu,
  /^how expensive (?:is|are) (?<thing>.+)$/iu,
  /^(?:was|wie ?viel) kosten?t? (?<thing>.+)$/iu,
  /^(?:was|wie ?viel) (?:be)?zahl(?:en|t) (?:man für |ich für |wir für )?(?<thing>.+)$/iu,
  /^(?:was|wie ?viel) (?:muss|müssen) (?:man für |ich für |wir für )?(?<thing>.+?) (?:be)?zahlen$/iu,
  /^wie teuer (?:ist|sind) (?<thing>.+)$/iu,
  /^(?:was|wie hoch|wie) ist (?:der|die) (?:preis|kosten) (?:von|für|der|des|vom) (?<thing>.+)$/iu,
  /^(?:der )?preis (?:von|für|der|des|vom) (?<thing>.+)$/iu,
  /^combien (?:coûte(?:nt)?|coute(?:nt)?|vaut|valent)(?:-t-(?:il|elle)s?)? (?<thing>.+)$/iu,
  /^combien (?:paye(?:nt)?|paie(?:nt)?|doi(?:ven)?t payer) (?<thing>.+)$/iu,
  /^quel est le (?:prix|coût|tarif) (?:de la|de l'|de|du|des|d'|pour) ?(?<thing>.+)$/iu,
  /^(?:le )?prix (?:de la|de l'|de|du|des|d') ?(?<thing>.+)$/iu,
  /^cu[aá]nto (?:cuestan?|valen?|es|son) (?<thing>.+)$/iu,
  /^cu[aá]nto pagan? (?:por )?(?<thing>.+)$/iu,
  /^cu[aá]l es el (?:precio|coste|costo) (?:de la|del|de los|de las|de|para) (?<thing>.+)$/iu,
  /^(?:el )?precio (?:de la|del|de) (?<thing>.+)$/iu,
  /^(?:what(?:'s| is| are) )?(?!(?:what|why|who|when|where|how|which|does|is|are)(?!\p{L}))(?<thing>\p{L}.{0,200}?) (?:price|prices|cost|costs|preis|prix|precio)$/iu,
  /^(?:price|preis|prix|precio) (?!of(?!\p{L}))(?<thing>.+)$/iu
]

const amounts = /^(?:how much|wie ?viel|combien|cu[aá]nt[oa]) (?!\d)/iu

const weighs = /(?<!\p{L})(?:weighs?|wieg(?:t|en)|pèse(?:nt)?|pesan?)(?!\p{L})/iu

const counts =
  /(?:^|^(?:for|in|to|seit|für|in) )(?:how many|(?:what is |what's )?the number of|number of|wie viele?n?|anzahl(?: der| von)?|combien (?:de |d'|des )|cu[aá]nt[oa]s) ?(?<rest>.+)$/iu

const irregularPlurals = /^(?:people|men|women|children|staff|personnel|sheep|fish|mitarbeitende)$/i

/** The noun that is counted, with what stands before it. */
const countedIn = (rest: string, isGerman: boolean): ReadonlyArray<string> => {
  const words = wordsIn(rest).slice(0, limits.words)
  const end = words.findIndex((word) =>
    isGerman ? /^\p{Lu}/u.test(word) : /s$/.test(word) || irregularPlurals.test(word)
  )
  return words.slice(0, end === -1 ? 1 : end + 1)
}

const days =
  /^(?:when|since when|until when|(?:at |from |until )?(?:what|which) time|(?:in |on |from |since )?(?:what|which) (?:year|date|day|month)|what (?:is|was) the (?:date|year)|wann|seit wann|um wie ?viel uhr|(?:in |an |seit )?welche[mns]? (?:jahr|tag|datum|monat)|quand|depuis quand|en quelle année|quel jour|à quelle date|à quelle heure|cu[aá]ndo|en qu[eé] año|qu[eé] día|a qu[eé] hora)(?!\p{L})(?<rest>.*)$/iu

const people = /^(?:who|whose|wer|wem|wen|qui|qui est-ce qui|qui [ea]st|qui[eé]n(?:es)?)(?:'s)?(?!\p{L})(?<rest>.*)$/iu

/** The role that a deed makes of who does it. */
const roles: ReadonlyArray<readonly [deed: RegExp, ...names: ReadonlyArray<string>]> = [
  [/(?<!\p{L})(?:founded|started|founders?|set up)(?!\p{L})/iu, "founder"],
  [/(?<!\p{L})(?:gründete|gegründet|gründer(?:in)?)(?!\p{L})/iu, "gründer", "founder"],
  [/(?<!\p{L})(?:a fondé|fonda|fondateurs?|fondatrice)(?!\p{L})/iu, "fondateur", "founder"],
  [/(?<!\p{L})(?:fundó|fundador(?:a|es)?)(?!\p{L})/iu, "fundador", "founder"],
  [/(?<!\p{L})(?:owns?|owned|owners?|gehört|inhaber(?:in)?)(?!\p{L})/iu, "owner"],
  [/(?<!\p{L})(?:wrote|written|authors?|schrieb|autor(?:in)?|a écrit|escribió)(?!\p{L})/iu, "author"],
  [/(?<!\p{L})(?:invented|inventors?|erfand|erfunden)(?!\p{L})/iu, "inventor"],
  [/(?<!\p{L})(?:designed|designers?|entwarf|entworfen)(?!\p{L})/iu, "designer"]
]

/** Who leads, by words that are no role. */
const leads = /^ ?(?:is |are )?(?:runs?|leads?|heads?|in charge of|leitet|führt|dirige)(?!\p{L})/iu

const roleOf =
  /^(?: (?:is|are|was|were|ist|war|sind|est|es|son|fue)(?!\p{L}))? ?(?:the |currently |now |der |die |das |le |la |l'|el )*(?<role>\p{L}[\p{L} -]{1,40}?) (?:of|at|for|von|bei|der|des|vom|de|du|d'|del|chez) ?(?<thing>.+)$/iu

const places =
  /^(?:where|wo|où|d[oó]nde|in (?:which|what) (?:city|country|town|place)|in welche[mr] (?:stadt|land|ort)|dans quelle? (?:ville|pays)|en qu[eé] (?:ciudad|país))(?:'s)?(?!\p{L})(?<rest>.*)$/iu

const seats =
  /(?<!\p{L})(?:based|headquarter\p{L}*|located|situated|sitz|hauptsitz|ansässig|siège|basée?|située?|sede|ubicad[oa])(?!\p{L})/iu

const flags =
  /^(?:is|are|was(?! (?:ist|sind|war|waren|hat|haben|kann|macht|machen|bietet|kostet|verkauft|gibt|wird|heißt)(?!\p{L}))|were|does|do|did|has|have|had|can|could|will|may|must|should|isn't|aren't|doesn't|ist|sind|war|hat|haben|kann|können|darf|dürfen|gibt es|est-ce que?|est|sont|peut-on|y a-t-il|es|son|tiene|hay|puede|se puede|acepta|aceptan)(?!\p{L}) (?<rest>.+)$/iu

/** What no noun of a question is. */
const auxiliary = "does|do|did|is|are|was|were|has|have|had|can|hat|haben|sind|ist|bietet|ont|sont|tiene|tienen|son"

const lists = new RegExp(
  String.raw`^(?:(?:(?:in|on|at|from|to|with|for|into) )?(?:what|which) (?:are (?:all )?(?:the |its |their )?)?|list (?:all )?(?:the |of )?|name (?:all )?(?:the )?|(?:nenne|liste) (?:alle )?(?:die )?|(?:in |mit |aus )?welchen? |quels sont les |quelles sont les |(?:dans |avec )?(?:quels|quelles) |cuáles son (?:los|las) |(?:en )?qué )(?<noun>(?:(?!(?:${auxiliary}) )\p{L}[\p{L}'-]* ){0,2}(?!(?:${auxiliary})(?: |$))\p{L}[\p{L}'-]*(?:s|en|er|people))(?= |$)(?<rest>.*)$`,
  "iu"
)

/** *L'hôtel a-t-il une piscine*, *peut-on payer* */
const inverted =
  /(?<!\p{L})(?:a|ont|est|sont|peut|peuvent|fait|font|accepte(?:nt)?|propose(?:nt)?)-(?:t-)?(?:ils?|elles?|on)(?!\p{L})/iu

const attributes =
  /^(?:what(?:'s| is| are| was| were)|was (?:ist|sind)|wie (?:ist|lautet|lauten)|quel(?:le)?s? (?:est|sont)|cu[aá]l(?:es)? (?:es|son)) (?:the |its |der |die |das |le |la |les |l'|el |los |las )(?<name>\p{L}[\p{L}' -]{1,40}?) (?:of|for|at|von|bei|der|des|vom|für|de la|de l'|de|du|des|d'|del|para) ?(?<thing>.+)$/iu

const measures =
  /^(?:how|wie) (?<how>long|high|tall|heavy|old|big|large|wide|deep|fast|far|often|hot|hoch|lang|schwer|alt|groß|breit|tief|schnell|weit|warm)(?!\p{L})(?<rest>.*)$/iu

/** What a measure is called, and what else sentences say of it. */
const measured: { readonly [how: string]: readonly [name: string, ...means: ReadonlyArray<string>] } = {
  long: ["length", "takes", "lasts", "length"],
  lang: ["länge", "dauert", "länge"],
  high: ["height", "height"],
  tall: ["height", "height", "high"],
  heavy: ["weight", "weighs", "weight"],
  weigh: ["weight", "weight"],
  big: ["size", "size"],
  large: ["size", "size"],
  wide: ["width", "width"],
  deep: ["depth", "depth"],
  fast: ["speed", "speed"],
  old: ["age", "age"],
  far: ["distance", "distance", "away"],
  weit: ["entfernung", "entfernung", "entfernt"],
  schwer: ["gewicht", "wiegt", "gewicht"],
  groß: ["größe", "größe"],
  breit: ["breite", "breite"],
  tief: ["tiefe", "tiefe"],
  alt: ["alter", "alter"]
}

const definitions =
  /^(?:what(?:'s| is| are)|who(?:'s| is| are)|define|was (?:ist|sind)|wer ist|qu'est-ce que?(?: c'est que)?|c'est quoi|qui est|qu[eé] (?:es|son)|qui[eé]n es) (?<thing>.+)$/iu

const texts = (names: ReadonlyArray<string>): { readonly [name: string]: string } =>
  Object.fromEntries(names.filter((name) => name !== "").map((name) => [name, ""]))

const numbers = (names: ReadonlyArray<string>): { readonly [name: string]: number } =>
  Object.fromEntries(names.filter((name) => name !== "").map((name) => [name, 0]))

/** What costs something else than the thing itself: its price is none of the thing's. */
const beside =
  /^(?:shipping|delivery|postage|handling|versand\p{L}*|lieferung|livraison|envío|deposit|kaution|caution|fianza|setup|installation|parking|parken|support|membership|admission|entry|eintritt|entrée|entrada)$/iu

const priceOf = (thing: string, whom: Subject): Asked => {
  const words = thingOf(thing)
  const own = words.filter((word) => !isNameIn(whom, word))
  const other = words.find((word) => beside.test(word))
  const called = own.length === 0 ? [] : ["price", "cost"].map((name) => nameOf(own.slice(0, 2).join(" "), name))
  return {
    kind: "price",
    example: {
      ...numbers(
        other === undefined
          ? [...called, "price", "cost", "preis", "prix", "precio"]
          : [nameOf(other, "price"), nameOf(other, "cost")]
      ),
      [currencyField]: ""
    },
    thing: words
  }
}

/** Whether a word is of a name of whom the task asks about. */
const isNameIn = ({ names }: Subject, word: string): boolean =>
  names.some((words) => words.some((one) => one.test(word)))

/** What a plain task asks the price of. @internal */
export const pricedIn = (plain: string): string | undefined => {
  for (const form of prices) {
    const thing = form.exec(plain)?.groups?.thing
    if (thing !== undefined) return thing
  }
  return undefined
}

/** What a task asks for; null where it asks for several things, or for none that rules know. @internal */
export const askedIn = (task: string, whom: Subject): Asked | null => {
  const plain = plainOf(task)
  if (plain === "" || another.test(plain)) return null
  const priced = pricedIn(plain)
  if (priced !== undefined) return priceOf(priced, whom)
  const count = counts.exec(plain)?.groups?.rest
  if (count !== undefined) {
    const isGerman = /(?:^| )(?:wie viele?n?|anzahl)(?!\p{L})/iu.test(plain)
    return { kind: "count", example: numbers([nameOf(countedIn(count, isGerman).join(" "))]), thing: [] }
  }
  if (amounts.test(plain) && weighs.test(plain)) return measureOf("weigh", "")
  if (amounts.test(plain)) return { kind: "amount", example: {}, thing: [] }
  const day = days.exec(plain)?.groups?.rest
  if (day !== undefined) return dayOf(plain, day, whom)
  const measure = measures.exec(plain)?.groups
  if (measure !== undefined) return measureOf(measure.how ?? "", measure.rest ?? "")
  const person = people.exec(plain)?.groups?.rest
  if (person !== undefined) {
    const asked = personOf(person)
    if (asked !== null) return asked
  }
  const place = places.exec(plain)?.groups?.rest
  if (place !== undefined) {
    return { kind: "place", example: seats.test(place) ? texts(["headquarters", "location"]) : {}, thing: [] }
  }
  const flag = flags.exec(plain)?.groups?.rest
  if (flag !== undefined || inverted.test(plain))
    return either.test(plain) ? null : { kind: "flag", example: { result: true }, thing: [] }
  const attribute = attributes.exec(plain)?.groups
  if (attribute !== undefined) {
    const name = nameOf(attribute.name ?? "")
    return { kind: "attribute", example: name === "" ? {} : texts([name]), thing: [] }
  }
  const noun = lists.exec(plain)?.groups?.noun
  if (noun !== undefined) return { kind: "list", example: { [nameOf(noun)]: [""] }, thing: [] }
  const defined = definitions.exec(plain)?.groups?.thing
  if (defined === undefined) return null
  // Behind the mark stands where to look.
  const [thing = ""] = defined.split("?")
  return { kind: "definition", example: {}, thing: thingOf(thing), asksWho: person !== undefined }
}

const dayOf = (plain: string, rest: string, whom: Subject): Asked => {
  const words = thingOf(rest).filter((word) => !isNameIn(whom, word))
  const deed = words.at(-1) ?? ""
  const isHabit = /^ (?:does|do|is|are|can|öffnet|schließt|hat|ist|ouvre|ferme|abre|cierra)(?!\p{L})/iu.test(rest)
  const isOpening = words.some((word) =>
    /^(?:open|opens|close|closes|geöffnet|öffnet|offen|schließt|ouvre|ferme|ouvert|abre|cierra)$/i.test(word)
  )
  if (isHabit && isOpening) return { kind: "day", example: texts(["opening_hours"]), thing: [], asksHours: true }
  const isYear = /(?<!\p{L})(?:year|jahr|année|año)(?!\p{L})/iu.test(plain)
  const isFounding = /^(?:founded|established|started|gegründet|fondée?|fundad[oa])$/i.test(deed)
  const names = isFounding
    ? ["year_founded", nameOf("year", deed)]
    : isYear && deed !== ""
      ? [nameOf("year", deed)]
      : []
  if (names.length > 0) return { kind: "day", example: numbers(names), thing: [] }
  return { kind: "day", example: deed === "" ? {} : texts([nameOf(deed, "on")]), thing: [] }
}

const measureOf = (how: string, rest: string): Asked => {
  const [name = "", ...means] = measured[how.toLowerCase()] ?? []
  // *Wie hoch ist der Beitrag* asks for no height.
  const [, noun = ""] = /^ (?:ist|sind) (?:der|die|das) (\p{Lu}\p{L}+)/u.exec(rest) ?? []
  const example = /^(?:hoch|lang)$/i.test(how) && noun !== "" ? numbers([nameOf(noun)]) : texts([name])
  return { kind: "measure", example, thing: [], means }
}

const personOf = (rest: string): Asked | null => {
  const person = (names: ReadonlyArray<string>): Asked => ({ kind: "person", example: texts(names), thing: [] })
  const found = roles.find(([deed]) => deed.test(rest))
  if (found !== undefined) {
    const [, ...names] = found
    return person(names)
  }
  const several = /^ (?:are|were|sind|sont|son) /i.test(rest) ? roleOf.exec(rest)?.groups?.role : undefined
  if (several !== undefined) return { kind: "list", example: { [nameOf(several)]: [""] }, thing: [] }
  if (leads.test(rest)) return person(["ceo", "director", "head"])
  const role = roleOf.exec(rest)?.groups?.role
  if (role !== undefined) return person([nameOf(role)])
  // *Who is Ann Reed* asks what she is.
  return /^ (?:is|are|was|ist|war|est|es) (?:\p{Lu}[\p{L}'-]*(?: |$|(?=\?)))+(?:$|\?)/u.test(rest) ? null : person([])
}

/** Terms of a task that are none of the names in it. @internal */
export const askedTerms = (task: string, whom: Subject): ReadonlySet<string> =>
  new Set(
    wordsIn(plainOf(task))
      .filter((word) => !isNameIn(whom, word))
      .flatMap(contentTerms)
      .filter((term) => !/^(?:much|many|viel|kind|sort|type|thing|money|geld|argent|diner|l|d|qu|t)$/.test(term))
  )
