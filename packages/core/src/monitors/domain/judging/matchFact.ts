/** What a goal says of a piece of a difference. */

import { isToCome } from "../../../extraction/domain/stateNow.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { conceptsOf } from "./concepts.ts"
import { type Fact, turns } from "./facts.ts"
import type { CompiledGoal, GoalCondition } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { confidences, type Match, no, yes } from "./Match.ts"
import { matchAdded, matchMention, matchRemoved } from "./matchEntry.ts"
import { matchList } from "./matchList.ts"
import { matchNumber } from "./matchNumber.ts"
import { matchStatus } from "./matchStatus.ts"
import { matchTopic } from "./matchTopic.ts"
import { isNumberedEntry, isRaisedEntry } from "./numbered.ts"
import type { Page } from "./page.ts"
import { matchSubject, says } from "./subject.ts"

/** Kinds of noise that a goal may ask for by name: the number of reviews, the date of the last update. */
const askable = /counter|count of|weather|told from now|time of the page|date of the page|copyright|id of|banner/

const isSaidIn = (group: Group, { after, before }: Fact): boolean =>
  [...before, ...after].some((line) => says(group, line))

/** "Price", where an amount of money differs. */
const isAmountIn = ({ words }: Group, { come, gone }: Fact): boolean =>
  words.some((word) => conceptsOf(word).some((name) => name === "price" || name === "fee")) &&
  [...gone, ...come].some(({ value }) => value?.kind === "money")

/** A goal that names what is noise otherwise wants to hear of it. */
const asksForNoise = ({ kind, measure, subject }: GoalCondition, fact: Fact): boolean =>
  (kind === "number" && measure?.bound !== null && subject.length === 0 && /count of/.test(fact.nothing ?? "")) ||
  ((kind === "number" || kind === "topic") &&
    subject.length > 0 &&
    askable.test(fact.nothing ?? "") &&
    subject.some((group) => isSaidIn(group, fact)) &&
    subject.every((group) => isSaidIn(group, fact) || isAmountIn(group, fact)))

/** Lines that are noise otherwise, and that may name what is new by its number: an id of the build, a counter, a date, rights. */
const numbering = /counter|id of|time of the page|copyright/

/** "A new build", where "Build 2402" has become "Build 2405". */
const asksForNumber = ({ kind, subject }: GoalCondition, fact: Fact): boolean =>
  kind === "added" &&
  subject.length > 0 &&
  numbering.test(fact.nothing ?? "") &&
  (isRaisedEntry(subject, fact) || isNumberedEntry(subject, fact))

/** "Windmill in stock", where the windmill stands among what others bought. */
const asksForAside = ({ kind, subject }: GoalCondition, fact: Fact): boolean =>
  fact.nothing === turns && kind === "status" && subject.length > 0 && subject.every((group) => isSaidIn(group, fact))

/** "Ranking", "position in the list": what moved matters. */
const asksForOrder = ({ subject }: GoalCondition, fact: Fact): boolean =>
  fact.kind === "moved" &&
  subject.some(({ words }) =>
    words.some((word) =>
      /^(?:rank|order|sort|position in|platz|rang|classement|ranking|classific|rangli)/.test(fold(word))
    )
  )

const asksForWording = ({ subject }: GoalCondition): boolean =>
  subject.some(({ words }) =>
    words.some((word) => /^(?:wording|typo|wortlaut|formulierung|libelle|redacc)/.test(fold(word)))
  )

const anyChange = (fact: Fact): Match => {
  const changed = [...fact.gone, ...fact.come]
  const states = (all: Fact["states"]["before"]) => all.map(({ state }) => state).join()
  const quote = `“${(fact.after[0] ?? fact.before[0] ?? "").slice(0, 80)}”`
  if (changed.some(({ value }) => value !== undefined)) return yes(confidences.value, `a value changed in ${quote}`)
  if (states(fact.states.before) !== states(fact.states.after))
    return yes(confidences.state, `a state changed in ${quote}`)
  return yes(fact.kind === "changed" ? confidences.part : confidences.words, `${quote} says something else than before`)
}

/** "Closing days": what is said of them matters, whatever the state is. */
const ofStatus = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  if (condition.members !== null) return matchList(condition, fact, page)
  const match = matchStatus(condition, fact, page)
  const isAsked = match.verdict === "no" && condition.topic.length > 0
  return isAsked ? matchTopic({ ...condition, subject: condition.topic }, fact, page) : match
}

/** What is "no longer offered" need not go: it may be said to be unavailable. */
const ofRemoval = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const match = matchRemoved(condition, fact, page)
  const isSaid = match.verdict === "no" && condition.states.length > 0 && fact.kind !== "removed"
  return isSaid ? matchStatus(condition, fact, page) : match
}

/** Said of what came: that it is not to be had, or not yet. */
const notThere: ReadonlySet<string> = new Set([
  "unavailable",
  "preorder",
  "closed",
  "delayed",
  "postponed",
  "cancelled",
  "pending",
  "rejected",
  "ended"
])

/** "A new version is available": one that is said to be, or that came where nothing says otherwise. */
const ofAddition = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  if (condition.states.length === 0) return matchAdded(condition, fact, page)
  const match = matchStatus(condition, fact, page)
  const isDenied = isToCome(fact.focus.after) || fact.states.after.some(({ state }) => notThere.has(state))
  return match.verdict === "yes" || isDenied ? match : matchAdded(condition, fact, page)
}

const matchCondition = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  switch (condition.kind) {
    case "number":
      return matchNumber(condition, fact, page)
    case "status":
      return ofStatus(condition, fact, page)
    case "added":
      return ofAddition(condition, fact, page)
    case "removed":
      return ofRemoval(condition, fact, page)
    case "mention":
      return matchMention(condition, fact, page)
    case "topic":
      return matchTopic(condition, fact, page)
    case "any":
      return anyChange(fact)
  }
}

const isExcluded = ({ excluded }: CompiledGoal, fact: Fact, page: Page): boolean =>
  excluded.some((groups) => {
    const { elsewhere, nowhere, place } = matchSubject(groups, fact, page)
    return (
      elsewhere.length + nowhere.length === 0 &&
      // What stands near is said of something else: "ignore the price" hides no line below it.
      (place === "changed" || place === "own" || place === "heading")
    )
  })

/** What the conditions of a goal say of a piece of a difference, the one that says most. */
export const matchFact = (goal: CompiledGoal, fact: Fact, page: Page): Match => {
  const { conditions } = goal
  const wanted = conditions.filter(
    (condition) =>
      fact.nothing === null ||
      asksForNoise(condition, fact) ||
      asksForNumber(condition, fact) ||
      asksForAside(condition, fact) ||
      asksForOrder(condition, fact) ||
      (asksForWording(condition) && fact.kind === "changed")
  )
  if (wanted.length === 0) return no(0.95, fact.nothing!)
  if (isExcluded(goal, fact, page)) return no(0.9, "the goal asks not to be told of it")
  const matches = wanted.map((condition) =>
    asksForOrder(condition, fact)
      ? yes(confidences.words, "it moved, as was asked for")
      : matchCondition(condition, fact, page)
  )
  const rank = { yes: 0, unsure: 1, no: 2 } as const
  return matches.toSorted(
    (one, other) => rank[one.verdict] - rank[other.verdict] || other.confidence - one.confidence
  )[0]!
}
