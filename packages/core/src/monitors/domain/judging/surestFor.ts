/** How sure a judge can be at most that a change is what a goal asks for: who is told of surer ones alone is told of nothing. */
import type { Condition } from "../Condition.ts"
import { compileGoal } from "./goal.ts"
import { confidences } from "./Match.ts"

/** By what a condition asks for. A model that judges what rules are not sure of is no surer than rules are of a state. */
const surest: Readonly<Record<Condition["kind"], number>> = {
  any: confidences.state,
  topic: confidences.value,
  number: confidences.crossed,
  status: confidences.state,
  added: confidences.entry,
  removed: confidences.entry,
  mention: confidences.said
}

/** Rules that compute an answer are as sure of the next one like it: a bound that is crossed, a state, words that are there. */
const computed: ReadonlySet<Condition["kind"]> = new Set(["number", "status", "mention"])

/** Whether a goal asks for what rules compute. */
export const asksForComputed = (goal: string | null): boolean =>
  compileGoal(goal).conditions.some(({ kind }) => computed.has(kind))

/** The surest answer that one of the conditions of a goal can have; null asks for any change. */
export const surestFor = (goal: string | null): number =>
  Math.max(...compileGoal(goal).conditions.map(({ kind }) => surest[kind]))
