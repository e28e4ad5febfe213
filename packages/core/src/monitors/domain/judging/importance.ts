/** How much a piece of a difference matters to whoever asked. */
import type { Importance } from "../Judgement.ts"
import { pairsOf } from "./amounts.ts"
import { conceptsIn } from "./concepts.ts"
import { kindsOf } from "./entryKinds.ts"
import type { Fact } from "./facts.ts"
import type { CompiledGoal, GoalCondition } from "./GoalCondition.ts"
import type { Match } from "./Match.ts"

/** What concerns safety, rights and money out of the pocket. */
const grave = ["security", "breaking", "recall", "outage", "arbitration", "liability", "deprecation", "sharing"]

/** A price that moves by so much matters. */
const greatMove = 0.2

const movesFar = (fact: Fact): boolean =>
  pairsOf(
    fact,
    () =>
      ({ kind }) =>
        kind === "money",
    ["main", "shipping", "other", "extra"]
  ).some(
    ({ after, before }) =>
      before !== undefined &&
      after !== undefined &&
      Math.abs(after.amount - before.amount) >= Math.abs(before.amount) * greatMove
  )

const isGrave = (fact: Fact): boolean => {
  const names = conceptsIn([...fact.gone, ...fact.come])
  return (
    grave.some((name) => names.has(name)) ||
    fact.states.after.some(({ state }) => ["down", "cancelled", "deprecated", "ended", "unavailable"].includes(state))
  )
}

/** Nothing in particular is asked for: any change, any new entry of what the page lists. */
const isOpen = ({ kind, subject }: GoalCondition): boolean =>
  kind === "any" || (kind === "added" && subject.every((group) => kindsOf(group).length > 0))

/** What a goal waits for matters; what only belongs to its subject, or was asked for with all else, can wait. */
export const importanceOf = (
  goal: CompiledGoal,
  relevant: ReadonlyArray<{ readonly fact: Fact; readonly match: Match }>
): Importance => {
  if (relevant.length === 0 || relevant.every(({ match }) => match.verdict === "unsure")) return "low"
  if (relevant.some(({ fact }) => movesFar(fact) || isGrave(fact))) return "high"
  return goal.conditions.every(isOpen) ? "medium" : "high"
}
