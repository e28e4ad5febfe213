/** The value of one field among what a page says. */
import { isOtherCurrency } from "./askedCurrency.ts"
import { asksBasket, besideOf, isBasketPage } from "./baskets.ts"
import type { ScalarShape } from "./DataShape.ts"
import type { Fact, FactSet, FactSource } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { isForMany } from "./forMany.ts"
import { isNear, matchNames } from "./matchNames.ts"
import { nameWords } from "./nameWords.ts"
import { isOfCalled, isOtherMark } from "./otherValues.ts"
import type { PageLocale } from "./PageLocale.ts"
import { isNoName } from "./pageTitle.ts"
import { isInstalment, isPartOfPrice, isWholeBesideUnits } from "./priceRates.ts"
import { withoutRateMet } from "./rateMet.ts"
import { readDays } from "./readDay.ts"
import { readNumbers } from "./readNumber.ts"
import { readTyped, type Scalar } from "./readTyped.ts"
import { speaksOf } from "./relatives.ts"
import { isStalePrice } from "./stalePrices.ts"
import { taxSideOf, withoutTaxWords } from "./taxSide.ts"

/** A value that may be meant, where it was read, and how well it fits. */
export interface Candidate {
  readonly value: Scalar
  readonly fact: Fact
  readonly weight: number
}

/** How far a source is believed: what is written for programs says what it means. */
const trust: Readonly<Record<FactSource, number>> = {
  "json-ld": 1,
  microdata: 0.98,
  pair: 0.95,
  table: 0.94,
  heading: 0.92,
  block: 0.9,
  state: 0.88,
  list: 0.86,
  metadata: 0.84,
  text: 0.72,
  model: 0.6
}

/** Kinds of things that a page is seldom about. */
const besides =
  /^(?:website|webpage|breadcrumblist|listitem|organization|person|imageobject|brand|postaladdress|contactpoint|searchaction|sitenavigationelement|corporation|onlinestore|videoobject|review|collectionpage|aboutpage|contactpage|faqpage|itempage)\b/i

const related =
  /related|similar|also (?:like|bought|viewed)|recommend|recently viewed|more from|you may|ähnliche|passend|empfohl|vous aimerez|similaires|también|relacionad|simili|おすすめ|関連/iu

/** Least weight of a value that is taken. @internal */
export const leastWeight = 0.5

/** What stands beside the main thing of a page counts for less, unless that is what is asked for. */
const placeFactor = (fact: Fact, field: Field, filling: Filling): number => {
  if (related.test(fact.context)) return 0.4
  if (fact.source !== "json-ld" && fact.source !== "microdata") return 1
  if (!besides.test(fact.context)) return 1
  const { context } = filling.labelOf(fact)
  return field.words.name.some((word) => context.includes(word)) ? 1 : 0.78
}

/** Least match of a name, and what of it is left where "least" and "most" are not said. */
const leastMatch = 0.3
const unmet = 0.45

/** Whether one text says the least and the most, or the first day and the last, of which one is asked for. */
const isRange = ({ wanted, words }: Field, shape: ScalarShape, { value }: Fact): boolean => {
  if (typeof value !== "string") return false
  if (wanted.end !== null && readNumbers(value, "").length > 1) return true
  const asksDay = shape.kind === "text" && shape.format === "date"
  const asksEdge = wanted.asksLastDay || speaksOf(words.name, "start")
  return asksDay && asksEdge && readDays(value, "") !== undefined
}

/** What is left of an amount without the tax, where it is not said which is asked for: one with it stands perhaps beside it. */
const untaxed = 0.85

/** Properties without the words of a rate that amounts say themselves, by the words that are left. */
const unrated = new WeakMap<Field, Map<string, Field>>()

/** A property without what the amount itself says of the rate that it asks for. */
const withoutRate = (field: Field, fact: Fact, language: string): Field => {
  const { words } = field
  const name = withoutRateMet(words.name, fact, language)
  if (name === words.name) return field
  const ofField = unrated.get(field) ?? new Map<string, Field>()
  const key = name.join(" ")
  const rest = ofField.get(key) ?? { ...field, words: { ...words, name } }
  unrated.set(field, ofField.set(key, rest))
  return rest
}

/** How well a name fits together with what its amount says of its rate. */
const ratedMatch = (filling: Filling, field: Field, fact: Fact, language: string): number => {
  const match = filling.match(field, fact)
  if (field.wanted.rate === null) return match
  filling.spend(1)
  const rest = withoutRate(field, fact, language)
  return rest === field ? match : Math.max(match, filling.match(rest, fact))
}

/** How well a name fits that may say whether it is with the tax. */
const matchOf = (filling: Filling, field: Field, fact: Fact, language: string): number => {
  const { isMoney, taxSide: asked } = field.wanted
  const match = ratedMatch(filling, field, fact, language)
  const side = isMoney ? taxSideOf(`${fact.name} ${fact.context}`) : null
  if (side === null) return match
  if (asked === null) return side === "without" ? match * untaxed : match
  if (asked !== side) return 0
  const label = filling.labelOf(fact)
  const [own, said] = [withoutTaxWords(field.words.name), withoutTaxWords(label.name)]
  // What is left of a name such as *Net* is the amount.
  const same = matchNames({ ...field.words, name: own }, { ...label, name: said.length === 0 ? own : said })
  return Math.max(match, same)
}

/** Whether a page's title is asked for as the name of something: *Contact us* is no name of a shop. A plan may be called *Team*. */
const isOtherTitle = ({ wanted: { asksName } }: Field, { name, source, value }: Fact, set: FactSet): boolean =>
  asksName &&
  "url" in set &&
  (source === "heading" || source === "metadata") &&
  name === "title" &&
  typeof value === "string" &&
  isNoName(value)

/** What a site is called says nothing of a place, whatever else a site is. */
const isOtherSite = ({ words }: Field, { name, source }: Fact): boolean =>
  source === "metadata" && name === "site name" && words.name.some((word) => word !== site && speaksOf([word], "venue"))

const [site] = nameWords("site")

/** Names under which the things that a page lists say different values. */
const differing = new WeakMap<FactSet, ReadonlySet<string>>()

const isListed = ({ context, source }: Fact): boolean =>
  context.endsWith("listed") && (source === "text" || source === "pair" || source === "block")

const differingIn = (set: FactSet): ReadonlySet<string> => {
  const known = differing.get(set)
  if (known !== undefined) return known
  const said = new Map<string, Fact["value"]>()
  const found = new Set<string>()
  for (const fact of set.facts) {
    if (!isListed(fact)) continue
    const name = fact.name.toLowerCase()
    if (!said.has(name)) said.set(name, fact.value)
    else if (said.get(name) !== fact.value) found.add(name)
  }
  differing.set(set, found)
  return found
}

/** Whether what is listed on a page says something of each of its things: that of the first is not the page's. */
const isOfOneOfMany = (fact: Fact, set: FactSet): boolean =>
  isListed(fact) && differingIn(set).has(fact.name.toLowerCase())

/** What a property asks the price of. */
const paidFor = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word) => !speaksOf([word], "price"))

const asksPrice = ({ isMoney, words }: Field["wanted"]): boolean => isMoney && speaksOf(words, "price")

/** Whether an amount is for less than the property asks for, or for more, and the same place has the other. */
const isOtherRate = ({ wanted }: Field, fact: Fact, set: FactSet, { language }: PageLocale): boolean => {
  if (!asksPrice(wanted)) return false
  if (isForMany(fact, paidFor(wanted.words), language)) return true
  if (wanted.rate === null) return isPartOfPrice(fact, set, language)
  return wanted.rate === "unit" && (isWholeBesideUnits(fact, set, language) || isInstalment(fact, set, language))
}

/** Whether an amount stands in a basket or at the head of a site, and is not what a property asks for by more than its price. */
const isBesidePage = (filling: Filling, { wanted }: Field, fact: Fact, set: FactSet): boolean => {
  if (!wanted.isMoney) return false
  const beside = besideOf(fact)
  if (beside === "basket") return !asksBasket(wanted.words) && !isBasketPage(set)
  if (beside === null || fact.source === "pair" || fact.source === "table") return false
  const { context, name } = filling.labelOf(fact)
  const own = paidFor(wanted.words)
  return own.length === 0 || !own.every((word) => [...name, ...context].some((one) => isNear(word, one)))
}

const weightOf = (filling: Filling, field: Field, shape: ScalarShape, fact: Fact, language: string): number => {
  const match = matchOf(filling, field, fact, language)
  if (match < leastMatch * unmet) return 0
  const fit = Math.min(1, isRange(field, shape, fact) ? match / unmet : match)
  return fit < leastMatch ? 0 : fit * (0.6 + 0.4 * trust[fact.source]) * placeFactor(fact, field, filling)
}

/** What parts the levels of heads in the name of a column (`tableFacts.ts`). */
const levels = " › "

/**
 * Whether two columns under heads of several levels answer alike, and otherwise: what is asked for does not say which year or which kind
 * is meant, and neither is.
 */
const areOfTwoHeads = (one: Fact, other: Fact): boolean =>
  one.name.includes(levels) && other.name.includes(levels) && one.name !== other.name && one.value !== other.value

/** What reading a value takes, in comparisons. @internal */
export const readingCost = (value: Scalar, shape: ScalarShape): number =>
  3 + String(value).length / 100 + ("choices" in shape ? (shape.choices?.length ?? 0) / 500 : 0)

/** The best value; of equals the first. `isOwn` tells whether a fact is of the thing that is asked about. @internal */
export const findScalar = (
  filling: Filling,
  field: Field,
  shape: ScalarShape,
  set: FactSet,
  locale: PageLocale,
  least = leastWeight,
  isOwn: (fact: Fact) => boolean = () => true
): Candidate | undefined => {
  let best: Candidate | undefined
  let isDoubtful = false
  for (const fact of set.facts) {
    if (isOtherTitle(field, fact, set) || isOtherSite(field, fact) || isOfOneOfMany(fact, set)) continue
    const weight = weightOf(filling, field, shape, fact, locale.language)
    if (weight < least || (best !== undefined && weight <= best.weight + 1e-9)) {
      isDoubtful ||= best !== undefined && weight > best.weight - 1e-9 && areOfTwoHeads(best.fact, fact)
      continue
    }
    filling.spend(readingCost(fact.value, shape))
    if (isBesidePage(filling, field, fact, set)) continue
    if (isOtherRate(field, fact, set, locale) || isOtherCurrency(fact, set, field.wanted.currencies)) continue
    if (!isOwn(fact)) continue
    if (asksPrice(field.wanted) && isStalePrice(fact, set, locale)) continue
    const value = readTyped(fact, shape, field.wanted, locale)
    if (value === undefined || isOtherMark(field, fact, value) || isOfCalled(field, fact, value)) continue
    best = { value, fact, weight }
    isDoubtful = false
  }
  return isDoubtful ? undefined : best
}
