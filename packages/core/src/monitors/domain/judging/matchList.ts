/** Conditions about members of a list: open positions, cancelled trains. One that comes or goes is asked for, and one that becomes so. */

import { kindsOf } from "./entryKinds.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import { goalText } from "./goalText.ts"
import { listedIn } from "./listed.ts"
import { type Match, no } from "./Match.ts"
import { isReplaced, matchAdded, matchRemoved } from "./matchEntry.ts"
import { matchStatus } from "./matchStatus.ts"
import { matchTopic } from "./matchTopic.ts"
import type { Page } from "./page.ts"
import { says } from "./subject.ts"

type State = GoalCondition["states"][number]

/** Whether what is there to be had is told apart from what is not. */
const isFree = ({ state }: State): boolean | undefined =>
  ["available", "open"].includes(state) ? true : ["unavailable", "closed"].includes(state) ? false : undefined

/** Says something else than the states that are asked for: "closed" of what is to be open. */
const isContrary = (wanted: ReadonlyArray<State>, said: State): boolean => {
  const free = isFree(said)
  const isAlike = (one: State) => (free === undefined ? one.family === said.family : isFree(one) !== undefined)
  const isSame = (one: State) => (free === undefined ? one.state === said.state : isFree(one) === free)
  return wanted.some(isAlike) && !wanted.some(isSame)
}

const headings = { read: 2, length: 120 } as const

/** Stands below "Closed positions", or is said to be closed. */
const isOfOthers = ({ states: wanted }: GoalCondition, { context, kind, states: { after } }: Fact): boolean =>
  context.headings.slice(0, headings.read).some((heading) => {
    const listed = listedIn(goalText(heading.slice(0, headings.length)))
    return listed !== undefined && isContrary(wanted, listed)
  }) ||
  (kind === "added" && after.length > 0 && after.some((one) => isContrary(wanted, one)))

const statesOf = (all: Fact["states"]["before"]): string => all.map(({ family, state }) => `${family} ${state}`).join()

/** "Sizes: S, M, L", "13 open positions": a line that names the list, and in which more than an amount or a day changed. */
const isOfLine = ({ topic }: GoalCondition, { after, before, come, gone }: Fact): boolean =>
  [...before, ...after].every((line) => topic.every((group) => says(group, line))) &&
  [...come, ...gone].some(({ value }) => value === undefined || value.kind === "number")

const isOfMembers = (condition: GoalCondition, fact: Fact): boolean =>
  fact.kind === "added" ||
  fact.kind === "removed" ||
  isReplaced(fact) ||
  statesOf(fact.states.before) !== statesOf(fact.states.after) ||
  isOfLine(condition, fact)

/** What a condition about members of a list says of a piece of a difference. */
export const matchList = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const status = matchStatus(condition, fact, page)
  if (status.verdict === "yes") return status
  if (isOfOthers(condition, fact)) return no(0.88, "it is one of another list")
  if (!isOfMembers(condition, fact)) return status
  const topic = matchTopic({ ...condition, subject: condition.topic }, fact, page)
  if (topic.verdict !== "no" || !condition.topic.some((group) => kindsOf(group).includes("job"))) return topic
  const one = { ...condition, subject: condition.topic }
  return fact.kind === "removed" ? matchRemoved(one, fact, page) : matchAdded(one, fact, page)
}
