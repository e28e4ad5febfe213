/** What a goal asks for, with all that rules need to check it. */
import type { Condition } from "../Condition.ts"
import type { Bound, Move } from "./goalBound.ts"
import type { Group } from "./goalText.ts"
import type { Value } from "./values.ts"

/** A bound that a number crosses, or how it moves. */
export interface Measure {
  /** What kind of number; null is any. */
  readonly kind: Value["kind"] | null
  readonly unit: string
  /** Of a currency whose sign several share: all that it may stand for. */
  readonly mayBe?: ReadonlyArray<string>
  readonly bound: (Pick<Bound, "side" | "isIncluded"> & Pick<Value, "amount" | "readings">) | null
  readonly move: Move | null
}

export interface GoalCondition extends Condition {
  readonly subject: ReadonlyArray<Group>
  readonly measure: Measure | null
  /** What the number of a bound counts: bedrooms, in "at least 3 bedrooms". */
  readonly counted: Group | null
  /** States that it asks for; none is any other state. */
  readonly states: ReadonlyArray<{ readonly family: string; readonly state: string }>
  /** States that are to be over: of "no longer in stock", in stock. */
  readonly left: ReadonlyArray<{ readonly family: string; readonly state: string }>
  /** The adjective that says which members of a list are meant, of which one that comes or goes is asked for too. */
  readonly members: Group | null
  /** Where the state may be what the page is asked about, and not what it should say: all words, the state among them. */
  readonly topic: ReadonlyArray<Group>
  /** Words that must come, or go, as they stand. */
  readonly phrases: ReadonlyArray<string>
  readonly isGone: boolean
  readonly isInTitle: boolean
}

export interface CompiledGoal {
  readonly conditions: ReadonlyArray<GoalCondition>
  /** What is not wanted. */
  readonly excluded: ReadonlyArray<ReadonlyArray<Group>>
}
