/** The states that a goal names. */

import { isOfWaitingList } from "../../../extraction/domain/stateNow.ts"
import { statusesOf } from "../../../extraction/domain/statuses.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import { type GoalText, type Range, rangesOf } from "./goalText.ts"
import { filler, goalStates } from "./goalWords.ts"
import { negationAt } from "./negations.ts"

type States = GoalCondition["states"]

/** The states that a goal asks for. */
export interface NamedStates {
  readonly states: States
  /** States that are to be over: of "no longer in stock", in stock. */
  readonly left: States
  /** What says that they are to be over. */
  readonly negations: ReadonlyArray<Range>
}

/** The goal with spaces where it only says that somebody is to be told. */
const withoutFiller = (goal: GoalText): string => {
  let text = goal.text
  for (const { from, to } of rangesOf(goal, filler)) {
    const [start, end] = [goal.places[from]!, goal.places[to]!]
    text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end)
  }
  return text
}

/** Of what is under way, states that a goal names as such; "released" and "new" say that something comes. */
const lasting =
  /^(?:suspended|paused|completed|finished|expired|resumed|reinstated|inactive|active|ausgesetzt|abgeschlossen|suspendue?s?|terminée?s?)$/iu

/** What something is said to be that is not so any more. */
const opposites: Readonly<Record<string, ReadonlyArray<string>>> = {
  available: ["unavailable"],
  unavailable: ["available"],
  preorder: ["available"],
  open: ["closed"],
  closed: ["open"],
  operational: ["degraded", "down", "maintenance"],
  degraded: ["operational"],
  down: ["operational"],
  maintenance: ["operational"],
  investigating: ["resolved"],
  resolved: ["investigating"],
  alpha: ["beta", "stable"],
  beta: ["stable"],
  stable: ["deprecated", "ended"],
  deprecated: ["stable"],
  cancelled: ["ontime"],
  postponed: ["ontime"],
  delayed: ["ontime"],
  ontime: ["delayed", "postponed", "cancelled"],
  pending: ["approved", "rejected", "done"],
  approved: ["rejected"],
  rejected: ["approved"],
  paused: ["active"],
  active: ["paused"]
}

const distinct = (all: States): States =>
  all.filter(
    (one, index) => all.findIndex((other) => other.family === one.family && other.state === one.state) === index
  )

interface Named {
  readonly family: string
  readonly state: string
  /** Where it stands in the folded goal. */
  readonly at: Range
}

/** The states that a goal names, whether it asks for them or for their end. */
const namedIn = (goal: GoalText): ReadonlyArray<Named> => {
  const known = goalStates.flatMap(([pattern, family, states]) =>
    rangesOf(goal, pattern).flatMap((at) => states.map((state) => ({ family, state, at })))
  )
  const places = known.map(({ at: { from, to } }) => [goal.places[from]!, goal.places[to]!] as const)
  const place = (at: number) => goal.places.findIndex((one) => one >= at)
  // What a phrase of a goal says as a whole, such as "leaves beta", is not said by its parts.
  const said = statusesOf(withoutFiller(goal))
    .filter(
      ({ family, from, text, to }) =>
        !places.some(([start, end]) => from < end && start < to) &&
        (family !== "progress" || lasting.test(text)) &&
        // "When the waiting list opens" names the list, and asks for no place that is taken.
        !(known.length > 0 && isOfWaitingList(text)) &&
        // "Open to people in Europe" is no state.
        !(text.toLowerCase() === "open" && /^ to /.test(goal.text.slice(to)))
    )
    .map(({ family, from, state, to }) => ({ family, state, at: { from: place(from), to: place(to) } }))
  return [...known, ...said]
}

export const statesIn = (goal: GoalText): NamedStates => {
  const all = namedIn(goal).map((named) => ({ named, negation: negationAt(goal, named.at, named.state) }))
  const [states, left, negations]: [Array<States[number]>, Array<States[number]>, Array<Range>] = [[], [], []]
  for (const { named, negation } of all) {
    const { family, state } = named
    if (negation === undefined) states.push({ family, state })
    else {
      states.push(...(opposites[state] ?? []).map((other) => ({ family, state: other })))
      left.push({ family, state })
      negations.push(...negation)
    }
  }
  return { states: distinct(states), left: distinct(left), negations }
}

/** Whether a goal names a state, or the end of one. */
export const hasStates = (goal: GoalText): boolean => namedIn(goal).length > 0

/** Where a goal names states, and where it denies them: a "not" that stands there is no "but not". */
export const rangesOfStates = (goal: GoalText): ReadonlyArray<Range> =>
  namedIn(goal).flatMap(({ at, state }) => [at, ...(negationAt(goal, at, state) ?? [])])
