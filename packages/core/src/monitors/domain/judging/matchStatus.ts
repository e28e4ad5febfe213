/** Conditions about states: in stock again, cancelled, open. */

import { isOfWaitingList, isToCome } from "../../../extraction/domain/stateNow.ts"
import type { Status } from "../../../extraction/domain/statuses.ts"
import { conceptsOf } from "./concepts.ts"
import { type Fact, statesOfEdit } from "./facts.ts"
import { answerOf, flagIn, isOfFamily } from "./flags.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { confidences, type Match, no, yes } from "./Match.ts"
import type { Page } from "./page.ts"
import { isOfStock, turned } from "./stockCounts.ts"
import { isOfGone, matchSubject, says } from "./subject.ts"

const saysState = (states: ReadonlyArray<Status>, family: string, state: string): boolean =>
  states.some((one) => one.family === family && one.state === state)

/** What there is little of is there. */
const fewLeft =
  /low stock|few left|limited stock|wenige verf|derniers exemplaires|ultim[aeio]s? (?:unidades|\d|pezzi)|stock limit|(?:only|just|nur(?: noch)?|plus que|solo(?: quedan)?|ultim[ie]|nog(?: maar)?|apenas|残り|仅剩)\s?\d+|\d+ (?:left|remaining|verfugbar|auf lager|in stock|en stock|disponibles?|op voorraad|verbleibend)/iu
const nothing =
  /(?:^|[\s:|(])(?:none|no|keiner?|aucune?|ningun[ao]?|ninguna?|nessun[ao]?|nenhuma?|geen|nil|0|n\/a|[–—-])\)?\s*$/iu
/** A count at the end of a line or a cell. */
const some = /(?:^|[\s:|(])[1-9]\d*\)?\s*$/u

/** A day stands behind it, from which on it is so. */
const fromDay = /(?:from|ab)$/iu
const toBuy = /[$€£¥]\s?\d|\d\s?[€$£¥]/u

const textOf = (fact: Fact): string => [...fact.before, ...fact.after].join(" ")

/** It is said to be so one day; where something is to open, only that: what can be ordered ahead may be open for it. */
const isLaterSaid = (states: ReadonlyArray<Status>, wanted: string): boolean =>
  states.some(({ family, state }) => state === "preorder" && (wanted === "available" || family === "openness"))

/** A short line in the place of one that said a state: that is over. */
const isShort = ({ after, kind }: Fact): boolean =>
  kind === "changed" && after.every((line) => line.length <= 60 && !/[.!?。]$/.test(line))

/** A badge that stands there no more, where what it was of still does. */
const isOnlyState = ({ before, kind, states }: Fact): boolean =>
  kind === "removed" &&
  before.length === 1 &&
  states.before.some(({ from, to }) => to - from >= before[0]!.trim().length)

/** Hours that moved: until when it is open. */
const isOfHours = ({ come, gone, kind }: Fact): boolean =>
  kind === "changed" && [gone, come].every((tokens) => tokens.some(({ value }) => value?.kind === "time"))

const isNamedSo = (subject: ReadonlyArray<Group>): boolean =>
  isOfWaitingList(subject.map(({ words: some }) => some.join(" ")).join(" "))

/** A line says of what it names whether it is so, and of nothing else. "In stock: No" may become "Only 3 left". */
const isAnswer = ({ focus: { after, before } }: Fact): boolean =>
  [before, after].every((text) => text === "" || answerOf(text) !== undefined || flagIn(text) !== undefined)

/** The states that bear on one of a family. */
const statesFor = (fact: Fact, family: string): Fact["states"] => {
  if (!isAnswer(fact)) return fact.states
  const of = (states: ReadonlyArray<Status>) => states.filter((one) => isOfFamily(one, family))
  return { before: of(fact.states.before), after: of(fact.states.after) }
}

/** What is open can be had, and what cannot be had is closed: it has come to be said in the words of the other. */
const isSaidOtherwise = ({ after, before }: Fact["states"], family: string, state: string): boolean => {
  if (family === "openness" && (state === "open" || state === "closed")) {
    const other = state === "open" ? "available" : "unavailable"
    return saysState(after, "availability", other) && !saysState(before, "availability", other)
  }
  if (family !== "availability") return false
  return state === "available"
    ? after.some((one) => one.family === "openness" && one.state === "open" && !fromDay.test(one.text)) &&
        !saysState(before, "openness", "open")
    : state === "unavailable" && saysState(after, "openness", "closed") && !saysState(before, "openness", "closed")
}

/** What a line with an answer says of a state: more than its name says nobody knows. */
const isAnswered = (
  fact: Fact,
  states: Fact["states"],
  subject: ReadonlyArray<Group>,
  { family, state }: GoalCondition["states"][number]
): boolean | undefined => {
  const count = ["available", "open"].includes(state)
    ? "some"
    : ["unavailable", "closed"].includes(state)
      ? "none"
      : null
  if (isSaidOtherwise(states, family, state) || (count !== null && turned(subject, fact) === count)) return true
  return states.after.length + states.before.length > 0 ? false : undefined
}

const isReached = (
  fact: Fact,
  subject: ReadonlyArray<Group>,
  wanted: GoalCondition["states"][number]
): boolean | undefined => {
  const { family, state } = wanted
  const { after, before } = statesFor(fact, family)
  const [was, now] = [saysState(before, family, state), saysState(after, family, state)]
  if (now && !was) return true
  if (isAnswer(fact)) return isAnswered(fact, { after, before }, subject, wanted)
  // "Waiting list" in the place of "fully booked": no place is free.
  const isForPlace = ["available", "open"].includes(state)
  if (isForPlace && !now && isOfWaitingList(fact.focus.after) && !isNamedSo(subject)) return false
  if (family === "availability" && state === "available") {
    const isGone =
      saysState(before, family, "unavailable") &&
      !saysState(after, family, "unavailable") &&
      !saysState(after, "openness", "closed") &&
      !isLaterSaid(after, state)
    if (isGone && isShort(fact) && !isToCome(fact.focus.after)) return true
    if (isGone && isOnlyState(fact)) return true
    // "Coming soon" has become a price.
    if (saysState(before, family, "preorder") && after.length === 0 && toBuy.test(fact.focus.after)) return true
    if (isGone && (fewLeft.test(fact.focus.after) || toBuy.test(fact.focus.after))) return true
    const isFew = fewLeft.test(fact.focus.after) && !fewLeft.test(fact.focus.before)
    // "0 in stock" is another word for sold out.
    if (isFew && saysState(before, family, "unavailable") && !saysState(after, family, "unavailable")) return true
  }
  if (family === "event" && (state === "delayed" || state === "postponed")) {
    const isWorse = ["cancelled", "postponed", "delayed"].some(
      (one) => saysState(after, family, one) && !saysState(before, family, one)
    )
    const [was, now] = [fact.gone, fact.come].map((tokens) => tokens.find(({ value }) => value?.kind === "date")?.value)
    if (isWorse || (was !== undefined && now !== undefined && now.amount > was.amount)) return true
  }
  if (family === "openness" && isOfHours(fact)) return true
  // Hours in the place of "closed", a way to order in the place of "sold out".
  const isShut = (states: ReadonlyArray<Status>) =>
    saysState(states, "openness", "closed") || saysState(states, "availability", "unavailable")
  if (
    ["available", "open"].includes(state) &&
    isShut(before) &&
    !isShut(after) &&
    !isLaterSaid(after, state) &&
    isShort(fact) &&
    !isToCome(fact.focus.after)
  )
    return true
  if (isSaidOtherwise({ after, before }, family, state)) return true
  // "Next available appointment: none" has become a day.
  if (
    ["available", "open"].includes(state) &&
    nothing.test(fact.focus.before) &&
    !nothing.test(fact.focus.after) &&
    fact.come.length > 0
  )
    return true
  if (["available", "open"].includes(state) && turned(subject, fact) === "some") return true
  if (
    ["unavailable", "closed"].includes(state) &&
    (turned(subject, fact) === "none" ||
      (some.test(fact.focus.before) && nothing.test(fact.focus.after) && fact.gone.length > 0 && isOfStock(fact)))
  )
    return true
  // A beta that is not said to be one any more is out.
  if (
    state === "stable" &&
    fact.kind === "changed" &&
    saysState(before, family, "beta") &&
    !saysState(after, family, "beta")
  )
    return true
  return after.length + before.length > 0 ? false : undefined
}

/** What was said is not said any more. What cannot be had yet is no less sold out. */
const isLeft = ({ after, before }: Fact["states"], fact: Fact, family: string, state: string): boolean =>
  fact.kind === "changed" &&
  saysState(before, family, state) &&
  !saysState(after, family, state) &&
  !(["closed", "unavailable"].includes(state) && (isLaterSaid(after, "available") || isToCome(fact.focus.after)))

/** What is not there any more is filled, closed or sold. */
const isGoneAltogether = ({ states }: GoalCondition, fact: Fact): boolean =>
  fact.kind === "removed" && states.some(({ state }) => state === "closed" || state === "ended")

/** "SRERemote": a page that puts no space between its cells. */
const isGlued = ({ isName, words: some }: Group, { before }: Fact): boolean =>
  isName &&
  some.some(
    (word) => word.length >= 3 && (before[0] ?? "").startsWith(word) && /^\p{Lu}/u.test(before[0]!.slice(word.length))
  )

/** Words that say what kind of state it is: "availability", "status". */
const impliedConcepts = ["stock", "status", "outage", "release", "price"]

/** A piece of a difference with what is said of the things that a goal names: "3 mugs left", "full moon". */
const readFor = (subject: ReadonlyArray<Group>, fact: Fact): Fact => {
  if (subject.length === 0) return fact
  const isNamed = (noun: string) => subject.some((group) => says(group, noun))
  return { ...fact, states: statesOfEdit(fact, isNamed) }
}

/** What a condition about a state says of a piece of a difference. */
export const matchStatus = (condition: GoalCondition, read: Fact, page: Page): Match => {
  const fact = readFor(condition.subject, read)
  const reached = [
    ...condition.states.map((wanted) => ({ state: wanted.state, is: isReached(fact, condition.subject, wanted) })),
    ...condition.left.map(({ family, state }) => ({
      state: `no longer ${state}`,
      is: isLeft(fact.states, fact, family, state)
    }))
  ]
  const found = reached.find(({ is }) => is === true)
  const isGone = found === undefined && condition.subject.length > 0 && isGoneAltogether(condition, fact)
  if (found === undefined && !isGone) {
    const seen = [...fact.states.before, ...fact.states.after].map(({ text }) => text)
    return no(
      seen.length > 0 ? confidences.state : 0.9,
      seen.length > 0 ? `“${seen.join("”, “")}” is not the state that was asked for` : "no state changed"
    )
  }
  const asked = condition.subject.filter(
    (group) => !group.words.some((word) => conceptsOf(word).some((name) => impliedConcepts.includes(name)))
  )
  const isKind = ({ words: some }: (typeof asked)[number]) => some.some((word) => conceptsOf(word).includes("job"))
  const about = isGone ? asked.filter((group) => !isKind(group) && !isGlued(group, fact)) : asked
  const { elsewhere, isAny, nowhere } = matchSubject(about, fact, page)
  const missing = [...elsewhere, ...nowhere]
  const isOfAnother = isGone && (nowhere.length > 0 || (!isAny && about.length > 0) || !isOfGone(about, fact))
  if (elsewhere.length > 0 || isOfAnother) {
    const named = (missing.length > 0 ? missing : about).map(({ words: some }) => some.join("/")).join(" ")
    return no(0.88, `“${textOf(fact).slice(0, 80)}” is not about “${named}”`)
  }
  return yes(
    nowhere.length > 0 ? confidences.words : confidences.state,
    found === undefined ? "it is not there any more" : `it is said to be ${found.state} now`
  )
}
