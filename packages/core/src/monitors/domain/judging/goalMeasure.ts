/** The numbers of a goal: the bound that is crossed, or by how much something moves. */
import { conceptsOf } from "./concepts.ts"
import type { Measure } from "./GoalCondition.ts"
import { type GoalText, type Group, has, rangesOf } from "./goalText.ts"
import { comparators, moves } from "./goalWords.ts"
import { type Value, valuesOf } from "./values.ts"

/** What the numbers of a concept are. */
const kinds: Readonly<Record<string, Value["kind"]>> = {
  price: "money",
  fee: "money",
  salary: "money",
  shipping: "money",
  deadline: "date",
  date: "date",
  start: "date",
  exam: "date",
  interest: "percent"
}

export const conceptsOfGroups = (groups: ReadonlyArray<Group>): ReadonlyArray<string> =>
  groups.flatMap(({ words }) => words.flatMap((word) => conceptsOf(word)))

export interface Bound {
  readonly side: "below" | "above" | "reach"
  readonly value: Value
  readonly struck: { readonly from: number; readonly to: number }
}

/** The first bound: a comparing word with a number behind it, or right ahead of it. */
export const boundOf = (goal: GoalText): Bound | undefined => {
  const values = valuesOf(goal.folded)
  for (const side of ["below", "above", "reach"] as const) {
    for (const { from, to } of rangesOf(goal, comparators[side])) {
      const behind = values.find(
        (value) =>
          value.from >= to &&
          /^[\s:=]*(?:the |of |a |about |de |von |los |les |i |gli )?$/.test(goal.folded.slice(to, value.from))
      )
      const ahead = values.find(
        (value) => value.to <= from && /^\s*(?:を|を?が|이|보다)?\s*$/.test(goal.folded.slice(value.to, from))
      )
      const value = behind ?? ahead
      if (value !== undefined && value.kind !== "version" && value.kind !== "time") {
        return { side, value, struck: { from: Math.min(from, value.from), to: Math.max(to, value.to) } }
      }
    }
  }
  return undefined
}

const wayOf = (goal: GoalText): "down" | "up" | undefined =>
  has(goal, moves.down) ? (has(goal, moves.up) ? undefined : "down") : has(goal, moves.up) ? "up" : undefined

/** "drops by more than 10 %", "a 10 % drop", "un 10 % menos"; "drops below 3 %" is a bound. */
export const moveOf = (goal: GoalText, bound: Bound | undefined): Measure["move"] => {
  const way = wayOf(goal)
  const value = bound?.value ?? valuesOf(goal.folded).find(({ kind }) => kind === "percent")
  if (value === undefined) return way === undefined ? null : { way, least: 0, isPercent: false }
  const ahead = goal.folded.slice(0, bound?.struck.from ?? value.from)
  const isBy = /(?:\bby|\bum|\bof|\bde|\bdel|\bdi|\bdello|\bem|\bmet|\bvon|\bin)\s*$/.test(ahead)
  const isAgainst = way === "down" && bound?.side === "above"
  const isPlain = bound === undefined && value.kind === "percent"
  const isShare =
    value.kind === "percent" && bound?.side === "above" && /(?:chang|ander|vari|cambi|mud|wijzig)/.test(goal.folded)
  if (!isBy && !isAgainst && !isPlain && !isShare) return null
  if (way === undefined && !isShare && !isBy) return null
  return { way: way ?? "any", least: Math.abs(value.amount), isPercent: value.kind === "percent" }
}

/** What is measured. */
export const measureOf = (
  goal: GoalText,
  bound: Bound | undefined,
  move: Measure["move"],
  concepts: ReadonlyArray<string>
): Measure | null => {
  if (bound === undefined && move === null) return null
  const ofConcept = concepts.map((name) => kinds[name]).find((kind) => kind !== undefined)
  const value = bound?.value
  if (move !== null) {
    const isOfPrice =
      /(?:cheaper|expensive|billiger|gunstiger|teurer|moins cher|plus cher|barat|mas car[oa]|encarec|rincar|goedkoper|duurder|値下|値上|降价|涨价)/.test(
        goal.folded
      )
    return { kind: ofConcept ?? (isOfPrice ? "money" : null), unit: "", bound: null, move }
  }
  const isMeasured = value!.kind === "quantity" && value!.keys[0]!.includes(" ")
  const isBare = value!.kind === "number" || (value!.kind === "quantity" && !isMeasured)
  const kind = isBare ? (ofConcept === "date" ? null : (ofConcept ?? null)) : value!.kind
  return { kind, unit: isBare ? "" : value!.unit, bound: { side: bound!.side, amount: value!.amount }, move: null }
}

/** In words. */
export const measured = ({ bound, kind, move, unit }: Measure, value: Value | undefined): string => {
  const what =
    kind === null || kind === "quantity"
      ? "a number"
      : {
          money: "a price",
          percent: "a percentage",
          date: "a date",
          time: "a time",
          number: "a number",
          version: "a version"
        }[kind]
  const amount =
    value === undefined
      ? ""
      : kind === "date" || kind === "time"
        ? value.text
        : `${Math.abs(value.amount)}${kind === "percent" ? " %" : unit === "" ? "" : ` ${unit}`}`
  if (bound !== null)
    return `${what} ${{ below: "comes below", above: "comes above", reach: "reaches" }[bound.side]} ${amount}`
  const ways = {
    down: kind === "date" ? "comes earlier" : "falls",
    up: kind === "date" ? "comes later" : "rises",
    any: "changes"
  }
  return `${what} ${ways[move!.way]}${move!.least > 0 ? ` by ${move!.least}${move!.isPercent ? " %" : ""} or more` : ""}`
}
