/** How much a piece of a difference matters to whoever asked. */
import type { Importance } from "../Judgement.ts"
import { pairsOf } from "./amounts.ts"
import { conceptsIn } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { CompiledGoal } from "./GoalCondition.ts"
import { confidences, type Match } from "./Match.ts"

/** What concerns safety, rights and money out of the pocket. */
const grave = ["security", "breaking", "recall", "outage", "arbitration", "liability", "deprecation", "sharing"]

/** A price that moves by so much matters. */
const greatMove = 0.2

const movesFar = (fact: Fact): boolean =>
  pairsOf(fact, ({ kind }) => kind === "money", ["main", "shipping", "other"]).some(
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

export const importanceOf = (
  goal: CompiledGoal,
  relevant: ReadonlyArray<{ readonly fact: Fact; readonly match: Match }>
): Importance => {
  if (relevant.length === 0 || relevant.every(({ match }) => match.verdict === "unsure")) return "low"
  const isAsked = goal.conditions.some(
    ({ kind, measure }) => kind === "status" || (kind === "number" && (measure?.bound ?? null) !== null)
  )
  if (isAsked || relevant.some(({ fact }) => movesFar(fact) || isGrave(fact))) return "high"
  const isOfWords = relevant.every(({ match }) => match.confidence <= confidences.part)
  return isOfWords ? "low" : "medium"
}
