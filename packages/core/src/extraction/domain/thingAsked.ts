/**
 * Whether what a page says is said of the thing that a value is asked of: of a student's ticket, where the property is called `price` alone.
 *
 * **Details.** A passage is of a thing where it has all of its words, or where they stand in what is around it: the heading above it, the title
 * and the address of its page.
 */

import { fold } from "../../search/domain/indexTerms.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { contentTerms, type Passage, type Passages } from "./choosePassages.ts"
import type { Fact, FactSet, FactSheet } from "./FactSheet.ts"
import { isTitle } from "./isStatement.ts"

/** Terms of the thing that a property is asked of, by the JSON pointer of the property. */
export type ThingsAsked = ReadonlyMap<string, ReadonlyArray<string>>

/** Nothing is asked of a thing that the names of properties do not say. @internal */
export const noThings: ThingsAsked = new Map()

/** Other words for the same, one thing a line. */
const same: ReadonlyArray<string> = [
  "ticket admission entry entrance eintritt eintrittskarte karte entrée billet entrada biglietto",
  "child children kid kind kinder kids enfant niño",
  "delivery shipping postage versand lieferung livraison envío",
  "raise funding investment",
  "founded established started launched gegründet gründung fondée fondation fundada foundation",
  "built constructed construction gebaut erbaut construite construida",
  "member user seat"
]

const alike = new Map<string, Array<string>>()
for (const line of same) {
  const terms = contentTerms(line)
  for (const term of terms) alike.set(term, [...(alike.get(term) ?? []), ...terms])
}

/** What pages are called that say what entering costs. */
const ofPrices = new Set(contentTerms("price fare rate tariff admission preise tarif prix precio"))
const ofTickets = new Set(contentTerms(same[0]!))

/** The terms of a thing in the words by which amounts of other things are told: entering is by a ticket. @internal */
export const paidTerms = (thing: ReadonlyArray<string>): ReadonlyArray<string> =>
  thing.some((term) => ofTickets.has(term)) ? [...thing, "ticket"] : thing

/** Letters of a word that a longer one may end with, or begin with: *Jahreskarte* is a *Karte*. */
const least = { ending: 4, beginning: 6 } as const

/** Whether a term is said, or another word for the same. @internal */
export const isSaidAlike = (term: string, said: ReadonlySet<string>): boolean =>
  said.has(term) || alike.get(term)?.some((one) => said.has(one)) === true

const isIn = (term: string, said: ReadonlySet<string>): boolean => {
  if (isSaidAlike(term, said)) return true
  if (term.length < least.ending) return false
  for (const one of said) {
    if (one.endsWith(term) || (term.length >= least.beginning && one.startsWith(term))) return true
  }
  return false
}

/** What is said of all that stands on a page: its title, its heading and its address. */
export interface PageCall {
  readonly terms: ReadonlySet<string>
  readonly host: string
}

/** What a page is called; an article about a thing, such as *Why the K2 costs more*, is not called by it. @internal */
export const titleOf = ({ facts, title, url }: FactSheet): string => {
  const heading = facts.find(({ name, source }) => source === "heading" && name === "title")?.value ?? ""
  const called = [title ?? "", String(heading)].filter((one) => !isTitle(one)).join(" ")
  return `${called} ${(parseUrl(url)?.pathname ?? "").replace(/[/_.-]+/g, " ")}`
}

/** @internal */
export const pageCall = (sheet: FactSheet): PageCall => ({
  terms: new Set(contentTerms(titleOf(sheet))),
  host: fold(parseUrl(sheet.url)?.hostname ?? "").replace(/[^\p{L}\p{N}]/gu, "")
})

/** A page of which nothing is known that is said of all of it. @internal */
export const noCall: PageCall = { terms: new Set(), host: "" }

/** Whether a word is said of all of a page. */
const isCalled = (term: string, { host, terms }: PageCall): boolean =>
  isIn(term, terms) ||
  (term.length >= least.ending && host.includes(term)) ||
  (ofTickets.has(term) && [...terms].some((one) => ofPrices.has(one)))

/** The terms of a thing that are not said of all of a page. @internal */
export const leftOf = (thing: ReadonlyArray<string>, page: PageCall): ReadonlyArray<string> =>
  thing.filter((term) => !isCalled(term, page))

/** @internal */
export const saysAll = (thing: ReadonlyArray<string>, said: ReadonlySet<string>): boolean =>
  thing.every((term) => isIn(term, said))

/** Characters of what stands around a value that are looked at. */
const mostAround = 600

/** Characters of a fact that are looked at for a thing. @internal */
export const lengthOf = ({ context, name, quote }: Fact): number =>
  name.length + Math.min(context.length, mostAround) + Math.min(quote.length, mostAround)

/** Whether a fact speaks of the thing; `rest` is what is left of it on its page. @internal */
export const isFactOf = (rest: ReadonlyArray<string>, { context, name, quote }: Fact): boolean =>
  rest.length === 0 ||
  saysAll(rest, new Set(contentTerms(`${name} ${context.slice(0, mostAround)} ${quote.slice(0, mostAround)}`)))

/** What is said of a thing that a page lists: its short texts. @internal */
export const itemTerms = ({ facts }: FactSet): ReadonlyArray<string> =>
  contentTerms(
    facts
      .slice(0, 20)
      .flatMap(({ value }) => (typeof value === "string" && value.length <= 60 ? [value] : []))
      .join(" ")
  )

/** What goes on about the thing of the sentence before it. */
const goesOn =
  /^(?:it|its|he|she|they|their|this|these|er|sie|es|ihr\p{L}*|sein\p{L}*|diese\p{L}*|il|elle|ils|elles|ce(?:tte|s)?|ella|él|este|esta)(?!\p{L})/iu

/** Whether a sentence says all, or the headings do that it stands below in one part of its page. */
const isSaidBelow = (thing: ReadonlyArray<string>, { headings, terms }: Passage): boolean => {
  const left = thing.filter((term) => !isIn(term, terms))
  return left.length === 0 || headings.some((above) => saysAll(left, above))
}

const withTerms = (passage: Passage, terms: ReadonlyArray<string>): Passage =>
  terms.every((term) => passage.terms.has(term))
    ? passage
    : { ...passage, terms: new Set([...passage.terms, ...terms]) }

/** Whether a sentence goes on about the thing of the one before it: what stands in another part of the page does not. */
const isOnAbout = (before: Passage | null, { headings, text, url }: Passage): boolean =>
  before?.url === url && before.headings[0] === headings[0] && goesOn.test(text)

/** Sentences between two turns of others. */
const turn = 200

/**
 * The sentences that speak of a thing, by themselves, under its heading or going on about it; those until it is told that time is over. They are
 * as good as if they said its terms, but for those that the field has as well: what they say of that they must say themselves.
 *
 * @internal
 */
export function* passagesOf(
  passages: Passages,
  { ofField, thing }: { readonly thing: ReadonlyArray<string>; readonly ofField: ReadonlySet<string> },
  pages: ReadonlyMap<string, PageCall>
): Generator<void, Passages, boolean | undefined> {
  const left = new Map([...pages].map(([url, page]) => [url, leftOf(thing, page)]))
  const told = thing.filter((term) => !ofField.has(term))
  const all: Array<Passage> = []
  let before = null as Passage | null
  for (const [at, passage] of passages.all.entries()) {
    if (at % turn === turn - 1 && (yield) === true) break
    const isOn = isSaidBelow(left.get(passage.url) ?? thing, passage) || isOnAbout(before, passage)
    before = isOn ? passage : null
    if (isOn) all.push(withTerms(passage, told))
  }
  return { ...passages, all, count: passages.all.length }
}

/** @internal */
export const callsOf = (sheets: ReadonlyArray<FactSheet>): ReadonlyMap<string, PageCall> =>
  new Map(sheets.map((sheet) => [sheet.url, pageCall(sheet)]))
