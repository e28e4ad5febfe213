/**
 * Values of a row that have no name on the page, such as those of a table without a head.
 *
 * **Details.** A property takes one only where something says that it is its own: what the value is by itself, as a day or an amount, or that it is
 * one of its choices. By its place alone a value is what a row is called, the answer under a question, or the one sentence that a card
 * says of its thing. What is left over is nobody's: it is not there.
 */
import type { Place } from "./buildData.ts"
import type { DataProperty, ScalarShape } from "./DataShape.ts"
import type { Fact, FactGroup } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { type Candidate, leastWeight } from "./findScalar.ts"
import { nameWords } from "./nameWords.ts"
import { readTyped } from "./readTyped.ts"
import { saidKinds } from "./saidKinds.ts"

/** How much a value weighs that has no name. @internal */
export const unnamedWeight = 0.4

/** A property that nothing with a name fills, as it is looked for. */
export interface Missing {
  readonly property: DataProperty
  readonly field: Field
}

/** The row that values are of, the rows beside it, and what the list is called. */
export interface Row {
  readonly place: Place
  readonly group: FactGroup
  readonly list: string
  /** What the row says with names already. */
  readonly taken: ReadonlySet<string>
}

export interface Unnamed {
  readonly property: DataProperty
  readonly candidate: Candidate
}

/** A value under the name that it has by what it is. */
const called = (fact: Fact, name: string, value: Fact["value"] = fact.value): Fact => ({ ...fact, name, value })

const kindsOf = (fact: Fact, language: string): ReadonlyArray<Fact> =>
  saidKinds(String(fact.value), language).map(({ name, value }) => called(fact, name, value))

/** Whether the whole of a text is one of a property's choices. */
const isChoice = ({ value }: Fact, shape: ScalarShape): boolean => {
  if (shape.kind !== "text" || shape.choices === null) return false
  const said = nameWords(String(value)).join(" ")
  return /\p{L}/u.test(said) && shape.choices.some((choice) => nameWords(choice).join(" ") === said)
}

/** What more than one row says is a mark on it, and nothing of its own. */
const repeated = new WeakMap<FactGroup, ReadonlySet<string>>()

const repeatedIn = (group: FactGroup): ReadonlySet<string> => {
  const known = repeated.get(group)
  if (known !== undefined) return known
  const seen = new Set<string>()
  const found = new Set<string>()
  for (const { facts } of group.items) {
    for (const { name, value } of facts) {
      if (name !== "") continue
      const said = String(value)
      if (seen.has(said)) found.add(said)
      seen.add(said)
    }
  }
  repeated.set(group, found)
  return found
}

/** Words that parts of sentences have, and names of brands, colours and materials have not. */
const joining =
  /(?<!\p{L})(?:with|and|of|in|for|from|to|on|the|your|our|is|are|mit|und|von|für|aus|der|die|das|avec|et|de|du|pour|sur|con|y|para|del|e|di|per|com|met|en|van|voor)(?!\p{L})/iu

/** Whether a text is a sentence or a part of one. */
const isProse = (text: string): boolean => {
  const words = text.split(/\s+/).length
  return words >= 4 || (words > 1 && (/[.!?。]$|,\s/u.test(text) || joining.test(text)))
}

const isWorded = ({ value }: Fact): boolean => /\p{L}{2}/u.test(String(value)) && !/^https?:/.test(String(value))

const answered = (facts: ReadonlyArray<Fact>, fact: Fact): boolean =>
  facts.some((one) => one !== fact && /\p{L}[?？]$/u.test(String(one.value)))

/**
 * What goes where. A property takes nothing of two values that might both be its own.
 *
 * @internal
 */
export const unnamedValues = (
  filling: Filling,
  missing: ReadonlyArray<Missing>,
  row: Row
): ReadonlyArray<Unnamed> => {
  const { group, place, taken } = row
  const { set } = place
  const locale = { ...place.locale, language: place.locale.decimals?.get("") ?? place.locale.language }
  const { language } = locale
  const left = set.facts.filter(({ name, value }) => (name === "" || name === "title") && !taken.has(String(value)))
  if (missing.length === 0 || left.length === 0) return []
  const found: Array<Unnamed> = []
  const used = new Set<string>()
  const isUsed = ({ value }: Fact) => used.has(String(value))
  const kinds = new Map(left.map((fact) => [fact, kindsOf(fact, language)]))
  const isOpen = ({ property }: Missing) => !found.some((one) => one.property === property)
  /** Gives a property the one value that is called so. */
  const take = (one: Missing, named: ReadonlyArray<readonly [fact: Fact, called: Fact]>): void => {
    const { field, property } = one
    const shape = property.shape as ScalarShape
    const fitting = named.flatMap(([fact, called]): ReadonlyArray<readonly [Fact, Candidate]> => {
      if (isUsed(fact) || filling.match(field, called) < leastWeight) return []
      const value = readTyped(called, shape, field.wanted, locale)
      return value === undefined ? [] : [[fact, { value, fact: called, weight: unnamedWeight }]]
    })
    const [only] = fitting
    if (only === undefined || fitting.some(([, { value }]) => value !== only[1].value)) return
    used.add(String(only[0].value))
    found.push({ property, candidate: only[1] })
  }
  const unnamed = left.filter(({ name }) => name === "")
  for (const one of missing) {
    const shape = one.property.shape as ScalarShape
    const chosen = unnamed.filter((fact) => isChoice(fact, shape))
    const [only, ...others] = chosen
    const value = only === undefined ? undefined : readTyped(only, shape, one.field.wanted, locale)
    if (only === undefined || others.length > 0 || isUsed(only) || value === undefined) continue
    used.add(String(only.value))
    found.push({ property: one.property, candidate: { value, fact: only, weight: unnamedWeight } })
  }
  const byKind = left.flatMap((fact) =>
    // What a thing is called may be a question, and is nothing else.
    kinds.get(fact)!.flatMap((kind) => (fact.name === "" || kind.name === "question" ? [[fact, kind] as const] : []))
  )
  for (const one of missing) if (isOpen(one)) take(one, byKind)
  const asAnswer = unnamed.filter((fact) => !isUsed(fact) && isWorded(fact) && answered(set.facts, fact))
  for (const one of missing) if (isOpen(one)) take(one, asAnswer.map((fact) => [fact, called(fact, "answer")]))
  for (const one of missing) if (isOpen(one) && !one.field.wanted.asksRole) take(one, hintedName(filling, row))
  if (filling.isChecked) return found
  const words = () => unnamed.filter((fact) => !isUsed(fact) && isWorded(fact) && kinds.get(fact)!.length === 0)
  const own = () => words().filter(({ value }) => !repeatedIn(group).has(String(value)))
  for (const one of missing) if (isOpen(one) && !one.field.wanted.asksRole) take(one, nameByPlace(row, own()))
  for (const one of missing)
    if (isOpen(one) && words().length === 1)
      take(
        one,
        own().flatMap((fact) => (isProse(String(fact.value)) ? [[fact, called(fact, "description")] as const] : []))
      )
  return found
}

/** What a row is called by the noun of its list: `dish` in `dishes`. */
const hintedName = (
  filling: Filling,
  { list, place: { set } }: Row
): ReadonlyArray<readonly [fact: Fact, called: Fact]> => {
  const noun = nameWords(list).join(" ")
  const isNoun = (fact: Fact) => fact.name !== "" && filling.labelOf(fact).name.join(" ") === noun
  return set.facts.some(({ name }) => name === "title")
    ? []
    : set.facts.filter((fact) => isNoun(fact) && isWorded(fact)).map((fact) => [fact, called(fact, "title")])
}

/** What a row is called: its first cell, what a label is beside its value, or the only words of a card that has no heading. */
const nameByPlace = (
  { group, place: { set } }: Row,
  own: ReadonlyArray<Fact>
): ReadonlyArray<readonly [fact: Fact, called: Fact]> => {
  const [first, ...others] = own
  if (first === undefined || set.facts.some(({ name }) => name === "title")) return []
  const isFirst = group.source === "table" || group.source === "pair" ? set.facts[0] === first : others.length === 0
  return isFirst ? [[first, called(first, "title")]] : []
}
