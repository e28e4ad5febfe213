/** Conditions about a topic: anything about refunds. */
import { pairsOf } from "./amounts.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { confidences, type Match, no, unsure, yes } from "./Match.ts"
import { isLabelBeside, isSoft, matchSubject, type Page, type Place, says } from "./subject.ts"
import type { ValueKind } from "./values.ts"

/** Kinds of values that say a concept without its name. */
const saidBy: Readonly<Record<string, ReadonlyArray<ValueKind>>> = {
  price: ["money"],
  fee: ["money"],
  salary: ["money"],
  discount: ["percent"],
  deadline: ["date", "time"],
  date: ["date", "time"],
  start: ["date", "time"],
  hours: ["time"],
  release: ["version"],
  exchange: ["number"],
  interest: ["percent", "number"]
}

const valueKinds = (fact: Fact): ReadonlyArray<ValueKind> =>
  [...fact.gone, ...fact.come].flatMap(({ value }) => (value === undefined ? [] : [value.kind]))

const namesOf = ({ words }: Group): ReadonlyArray<string> => words.flatMap(conceptsOf)

const mainPrices = (fact: Fact): boolean => pairsOf(fact, ({ kind }) => kind === "money", ["main"]).length > 0

/** A changed price is about prices though nothing says "price". */
const isSaidByValue = (group: Group, fact: Fact, isAlone: boolean): boolean => {
  const kinds = valueKinds(fact)
  return namesOf(group).some((name) => {
    if (name === "price") return kinds.includes("money") && (mainPrices(fact) || !isAlone)
    if (
      name === "date" &&
      isLabelBeside(group, fact) &&
      ![...fact.before, ...fact.after].some((line) => says(group, line))
    )
      return false
    if (name === "date") return kinds.includes("date") || (!isAlone && kinds.includes("time"))
    if (name === "status" || name === "outage") return fact.states.before.length + fact.states.after.length > 0
    if (name === "stock")
      return [...fact.states.before, ...fact.states.after].some(({ family }) => family === "availability")
    if (name === "email") return [...fact.gone, ...fact.come].some(({ text }) => text.includes("@"))
    return (
      ["hours", "release", "salary", "discount", "exchange"].includes(name) &&
      saidBy[name]!.some((kind) => kinds.includes(kind))
    )
  })
}

/** Only values of other kinds changed beside the words of the topic: storage, in a row that has a price too. */
const isOtherValue = (subject: ReadonlyArray<Group>, fact: Fact): boolean => {
  const wanted = subject.flatMap(namesOf).flatMap((name) => saidBy[name] ?? [])
  const changed = [...fact.gone, ...fact.come]
  const kinds = valueKinds(fact)
  return (
    wanted.length > 0 &&
    subject.every((group) => namesOf(group).some((name) => name in saidBy)) &&
    kinds.length === changed.length &&
    kinds.length > 0 &&
    !kinds.some(
      (kind) => wanted.includes(kind) || (kind === "number" && wanted.includes("money")) || kind === "percent"
    )
  )
}

const sure: Readonly<Record<Place, number>> = {
  changed: confidences.value,
  own: confidences.words,
  near: confidences.words,
  heading: confidences.heading,
  none: confidences.part
}

const quoteOf = (fact: Fact): string => `“${(fact.after[0] ?? fact.before[0] ?? "").slice(0, 80)}”`

const named = (groups: ReadonlyArray<Group>): string => `“${groups.map(({ words }) => words.join("/")).join(" ")}”`

/** What a condition about a topic says of a piece of a difference. */
export const matchTopic = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const { subject } = condition
  const hard = subject.filter((group) => !isSoft(group))
  const byValue = subject.filter((group) => isSaidByValue(group, fact, hard.length <= 1))
  const rest = subject.filter((group) => !byValue.includes(group))
  const { elsewhere, isAny, nowhere, place, share } = matchSubject(rest, fact, page)
  const quote = quoteOf(fact)
  if (byValue.length > 0 && elsewhere.length + nowhere.length === 0)
    return yes(confidences.value, `${quote} is about ${named(subject)}`)
  if (isOtherValue(hard, fact) && place !== "changed") return no(0.85, `${quote} says another kind of value`)
  if (elsewhere.length > 0) return no(0.86, `${quote} is not where the page speaks of ${named(elsewhere)}`)
  if (nowhere.length === 0 && (isAny || hard.length === 0))
    return yes(isAny ? sure[place] : confidences.part, `${quote} is about ${named(subject)}`)
  if (
    (isAny || byValue.length > 0) &&
    (nowhere.every(({ isHead, isName }) => isName || (isHead && hard.length > 1)) || share >= 0.6)
  )
    return yes(confidences.part, `${quote} is about what the page says of ${named(subject)}`)
  // "Allowed devices": a word that the table does not know, beside one that is there.
  const isLoose = nowhere.every((group) => !group.isName && namesOf(group).length === 0)
  if (isAny && isLoose && share >= 0.5 && place !== "heading")
    return yes(confidences.part, `${quote} is about ${named(rest)}, as far as it says`)
  if (isAny && hard.length > nowhere.length) return no(0.78, `${quote} says nothing of ${named(nowhere)}`)
  // A name would be said where it is meant, and of what the table knows other words would be.
  if (nowhere.every((group) => group.isName || namesOf(group).length > 0))
    return no(0.78, `${quote} is about something else than ${named(subject)}`)
  return unsure(`nothing on the page speaks of ${named(nowhere)}, so that it cannot be told whether ${quote} does`)
}
