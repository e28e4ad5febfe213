/** What sentences say in so many words that a thing costs: *An annual pass costs €45*, *Students pay €9*. */
import { contentTerms, type Passages } from "./choosePassages.ts"
import type { EmptyField } from "./emptyFields.ts"
import { wasAsked } from "./nowAndBefore.ts"
import { localeOfLanguage } from "./PageLocale.ts"
import { placeMoney } from "./readNumber.ts"
import { readTyped, type Scalar, wantedOf } from "./readTyped.ts"
import { leftOf, type PageCall, saysAll } from "./thingAsked.ts"

/** Right before an amount, where the words ahead say what costs it. */
const costing =
  /\s(?:costs?|is|are|pays?|sells? for|kostet|kosten|zahlen|zahlt|coûtent|coûte|paient|paie|cuestan?|pagan?)(?:\s(?:only|just|now|currently|nur|jetzt|aktuell|seulement|sólo|solo))?\s?$|:\s?$/iu

/** What is said of whoever pays, and of no other thing. */
const empty = new Set(
  contentTerms(
    "ticket price cost fee admission entry plan one single person now today currently just only karte eintritt preis billet prix precio entrada"
  )
)

/** Longest sentence that is looked at, and characters of what may stand between what costs something and its amount. */
const most = { sentence: 300, verb: 40 } as const

/** What amounts are of that nobody pays for a thing, or that come with it. */
const others =
  /(?<!\p{L})(?:shipping|delivery|postage|deposits?|fines|fine (?:for|of|is|beside)|penalty|penalties|save|saves|saved|savings?|raised|funding|donat\p{L}{1,6}|wages?|salary|salaries|prizes?|versand\p{L}{0,12}|lieferung|kaution|bußgeld|strafe|sparen|spart|spenden?|lohn|gehalt|livraison|caution|amende|salaire|envío|fianza|multa|salario)(?!\p{L})/giu

/** Whether the words ahead of an amount say that it is of something else; `asked` are the terms of what is asked. @internal */
export const isOfOtherAmount = (before: string, asked: { readonly has: (term: string) => boolean }): boolean =>
  (before.match(others) ?? []).some((word) => !contentTerms(word).some((term) => asked.has(term)))

/** Sentences between two turns of others. */
const turn = 20

/** A price with the sentence that says it. */
export interface SaidPrice {
  readonly value: Scalar
  readonly quotes: ReadonlyArray<{ readonly url: string; readonly text: string }>
}

/**
 * What sentences say that a thing costs; null where they contradict each other, and undefined where none says it or time is over. What costs it is
 * nothing but the thing: *shipping of the annual pass* is another.
 *
 * @internal
 */
export function* priceOfThing(
  { all }: Passages,
  { property }: EmptyField,
  thing: ReadonlyArray<string>,
  callOf: (url: string) => PageCall
): Generator<void, SaidPrice | null | undefined, boolean | undefined> {
  let found: SaidPrice | undefined
  for (const [at, { language, terms, text, url }] of all.entries()) {
    if (at % turn === turn - 1 && (yield) === true) return undefined
    if (text.length > most.sentence || !thing.some((term) => saysAll([term], terms))) continue
    const [only, another] = placeMoney(text, language)
    if (only === undefined || another !== undefined || only.amounts.length !== 1) continue
    const before = text.slice(0, only.start)
    const verb = costing.exec(before.slice(-most.verb))?.[0]
    if (verb === undefined || wasAsked(text, before)) continue
    const said = new Set(contentTerms(before.slice(0, before.length - verb.length)))
    // A letter alone is what is left of an article: *l'audioguide*.
    const isOnly = [...said].every(
      (term) => term.length === 1 || empty.has(term) || thing.some((one) => saysAll([one], new Set([term])))
    )
    if (!isOnly || !saysAll(leftOf(thing, callOf(url)), said) || !thing.some((term) => saysAll([term], said))) continue
    const locale = localeOfLanguage(language === "" ? "en" : language)
    const written = { name: property.name, value: text.slice(only.start, only.end) }
    const value = readTyped(written, property.shape, wantedOf(property), locale)
    if (value === undefined) continue
    if (found !== undefined && found.value !== value) return null
    found ??= { value, quotes: [{ url, text }] }
  }
  return found
}
