/** How sure a judge can be at most that a change is what a goal asks for: who is told of surer ones alone is told of nothing. */
import type { Condition } from "../Condition.ts"
import { compileGoal } from "./goal.ts"
import { confidences } from "./Match.ts"

/** A model is asked where rules are less sure than this, and is no surer than a state that they read. */
const surest: Readonly<Record<Condition["kind"], number>> = {
  any: confidences.state,
  topic: confidences.value,
  number: confidences.crossed,
  status: confidences.state,
  added: confidences.entry,
  removed: confidences.entry,
  mention: confidences.said
}

/** The surest answer that one of the conditions of a goal can have; null asks for any change. */
export const surestFor = (goal: string | null): number =>
  Math.max(...compileGoal(goal).conditions.map(({ kind }) => surest[kind]))
