/** The numbers of a goal: the bound that is crossed, or by how much something moves. */
import { conceptsOf } from "./concepts.ts"
import type { Measure } from "./GoalCondition.ts"
import type { Bound, Move } from "./goalBound.ts"
import type { GoalText, Group } from "./goalText.ts"
import { isMeasured, type Value } from "./values.ts"

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

/** Words that name a number, beside the concepts that do. Compared with folded text. */
const amountNames =
  /(?<!\p{L})(?:temperatures?|scores?|rank(?:ing|ings|s)?|ratings?|rates?|traffic|numbers?|amounts?|levels?|index|shares?|values?|costs?|rents?|tax(?:es)?|tariffs?|premiums?|yields?|counts?|wages?|budgets?)(?!\p{L})/u

/** Whether what is asked for is a number, so that it goes up and down, and is not in order or out of it. */
export const isOfNumber = ({ folded }: GoalText, concepts: ReadonlyArray<string>): boolean =>
  concepts.some((name) => kinds[name] !== undefined) || amountNames.test(folded)

export const conceptsOfGroups = (groups: ReadonlyArray<Group>): ReadonlyArray<string> =>
  groups.flatMap(({ words }) => words.flatMap((word) => conceptsOf(word)))

/** What is measured. */
export const measureOf = (
  goal: GoalText,
  bound: Bound | undefined,
  move: Move | null,
  concepts: ReadonlyArray<string>
): Measure | null => {
  if (bound === undefined && move === null) return null
  const ofConcept = concepts.map((name) => kinds[name]).find((kind) => kind !== undefined)
  const value = bound?.value
  if (move !== null) {
    const isOfPrice =
      /(?:price[- ]drop|cheaper|expensive|billiger|gunstiger|teurer|moins cher|plus cher|barat|mas car[oa]|encarec|rincar|goedkoper|duurder|値下|値上|降价|涨价)/.test(
        goal.folded
      )
    return { kind: ofConcept ?? (isOfPrice ? "money" : null), unit: "", bound: null, move }
  }
  const isBare = value!.kind === "number" || (value!.kind === "quantity" && !isMeasured(value!))
  const kind = isBare ? (ofConcept === "date" ? null : (ofConcept ?? null)) : value!.kind
  const { isIncluded, side } = bound!
  const { readings } = value!
  const amount = { amount: value!.amount, ...(readings === undefined ? {} : { readings }) }
  const { mayBe, unit } = value!
  return {
    kind,
    unit: isBare ? "" : unit,
    ...(mayBe === undefined ? {} : { mayBe }),
    bound: { ...amount, side, isIncluded },
    move: null
  }
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
      : kind === "date" || kind === "time" || kind === "quantity"
        ? value.text
        : `${value.readings === undefined ? Math.abs(value.amount) : value.text.replace(/[^\d.,]/g, "")}${kind === "percent" ? " %" : unit === "" ? "" : ` ${unit}`}`
  if (bound !== null) return `${what} ${boundInWords(bound, amount)}`
  const ways = {
    down: kind === "date" ? "comes earlier" : "falls",
    up: kind === "date" ? "comes later" : "rises",
    any: "changes"
  }
  return `${what} ${ways[move!.way]}${leastInWords(move!)}`
}

const boundInWords = ({ isIncluded, side }: NonNullable<Measure["bound"]>, amount: string): string =>
  side === "reach" ? `reaches ${amount}` : isIncluded ? `comes to ${amount} or ${side}` : `comes ${side} ${amount}`

const leastInWords = ({ isBeyond, isPercent, least }: Move): string => {
  const size = `${least}${isPercent ? " %" : ""}`
  return least === 0 ? "" : isBeyond ? ` by more than ${size}` : ` by ${size} or more`
}
