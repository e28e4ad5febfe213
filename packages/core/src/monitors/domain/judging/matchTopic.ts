/** Conditions about a topic: anything about refunds. */

import { fold } from "../../../models/domain/foldedText.ts"
import { pairsOf } from "./amounts.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import { areForeign } from "./foreign.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { confidences, type Match, no, unsure, yes } from "./Match.ts"
import type { Page } from "./page.ts"
import {
  isLabelBeside,
  isOfNeighbour,
  isOfOtherCell,
  isOfOtherSegment,
  isOfPeer,
  isRival,
  isSoft,
  matchSubject,
  type Place,
  placeOf,
  says
} from "./subject.ts"
import { dimensionOf, dimensionsAsked } from "./units.ts"
import { saidBy, type ValueKind, valuesOf } from "./values.ts"

const valueKinds = (fact: Fact): ReadonlyArray<ValueKind> =>
  [...fact.gone, ...fact.come].flatMap(({ value }) => (value === undefined ? [] : [value.kind]))

/** A changed amount is of what a word asks to be measured: gigabytes where data are asked for. */
const isMeasuredIn = ({ words }: Group, fact: Fact): boolean => {
  const wanted = words.flatMap((word) => dimensionsAsked(fold(word)))
  return (
    wanted.length > 0 &&
    [...fact.gone, ...fact.come].some(({ value }) => {
      const is = value?.kind === "quantity" ? dimensionOf(value.unit) : undefined
      return is !== undefined && wanted.includes(is)
    })
  )
}

const namesOf = ({ words }: Group): ReadonlyArray<string> =>
  words.filter((word) => !/\d/.test(word)).flatMap(conceptsOf)

const mainPrices = (fact: Fact): boolean =>
  pairsOf(
    fact,
    () =>
      ({ kind }) =>
        kind === "money",
    ["main"]
  ).length > 0

/** A changed price is about prices though nothing says "price". */
const isSaidByValue = (group: Group, fact: Fact, isAlone: boolean): boolean => {
  if (isMeasuredIn(group, fact)) return true
  const kinds = valueKinds(fact)
  return namesOf(group).some((name) => {
    if (name === "price") return kinds.includes("money") && (mainPrices(fact) || !isAlone)
    if (
      name === "date" &&
      isLabelBeside(group, fact) &&
      ![...fact.before, ...fact.after].some((line) => says(group, line))
    )
      return false
    if (name === "date") return kinds.includes("date") || (!isAlone && kinds.includes("time"))
    if (name === "status" || name === "outage") return fact.states.before.length + fact.states.after.length > 0
    if (name === "stock")
      return [...fact.states.before, ...fact.states.after].some(({ family }) => family === "availability")
    if (name === "email") return [...fact.gone, ...fact.come].some(({ text }) => text.includes("@"))
    return (
      ["hours", "release", "salary", "discount", "exchange"].includes(name) &&
      saidBy[name]!.some((kind) => kinds.includes(kind))
    )
  })
}

/** Whether what the word names is said by values of some kind. Of "the price or the warranty" only one is. */
const hasKind = (word: string): boolean => conceptsOf(word).some((name) => name in saidBy)

/** Only values of other kinds changed beside the words of the topic: storage, in a row that has a price too. */
const isOtherValue = (subject: ReadonlyArray<Group>, fact: Fact): boolean => {
  const wanted = subject.flatMap(namesOf).flatMap((name) => saidBy[name] ?? [])
  const changed = [...fact.gone, ...fact.come]
  const kinds = valueKinds(fact)
  return (
    wanted.length > 0 &&
    subject.every(({ words }) => words.every(hasKind)) &&
    kinds.length === changed.length &&
    kinds.length > 0 &&
    !kinds.some(
      (kind) =>
        wanted.includes(kind) ||
        (kind === "number" && (wanted.includes("money") || wanted.includes("time"))) ||
        kind === "percent"
    )
  )
}

const sure: Readonly<Record<Place, number>> = {
  changed: confidences.value,
  own: confidences.words,
  near: confidences.words,
  heading: confidences.heading,
  none: confidences.part
}

const quoteOf = (fact: Fact): string => `“${(fact.after[0] ?? fact.before[0] ?? "").slice(0, 80)}”`

const namedAs = (groups: ReadonlyArray<Group>): string => `“${groups.map(({ words }) => words.join("/")).join(" ")}”`

/** A row of a table, or a line with a label: others like it stand beside. */
const isRow = ({ after, before }: Fact): boolean => {
  const line = after[0] ?? before[0] ?? ""
  return line.length <= 120 && /[|\t]|^[^:.!?]{1,40}:\s|\s[–—]\s/u.test(line)
}

/** A short line of a card that is of something named above it. */
const isField = ({ after, before, context, kind }: Fact): boolean =>
  kind === "changed" && context.near.length > 0 && (after[0] ?? before[0] ?? "").length <= 60

/** Of a row of names, others came or went than the one that is asked for. */
const isRowOfOthers = (subject: ReadonlyArray<Group>, fact: Fact): boolean => {
  const changed = [...fact.gone, ...fact.come]
  const names = subject.filter(({ isName }) => isName)
  const isRow =
    fact.kind === "changed" &&
    names.length > 0 &&
    Math.min(fact.gone.length, fact.come.length) === 0 &&
    /,/.test(`${fact.focus.before}${fact.focus.after}`)
  const areNames = changed.length > 0 && changed.length <= 3 && changed.every(({ text }) => /^\p{Lu}/u.test(text))
  return isRow && areNames && !names.some((group) => changed.some(({ text }) => says(group, text)))
}

/** Where the nearest of some words is. */
const nearest = (groups: ReadonlyArray<Group>, fact: Fact, page: Page): Place => {
  const places = groups.map((group) => matchSubject([group], fact, page).place)
  return (["changed", "own", "near", "heading"] as const).find((place) => places.includes(place)) ?? "none"
}

/** Words that say which of a kind is meant: where they are said nowhere, it is another one. */
const restricting = ["security", "breaking", "remote", "engineering", "design", "manager", "internship", "recall"]

/**
 * A section beside this one is named so, and this one is named otherwise: what was found of the goal is said of both. Of "fees of a
 * passport", how long a passport takes is not.
 */
const isOfSectionBeside = (group: Group, found: ReadonlyArray<Group>, fact: Fact): boolean => {
  const { besideSections, near, sections } = fact.context
  const [own = ""] = sections
  const isOwn = (one: Group) => [own, ...near, ...fact.before, ...fact.after].some((line) => says(one, line))
  return besideSections.some((heading) => says(group, heading)) && !found.some(isOwn)
}

const isShortLine = ({ after, before }: Fact): boolean =>
  [...before, ...after].every((line) => !/[.!?。]$/.test(line.trim()))

/** Only amounts and dates changed, which say nothing of what they are of. */
const isOfValues = (fact: Fact): boolean => [...fact.gone, ...fact.come].every(({ value }) => value !== undefined)

/** Another state is said than before, as beside other things in the same words. */
const saysStates = ({ kind, states }: Fact): boolean =>
  kind === "changed" && states.before.length > 0 && states.after.length > 0

/** What a condition about a topic says of a piece of a difference. */
export const matchTopic = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const { subject } = condition
  const plain = subject.filter((group) => !isSoft(group))
  const ofKind = plain.filter((group) => !namesOf(group).includes("job"))
  // "Part-time jobs in Berlin": that it is a job is said by the list.
  const hard = ofKind.length > 0 ? ofKind : plain
  const byValue = subject.filter((group) => isSaidByValue(group, fact, hard.length <= 1))
  const rest = subject.filter((group) => !byValue.includes(group) && (hard.includes(group) || isSoft(group)))
  const { elsewhere, found, isAny, nowhere, place } = matchSubject(rest, fact, page)
  const quote = quoteOf(fact)
  const isRestricted = nowhere.some((group) => namesOf(group).some((name) => restricting.includes(name)))
  if (isOtherValue(hard, fact) && place !== "changed") return no(0.85, `${quote} says another kind of value`)
  if (elsewhere.some(({ isName }) => isName))
    return no(0.86, `${quote} is not where the page speaks of ${namedAs(elsewhere)}`)
  if (isRestricted) return no(0.8, `${quote} says nothing of ${namedAs(nowhere)}`)
  const isHardFound = hard.length === 0 || byValue.length > 0 || hard.some((group) => found.includes(group))
  const isNamedSoftly = ["changed", "own"].includes(nearest(found, fact, page)) && !hard.some(page.isOnPage)
  if ((isAny || byValue.length > 0) && !isHardFound && !isNamedSoftly)
    return no(0.84, `${quote} says nothing of ${namedAs(hard)}`)
  const isOfValue = byValue.length > 0 && !hard.some((group) => found.includes(group))
  const isNamed = found.some((group) => group.isHead && says(group, fact.after[0] ?? fact.before[0] ?? ""))
  const rival = elsewhere.find(
    (group) => isRival(group, fact) && (!isNamed || group.isName || group.isHead || isOfOtherCell(group, fact))
  )
  if ((isOfValue || isRow(fact) || isField(fact)) && rival !== undefined)
    return no(0.86, `${quote} is of another than ${namedAs(elsewhere)}`)
  const isOfAll = !["changed", "own"].includes(nearest(found, fact, page))
  const [other] = isOfAll ? elsewhere.filter((group) => isOfNeighbour(group, fact)) : []
  if (other !== undefined && byValue.length < subject.length)
    return no(0.86, `${quote} is beside what is of ${namedAs([other])}`)
  if (
    elsewhere.some((group) => isOfOtherSegment(group, fact)) ||
    byValue.some((group) => isOfOtherSegment(group, fact))
  )
    return no(0.88, `${quote} changed in another part than that of ${namedAs(rest)}`)
  const named = elsewhere.find((group) => isOfSectionBeside(group, found, fact))
  if (named !== undefined) return no(0.86, `${quote} stands in another section than that of ${namedAs([named])}`)
  const ownBlock = isOfAll ? (fact.context.block?.own ?? []) : []
  const sibling = elsewhere.find((group) => ownBlock.some((line) => says(group, line)))
  if (sibling !== undefined && byValue.length === 0 && !isField(fact))
    return no(0.86, `${quote} is beside what is of ${namedAs([sibling])}`)
  // What all of the page is about says little of a line that says nothing of it.
  const isOfPageAlone =
    byValue.length === 0 && found.every((group) => placeOf(group, fact) === "none") && isShortLine(fact)
  if (found.length > 0 && isOfPageAlone && nowhere.length + elsewhere.length > 0)
    return no(0.76, `${quote} only stands on a page about ${namedAs(found)}`)
  if ((isOfValues(fact) || saysStates(fact)) && elsewhere.some((group) => isOfPeer(group, fact)))
    return no(0.88, `${quote} is like what is of ${namedAs(elsewhere)}`)
  if (isRowOfOthers(rest, fact)) return no(0.88, `${quote} changed in others than ${namedAs(rest)}`)
  if (isAny || byValue.length > 0) {
    const weight = (groups: ReadonlyArray<Group>) => groups.reduce((sum, group) => sum + page.weightOf(group), 0)
    const here = weight(found) + byValue.length * valueWeight
    const share = here / (here + weight(elsewhere))
    const isHere = share >= (hard.length >= 5 ? leastShare.long : leastShare.short)
    if (!isHere) return no(0.84, `${quote} is not where the page speaks of ${namedAs(elsewhere)}`)
    const confidence = byValue.length > 0 && isAny ? confidences.value : sure[place]
    return yes(
      elsewhere.length + nowhere.length > 0 ? confidences.part : confidence,
      `${quote} is about ${namedAs(subject)}`
    )
  }
  if (elsewhere.length > 0) return no(0.86, `${quote} is not where the page speaks of ${namedAs(elsewhere)}`)
  if (hard.length === 0) return yes(confidences.part, `${quote} is about ${namedAs(subject)}`)
  // A name would be said where it is meant, and of what the table knows other words would be.
  const isKnown = nowhere.every((group) => group.isName || namesOf(group).length > 0)
  const isEntry = fact.kind !== "changed" && [...fact.after, ...fact.before].every((line) => line.length < 50)
  // Of a script whose words are not known, and a bound in words that are not, nothing can be told apart.
  const isUnread = areForeign(nowhere) || isPassed(nowhere, fact)
  if (!isUnread && (isKnown || isEntry || isOfValues(fact)))
    return no(0.78, `${quote} is about something else than ${namedAs(subject)}`)
  return unsure(`nothing on the page speaks of ${namedAs(nowhere)}, so that it cannot be told whether ${quote} does`)
}

/** A number of the goal, beside words that nobody knows, lies between what an amount was and what it is. */
const isPassed = (nowhere: ReadonlyArray<Group>, { come, gone, kind }: Fact): boolean => {
  const words = nowhere.flatMap(({ words: some }) => some)
  const isUnknown = words.some((word) => valuesOf(word).length === 0 && conceptsOf(word).length === 0)
  const [was, now] = [gone, come].map((tokens) => tokens.flatMap(({ value }) => (value === undefined ? [] : [value])))
  const [from, to] = [was![0], now![0]]
  if (kind !== "changed" || !isUnknown || from === undefined || to === undefined || was!.length !== 1) return false
  return words
    .flatMap((word) => valuesOf(word))
    .some(({ amount }) => amount !== 0 && from.amount < amount !== to.amount < amount)
}

/** A value that is of the kind of the topic says less than a word of it. */
const valueWeight = 0.35

/** Of the words that the page says, how many must be said here; of long goals fewer. */
const leastShare = { short: 0.5, long: 0.25 } as const
