/** Conditions about numbers: a bound that is crossed, or a move. */
import { fold } from "../../../models/domain/foldedText.ts"
import { type Pair, pairsOf, type Role } from "./amounts.ts"
import { asksForExtra, isBesideStanding } from "./besidePrice.ts"
import { conceptsIn, conceptsOf } from "./concepts.ts"
import { countsAmong, isCountedInRow } from "./countsOf.ts"
import { isOneCurrency } from "./currencies.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition, Measure } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { confidences, type Match, no, unsure, yes } from "./Match.ts"
import { matchTopic } from "./matchTopic.ts"
import type { Page } from "./page.ts"
import { asksPerUnit, isOnlyPerUnit } from "./perUnit.ts"
import { fittingAmong } from "./plainBounds.ts"
import { amountsOf } from "./separators.ts"
import { isOfPeer, isRival, matchSubject } from "./subject.ts"
import { tokensOf } from "./tokens.ts"
import { asLasting, type Value, valuesOf } from "./values.ts"

const conceptsOfGroup = ({ words }: Group): ReadonlyArray<string> => words.flatMap(conceptsOf)

/** Words that only say what kind of number it is: "price" where a price is asked for. */
const implied: Readonly<Record<string, ReadonlyArray<string>>> = {
  money: ["price", "salary"],
  percent: ["discount", "rating"],
  date: ["date"],
  time: ["hours"],
  quantity: [],
  number: [],
  version: ["release"]
}

const rolesFor = (subject: ReadonlyArray<Group>): ReadonlyArray<Role> => {
  const names = subject.flatMap(conceptsOfGroup)
  if (names.includes("shipping")) return ["shipping", "main", "other"]
  if (names.includes("discount")) return ["saving"]
  if (asksForExtra(subject)) return ["main", "other", "extra"]
  if (names.includes("fee") || names.includes("tax") || names.includes("payment"))
    return ["main", "other", "installment"]
  return ["main"]
}

/** "39.–" is an amount of money whose currency is not said. */
const isWithoutCurrency = ({ kind, text }: Value): boolean => kind === "number" && /[.,][-–—]*$/u.test(text)

const fitting =
  (measure: Measure) =>
  (value: Value): boolean => {
    const { kind, unit } = measure
    if (kind === null) return value.kind !== "version" && value.kind !== "time"
    if (kind === "money")
      return value.kind === "money"
        ? unit === "" || isOneCurrency(measure, value)
        : isWithoutCurrency(value) || (unit === "" && (value.kind === "number" || value.kind === "quantity"))
    if (kind === "quantity") return value.kind === "quantity" && (unit === "" || value.unit === unit)
    if (kind === "percent") return value.kind === "percent" || (unit === "" && value.kind === "number")
    return value.kind === kind
  }

/** "From 8 h", "à 9 h", "– 18 h": a time of day. Compared with folded text. */
const timeAhead =
  /(?:(?<!\p{L})(?:from|at|until|till|since|by|to|um|ab|bis|von|gegen|seit|a|de|des|vers|jusqu'a|depuis|las|alle|dalle|om|vanaf|tot)|[–—-])\s?$/u

/** Of how long something lasts: an amount of it, and "8 h" where it is no time of day. */
const lastingIn =
  (fits: (value: Value) => boolean) =>
  (text: string) =>
  (value: Value): boolean =>
    fits(value) ||
    (value.kind === "time" &&
      fits(asLasting(value)) &&
      !timeAhead.test(fold(text.slice(Math.max(0, value.from - 12), value.from))) &&
      !/^\s?[–—-]/u.test(text.slice(value.to)))

const asLastingPair = ({ after, before }: Pair): Pair => ({
  after: after === undefined ? undefined : asLasting(after),
  before: before === undefined ? undefined : asLasting(before)
})

/** A bound of a number alone: which numbers of a text are meant, where amounts of money or others stand among them. */
const fittingIn = ({ counted, subject }: GoalCondition, measure: Measure, fact: Fact, page: Page) => {
  const fits = fitting(measure)
  if (counted !== null && page.isOnPage(counted)) return (text: string) => countsAmong(fits, text, counted, fact)
  if (measure.kind === "quantity" && measure.unit === "s") return lastingIn(fits)
  const isPlain = measure.bound !== null && measure.unit === "" && (measure.kind === "money" || measure.kind === null)
  return isPlain ? (text: string) => fittingAmong(fits, text, measure.kind === null ? subject : undefined) : () => fits
}

const holds = (amount: number, { amount: bound, isIncluded, side }: NonNullable<Measure["bound"]>): boolean =>
  (isIncluded && amount === bound) || (side === "below" ? amount < bound : amount > bound)

/** The same price in another currency neither fell nor rose. */
const isExchanged = ({ after, before }: Pair): boolean =>
  before?.kind === "money" && after?.kind === "money" && !isOneCurrency(before, after)

const crosses = (
  pair: Pair,
  { bound, move }: Measure,
  page: Page,
  sizeOf = (amount: number): number => amount
): boolean | undefined => {
  const { bound: amount, ...amounts } = amountsOf(pair, bound, page.decimalMark())
  if (amounts.after === undefined) return undefined
  const [after, before] = [sizeOf(amounts.after), amounts.before === undefined ? undefined : sizeOf(amounts.before)]
  if (bound !== null) {
    const limit = { ...bound, amount: amount! }
    if (before === undefined) return holds(after, limit)
    if (bound.side === "reach")
      return before < limit.amount ? after >= limit.amount : after <= limit.amount && before > limit.amount
    return holds(after, limit) && !holds(before, limit)
  }
  if (before === undefined || isExchanged(pair)) return undefined
  const by = after - before
  if (by === 0 || (move!.way === "down" && by > 0) || (move!.way === "up" && by < 0)) return false
  const size = move!.isPercent ? (Math.abs(by) / Math.max(Math.abs(before), 1e-9)) * 100 : Math.abs(by)
  return move!.isBeyond ? size > move!.least + 1e-9 : size >= move!.least - 1e-9
}

/** Words of how much less something costs, beside those that the concepts know. Compared with folded text. */
const reducedBy = /^(?:off|reduced|savings?|save|ersparnis|reduziert)$/u

const isOfDiscount = (group: Group): boolean =>
  conceptsOfGroup(group).includes("discount") || group.words.some((word) => reducedBy.test(fold(word)))

const saidPair = ({ after, before }: Pair): string => `${before?.text ?? "nothing"} → ${after?.text ?? "nothing"}`

/** "Diesel" of "Dieselpreis", where the page speaks of it: the name of a column "Preis" says no more than that it is a price. */
const pricedIn = (group: Group, page: Page): Group => {
  const [word = ""] = group.words
  const what = /^(\p{L}{3,30}?)(?:preise?|prijs|prijzen)$/u.exec(fold(word))?.[1]
  if (what === undefined || group.words.length > 1) return group
  const thing: Group = { ...group, words: [what], isHead: false }
  return page.isOnPage(thing) ? thing : group
}

/** A line worded as this one, with a number of its own, says the word: "bowl costs 14 €" beside "mug costs 12 €". */
const isOfSibling = (group: Group, fact: Fact): boolean => !isProse(fact) && isOfPeer(group, fact)

/** A paragraph of the same page may be worded alike and be of the same thing. */
const isProse = ({ after, before }: Fact): boolean => (after[0] ?? before[0] ?? "").length > longestItem

/** Longest line that is one of several things. */
const longestItem = 80

/** What a condition about a number says of a piece of a difference. */
export const matchNumber = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const measure = condition.measure!
  const all = pairsOf(fact, fittingIn(condition, measure, fact, page), rolesFor(condition.subject))
  const found = measure.unit === "s" ? all.map(asLastingPair) : all
  const isPerUnit = asksPerUnit(condition.subject.flatMap(({ words }) => words))
  const pairs = isPerUnit ? found : found.filter((pair) => !isOnlyPerUnit(pair, fact))
  if (pairs.length < found.length && pairs.length === 0)
    return no(0.9, `${saidPair(found[0]!)} is what a unit costs of what stands beside it`)
  // "Support is dropped": not every move is of a number.
  if (
    measure.kind === null &&
    measure.bound === null &&
    measure.move!.least === 0 &&
    !pairs.some(({ after, before }) => after !== undefined && before !== undefined)
  )
    return matchTopic(condition, fact, page)
  if (pairs.length === 0) return noNumber(condition, fact, page)
  const drop = implied[measure.kind ?? "number"]!
  const isImplied = (group: Group) =>
    conceptsOfGroup(group).some((name) => drop.includes(name)) || (measure.kind === "percent" && isOfDiscount(group))
  const named = measure.kind === "money" ? condition.subject.map((group) => pricedIn(group, page)) : condition.subject
  const isOfColumn = (group: Group) => group === condition.counted && isCountedInRow(group, fact)
  const asked = named.filter((group) => !isImplied(group) && !isOfColumn(group))
  // What the page speaks of nowhere is what all of it is about.
  const { elsewhere: missing, nowhere } = matchSubject(asked, fact, page)
  // A word that only stands somewhere in the text is what the page is about; one that names a thing beside is not this one.
  const elsewhere = missing.filter((group) => group.isName || isRival(group, fact) || isOfSibling(group, fact))
  if (elsewhere.length > 0) {
    return no(0.9, `${saidPair(pairs[0]!)} is not of “${elsewhere.map(({ words }) => words.join("/")).join(" ")}”`)
  }
  // "-30 %" is a discount of 30 %: its sign says that it is one.
  const sizeOf = measure.kind === "percent" && condition.subject.some(isOfDiscount) ? Math.abs : undefined
  const crossing = pairs.find((pair) => crosses(pair, measure, page, sizeOf) === true)
  // The price in the currency of the goal is gone; what came may be in another.
  if (crossing === undefined && pairs.every(({ after }) => after === undefined)) return noNumber(condition, fact, page)
  if (crossing === undefined) return no(confidences.crossed, `${saidPair(pairs[0]!)} is not what was asked for`)
  if (crossing.before === undefined && isBesideStanding(crossing.after!, fact))
    return unsure(`${saidPair(crossing)} came beside a price that stays`)
  const isLoose = measure.kind === null && nowhere.length > 0
  return yes(
    isLoose ? confidences.part : nowhere.length > 0 ? confidences.words : confidences.crossed,
    `${saidPair(crossing)} is what was asked for`
  )
}

/** Amounts that cross the bound as they are written, where none in the currency of the goal stands beside them. */
const crossingIn = (fact: Fact, measure: Measure, page: Page, kind: Value["kind"]): Pair | undefined =>
  measure.kind === "money" && measure.bound !== null && !valuesOf(fact.focus.after).some(fitting(measure))
    ? pairsOf(fact, () => (value) => value.kind === kind, ["main"]).find(
        (pair) => crosses(pair, measure, page) === true
      )
    : undefined

/** A line or the label of its card or column says that it is about a price. */
const isLabelledPrice = ({ after, context: { near } }: Fact): boolean =>
  [...after, ...near].some((line) => line.length <= longestItem && conceptsIn(tokensOf(line)).has("price"))

/** No number of the kind changed: in another currency, or in none, what crosses the bound is told with a note. */
const noNumber = ({ measure, subject }: GoalCondition, fact: Fact, page: Page): Match => {
  const other = crossingIn(fact, measure!, page, "money")
  const bare = other === undefined && isLabelledPrice(fact) ? crossingIn(fact, measure!, page, "number") : undefined
  const crossing = other ?? bare
  if (crossing === undefined) return no(0.9, "no number that was asked for changed")
  const { elsewhere } = matchSubject(subject, fact, page)
  if (elsewhere.some(({ isName }) => isName)) return no(0.9, "no number that was asked for changed")
  return unsure(`${saidPair(crossing)} ${other === undefined ? "says no currency" : "is in another currency"}`)
}
