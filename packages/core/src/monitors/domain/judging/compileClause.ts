/** One thing that a goal asks for, from its words. */

import { isOfWaitingList } from "../../../extraction/domain/stateNow.ts"
import { type Status, statusesOf } from "../../../extraction/domain/statuses.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { areForeign } from "./foreign.ts"
import type { GoalCondition, Measure } from "./GoalCondition.ts"
import { type Bound, boundOf, moveOf } from "./goalBound.ts"
import { conceptsOfGroups, isOfNumber, measured, measureOf } from "./goalMeasure.ts"
import { statesIn } from "./goalState.ts"
import { type GoalText, type Group, goalText, groupsOf, has, type Range, rangesOf } from "./goalText.ts"
import {
  asking,
  askingWhen,
  becoming,
  filler,
  genericNouns,
  goalStates,
  inTitle,
  moves,
  verbs,
  whether,
  withdrawn
} from "./goalWords.ts"
import { listedIn } from "./listed.ts"
import { numberedNouns } from "./numbered.ts"
import { smallWords } from "./smallWords.ts"
import type { Token } from "./tokens.ts"
import { valuesOf } from "./values.ts"

/** A clause of a goal as far as it was understood. */
interface Clause {
  readonly goal: GoalText
  readonly bound: Bound | undefined
  readonly measure: Measure | null
  readonly states: GoalCondition["states"]
  readonly left: GoalCondition["left"]
  readonly phrases: ReadonlyArray<string>
  /** What was understood, and is no part of the subject. */
  readonly struck: ReadonlyArray<Range>
  readonly subject: ReadonlyArray<Group>
  readonly isOnlySaid: boolean
  readonly isOfState: boolean
  readonly blank: Omit<GoalCondition, "kind" | "text">
}

/** Words that may say what a goal is about. */
export const isSubject = (token: Token, isLast?: boolean): boolean =>
  token.value !== undefined ||
  // The country, in "US region", and the trade, in "IT jobs".
  /^(?:US|IT)$/.test(token.text) ||
  // "Smart L", "car park A".
  (token.from > 0 && /^[B-HJ-Z]$/.test(token.text)) ||
  (token.text === "A" && isLast === true) ||
  (!smallWords.has(token.folded) &&
    !genericNouns.has(token.folded) &&
    !(token.folded.length === 1 && /[a-z]/.test(token.text)) &&
    !/^\p{scx=Hira}+$/u.test(token.text))

const quoted = /["“”„«»]([^"“”„«»]{2,80})["“”„«»]|(?<![\p{L}])['‘]([^'’]{2,80})['’](?![\p{L}])/gu

/** A subject in quotes; nothing when there is none. */
export const described = (groups: ReadonlyArray<Group>): string =>
  groups.length === 0 ? "" : ` “${groups.map(({ words }) => words.join(" or ")).join(" ")}”`

const of = (groups: ReadonlyArray<Group>): string => (groups.length === 0 ? "" : `, of${described(groups)}`)

const without = ({ goal, struck }: Clause, more: ReadonlyArray<Range>): ReadonlyArray<Group> =>
  groupsOf(goal, [...struck, ...more], isSubject)

type Attempt = (clause: Clause) => GoalCondition | undefined

/** "On sale below 140": how a price comes down, and not a discount. */
const reduced =
  /(?<!\p{L})(?:on sale|on offer|im angebot|reduziert|en promo(?:tion)?|en solde|de oferta|en oferta|in offerta|in sconto|em promocao|in de aanbieding)(?!\p{L})/gu

/** Seats that are open are those that are left, and "open interest" is one name. */
const isOpenByItself = ({ words }: Group): boolean =>
  words.every((word) => /^(?:seats?|places?|spots?|slots?|tables?|rooms?|interest|source)$/iu.test(word))

/** "More than 50 open issues": those that are closed are counted as well. Elsewhere the word says a state, and no part of a subject. */
const withOpen = ({ folded, places, text }: GoalText, subject: ReadonlyArray<Group>): ReadonlyArray<Group> =>
  subject.flatMap((group) => {
    const ahead = /(?<!\p{L})open\s$/u.exec(folded.slice(0, places.indexOf(group.at)))
    if (ahead === null || isOpenByItself(group)) return [group]
    const at = places[ahead.index]!
    return [{ words: [text.slice(at, at + 4)], isName: false, isHead: false, at }, group]
  })

/** Most characters from a bound to the noun that it counts: "3 free seats". */
const longestCount = 30

/** The noun right behind the number of a bound, with words between that say which ones. */
const countedOf = (
  { places, text }: GoalText,
  bound: Bound | undefined,
  subject: ReadonlyArray<Group>
): Group | null => {
  if (bound === undefined || !Number.isInteger(bound.value.amount)) return null
  const from = places[bound.struck.to]!
  const behind = subject.filter(({ at }) => at >= from && at - from <= longestCount)
  const joined = behind.filter(({ at }) =>
    text
      .slice(from, at)
      .split(/[\s-]+/u)
      .every((word) => word === "" || (/^\p{L}+$/u.test(word) && !smallWords.has(fold(word))))
  )
  return joined.find(({ isHead }) => isHead) ?? joined[0] ?? null
}

const asBound: Attempt = (clause) => {
  const { blank, bound, goal, measure } = clause
  if (measure === null || (measure.bound === null && measure.move!.least === 0)) return undefined
  const value = bound?.value ?? valuesOf(goal.folded).find(({ kind }) => kind === "percent")
  const named = without(
    clause,
    bound === undefined ? rangesOf(goal, /\d[\d.,]*\s?%/gu) : [bound.struck, ...rangesOf(goal, reduced)]
  )
  const subject = withOpen(goal, named)
  const counted = measure.kind === null ? countedOf(goal, bound, subject) : null
  return { ...blank, kind: "number", subject, measure, counted, text: `${measured(measure, value)}${of(subject)}` }
}

const asMention: Attempt = ({ blank, goal, phrases, subject }) => {
  const [verb] = rangesOf(goal, verbs.mention)
  if (verb === undefined || phrases.length + subject.length === 0) return undefined
  const behind = subject.filter(({ at }) => at > goal.places[verb.from]!)
  const wanted = behind.length > 0 ? behind : subject
  const said = phrases.length > 0 ? phrases : wanted.map(({ words }) => words.join(" or "))
  const isGone = has(goal, verbs.removed)
  const text = `${blank.isInTitle ? "the title" : "the page"} ${isGone ? "no longer says" : "says"} “${said.join(" ")}”`
  return { ...blank, kind: "mention", subject: wanted, phrases, isGone, text }
}

/** "Fire risk goes to high or extreme": the words behind must come where those ahead are said. */
const asBecoming: Attempt = ({ blank, bound, goal, states, subject }) => {
  const [verb] = rangesOf(goal, becoming)
  if (verb === undefined || bound !== undefined || states.length > 0) return undefined
  const at = goal.places[verb.from]!
  const [topic, wanted] = [subject.filter((group) => group.at < at), subject.filter((group) => group.at > at)]
  if (topic.length === 0 || wanted.length === 0) return undefined
  const said = wanted.map(({ words }) => words.join(" or ")).join(" ")
  return { ...blank, kind: "mention", subject: wanted, topic, text: `the page says “${said}”${of(topic)}` }
}

/** The subject of a clause without what says a state. */
const withoutStates = (clause: Clause): ReadonlyArray<Group> => {
  const { goal } = clause
  const place = (at: number) => goal.places.findIndex((one) => one >= at)
  // What is said of a waiting list beside its name is of the list.
  const isName = ({ text }: Status) => isOfWaitingList(text) && clause.states.every(({ state }) => state !== "closed")
  const stated = statusesOf(goal.text)
    .filter((status) => !isName(status))
    .map(({ from, to }) => ({ from: place(from), to: place(to) }))
  return without(clause, [...goalStates.flatMap(([pattern]) => rangesOf(goal, pattern)), ...stated])
}

const asState: Attempt = (clause) => {
  const { blank, goal, isOfState, left, states } = clause
  if (!isOfState) return undefined
  const subject = withoutStates(clause)
  const ended = new Set(left.map(({ state }) => state))
  const names = [...new Set(states.map(({ state }) => state)), ...Array.from(ended, (state) => `no longer ${state}`)]
  const topic =
    (left.length === 0 && ofThings.test(goal.folded)) || whether.test(goal.folded) || askingWhen.test(goal.folded)
      ? clause.subject
      : []
  const text = `it is said to be ${names.join(" or ")}${of(subject)}`
  return { ...blank, kind: "status", subject, states, left, topic, text }
}

/** What the heading of a list may say: "sale" of "on sale". */
const adjectiveAt = ({ folded }: GoalText, { from, to }: Range): Group => {
  const word = folded
    .slice(from, to)
    .split(/[\s-]+/u)
    .at(-1)!
  return { words: [word], isName: false, isHead: false, at: from }
}

/** "Open positions": one that comes or goes is asked for, and one that is said to be open. */
const asList: Attempt = (clause) => {
  const { blank, goal, left, states } = clause
  const listed = listedIn(goal)
  const isOther = [verbs.mention, verbs.removed, asking].some((pattern) => has(goal, pattern))
  if (listed === undefined || isOther || left.length > 0 || blank.isInTitle) return undefined
  const topic = without(clause, [listed.at])
  if (has(goal, verbs.change))
    return clause.isOfState && topic.length > 0
      ? asTopic({ ...clause, subject: topic, blank: { ...blank, subject: topic } })
      : undefined
  if (has(goal, verbs.added))
    return { ...blank, kind: "added", subject: topic, text: `something new about${described(topic)}` }
  const { family, state } = listed
  const all = states.some((one) => one.family === family && one.state === state)
    ? states
    : [...states, { family, state }]
  const text = `one of${topic.length === 0 ? " them" : described(topic)} comes, goes, or is said to be ${all.map((one) => one.state).join(" or ")}`
  return { ...blank, kind: "status", subject: topic, states: all, members: adjectiveAt(goal, listed.at), topic, text }
}

/** Nouns that name what happens, and not that it should. */
const ofThings =
  /(?<!\p{L})(?:chiusur[ae]|closures?|closing days?|schliess\p{L}*|wartung\p{L}*|maintenance|onderhoud|mantenimiento|manutenzion[ei]|storung\p{L}*|cierres?|fermetures?|opening times?)(?!\p{L})/u

const asMove: Attempt = ({ blank, measure, subject }) =>
  measure === null
    ? undefined
    : { ...blank, kind: "number", measure, text: `${measured(measure, undefined)}${of(subject)}` }

const asKnownMove: Attempt = (clause) => (clause.measure?.kind === null ? undefined : asMove(clause))

/** What a page says of what it has no more. */
const over: GoalCondition["states"] = [
  { family: "availability", state: "unavailable" },
  { family: "lifecycle", state: "ended" },
  { family: "lifecycle", state: "deprecated" }
]

const asRemoved: Attempt = ({ blank, goal, subject }) =>
  !(has(goal, verbs.removed) || has(goal, withdrawn)) || has(goal, verbs.change)
    ? undefined
    : {
        ...blank,
        kind: "removed",
        isGone: true,
        states: has(goal, withdrawn) && subject.length > 0 ? over : [],
        text: subject.length === 0 ? "something is removed" : `${described(subject).trim()} is removed`
      }

const asAdded: Attempt = (clause) => {
  if (!has(clause.goal, verbs.added)) return undefined
  // "A new office opens": what opens is new.
  const opening = goalStates.flatMap(([pattern, family]) =>
    family === "openness" ? rangesOf(clause.goal, pattern) : []
  )
  const subject = clause.isOnlySaid ? without(clause, opening) : clause.subject
  const text = subject.length === 0 ? "something new appears" : `something new about${described(subject)}`
  return { ...clause.blank, kind: "added", subject, text }
}

const fresh =
  /(?<!\p{L})(?:newer|new|neuere?[rsnm]?|neue[rsnm]?|nouve\p{L}+|nuev[oa]s?|nuov[oiae]|nov[oa]s?|nieuwe?)(?!\p{L})/u

/** "The new edition", "my new one": one that is known, and waited for. */
const known =
  /(?<!\p{L})(?:the|this|that|these|those|its|my|our|your|their|der|die|das|dem|den|dies\p{L}{1,2}|mein\p{L}{0,2}|le|la|les|cette?|ces?|el|los|las|est[ea]s?|il|lo|gli|i|quest[oaie]|os?(?= nov)|as?(?= nov)|het|de(?= nieuw)|dit|deze)\s(?:\p{L}{1,20}\s)?(?:new|neue|nouve|nuev|nuov|nov|nieuw)/u

/** What is new once it is there at all, as a version and an episode. */
const comesWithItself = (goal: GoalText, subject: ReadonlyArray<Group>): boolean =>
  conceptsOfGroups(subject).some((name) => ["release", "update", "article"].includes(name)) ||
  numberedNouns.test(goal.folded)

/** "A new version is available": one that came meets it, and one that is said to be there. */
const asNewAndThere: Attempt = (clause) => {
  const { blank, goal, isOfState, left, states } = clause
  const isThere = states.length > 0 && states.every(({ state }) => state === "available" || state === "reduced")
  if (!isOfState || !isThere || left.length > 0 || !fresh.test(goal.folded) || known.test(goal.folded)) return undefined
  const subject = withoutStates(clause)
  if (!comesWithItself(goal, subject)) return undefined
  const about = subject.length === 0 ? "" : ` about${described(subject)}`
  const text = `something new${about} comes, or is said to be available`
  return { ...blank, kind: "added", subject, states, text }
}

const asPhrase: Attempt = ({ blank, phrases }) =>
  phrases.length === 0
    ? undefined
    : { ...blank, kind: "mention", phrases, text: `the page says “${phrases.join("” and “")}”` }

/** Said of what no rule has words for, so that its owner knows how little is made of it. */
const unknownWords = "; where the page says none of these words, any change is told with little confidence"

const asTopic: Attempt = ({ blank, subject }) =>
  subject.length === 0
    ? undefined
    : {
        ...blank,
        kind: "topic",
        subject,
        text: `anything about${described(subject)} changes${areForeign(subject) ? unknownWords : ""}`
      }

/** What a clause may ask for; the first that fits is it. */
const attempts: ReadonlyArray<Attempt> = [
  ...[asBound, asMention, asBecoming, asList, asNewAndThere, asState],
  ...[asKnownMove, asRemoved, asAdded, asMove, asPhrase, asTopic]
]

const longer = /(?<!\p{L})(?:extend|extension|longer|prolong|verlanger|ampli|prorog|verleng|shorten|langer|kurzer)/u
const changesTo = /(?:chang\w+ (?:to|from)|wechselt (?:auf|zu)|passe a|cambia a|passa a)\s(?!the|our|their)/

/** "A new office opens", "new stable version": the state only says which. */
const isOnlySaid = (goal: GoalText, states: GoalCondition["states"], concepts: ReadonlyArray<string>): boolean =>
  (fresh.test(goal.folded) && states.every(({ family }) => family !== "availability")) ||
  (concepts.includes("release") &&
    states.every(({ family, state }) => family === "lifecycle" && state !== "deprecated" && state !== "ended"))

/** Whether the state is what is asked for, and not what a change is of: "changes to the cancellation terms". */
const isOfState = (
  goal: GoalText,
  clause: Pick<Clause, "isOnlySaid" | "left" | "states" | "subject">,
  isMoved: boolean
): boolean => {
  const isOfChange = has(goal, verbs.change) && clause.subject.length > 0 && !changesTo.test(goal.folded)
  const isOfJob = has(goal, verbs.added) && conceptsOfGroups(clause.subject).includes("job")
  const isAsked = has(goal, asking) && clause.states.every(({ family }) => family !== "availability")
  return (
    clause.states.length + clause.left.length > 0 &&
    !clause.isOnlySaid &&
    !isOfChange &&
    !isMoved &&
    !isOfJob &&
    !isAsked
  )
}

/** A server is up, and goes down; what goes up is a number. */
const goesUp = /(?<!\p{L})(?:go|goes|going|gone|went) up(?!\p{L})/u

/** What a condition has as far as nothing is said. */
const nothing: Omit<GoalCondition, "isInTitle" | "kind" | "subject" | "text"> = {
  measure: null,
  counted: null,
  states: [],
  left: [],
  members: null,
  topic: [],
  phrases: [],
  isGone: false
}

const understood = [filler, ...Object.values(verbs), ...Object.values(moves), inTitle, withdrawn]

const readClause = (text: string): Clause => {
  const goal = goalText(text)
  const bound = boundOf(goal)
  const named = statesIn(goal)
  // "No longer down": a server, and no number.
  const move = named.left.length > 0 ? null : moveOf(goal, bound)
  const struck = [...understood.flatMap((pattern) => rangesOf(goal, pattern)), ...named.negations]
  const subject = groupsOf(goal, bound === undefined ? struck : [...struck, bound.struck], isSubject)
  const concepts = conceptsOfGroups(subject)
  const isNumber = move !== null && isOfNumber(goal, concepts)
  const states = named.states.filter(({ family }) => family !== "health" || !(isNumber || goesUp.test(goal.folded)))
  const said = { states, left: named.left, subject, isOnlySaid: isOnlySaid(goal, states, concepts) }
  return {
    ...said,
    goal,
    bound,
    struck,
    measure: measureOf(goal, bound, move, concepts),
    phrases: Array.from(text.matchAll(quoted), ([, one, other]) => (one ?? other)!.trim()),
    isOfState: isOfState(goal, said, move !== null && longer.test(goal.folded)),
    blank: { ...nothing, subject, isInTitle: has(goal, inTitle) }
  }
}

/** Any change that means something. */
export const anything: GoalCondition = {
  ...nothing,
  kind: "any",
  text: "anything that means something changes",
  subject: [],
  isInTitle: false
}

/** What a clause of a goal asks for. */
export const compileClause = (text: string): GoalCondition => {
  const clause = readClause(text)
  for (const attempt of attempts) {
    const condition = attempt(clause)
    if (condition !== undefined) return condition
  }
  return anything
}
