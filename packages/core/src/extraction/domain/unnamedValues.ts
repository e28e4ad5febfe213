/**
 * Values of a row that have no name on the page, such as those of a table without a head.
 *
 * **Details.** A property takes one only where something says that it is its own: what the value is by itself, as a day or an amount, or that it is
 * one of its choices. By its place alone a value is what a row is called, or the one sentence that a card says of its thing. What is left over is
 * nobody's: it is not there.
 */
import type { Place } from "./buildData.ts"
import type { DataProperty, ScalarShape } from "./DataShape.ts"
import type { Fact, FactGroup } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { type Candidate, findScalar } from "./findScalar.ts"
import { answered, called, isChoice, isLeft, isProse, isWorded, kindsOf, paidFor, repeatedIn } from "./leftValues.ts"
import { nameWords } from "./nameWords.ts"
import type { PageLocale } from "./PageLocale.ts"
import { readTyped } from "./readTyped.ts"

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

/** A value as the page has it, and under the name that it has by what it is. */
type Called = readonly [fact: Fact, called: Fact]

/** Most paragraphs that are one value, and most characters of all. */
const mostJoined = { parts: 12, characters: 4_000 } as const

/** Ends a sentence, and so a paragraph: a place and a byline end otherwise. */
const endsSentence = /[.!?…。！？][)"'”’»]?$/u

/** A text that may be several paragraphs long. */
const isLongText = ({ property: { shape } }: Field): boolean =>
  shape.kind === "text" && shape.format === null && shape.choices === null

/** The giving of what is left of one row to properties, each value once. */
class Leftovers {
  readonly given: Array<Unnamed> = []
  private readonly used = new Set<string>()
  /** The paragraphs that a value is made of. */
  private readonly parts = new Map<string, ReadonlyArray<string>>()
  private readonly filling: Filling
  private readonly missing: ReadonlyArray<Missing>
  private readonly locale: PageLocale

  constructor(filling: Filling, missing: ReadonlyArray<Missing>, locale: PageLocale) {
    this.filling = filling
    this.missing = missing
    this.locale = locale
  }

  isFree = ({ value }: Fact): boolean => !this.used.has(String(value))

  /** Gives each property that has nothing yet the one value that is called as it is, and nothing of two. */
  offer(values: ReadonlyArray<Called>, mayTake: (field: Field) => boolean = () => true): void {
    for (const { field, property } of this.open()) {
      if (!mayTake(field)) continue
      const fitting = values.flatMap(([fact, named]) => {
        // One text may say both ends of what it is from and to.
        if (!this.isFree(fact) && field.wanted.end === null) return []
        const alone = { facts: [named], lists: [], groups: [] }
        const found = findScalar(this.filling, field, property.shape as ScalarShape, alone, this.locale)
        return found === undefined ? [] : [{ fact, found }]
      })
      const [only] = fitting
      if (only !== undefined && fitting.every(({ found }) => found.value === only.found.value))
        this.give(property, only.fact, only.found)
    }
  }

  /** Several paragraphs as the one value that they are, where they stand right behind one another; none where they do not. */
  joined(all: ReadonlyArray<Fact>, some: ReadonlyArray<Fact>): ReadonlyArray<Fact> {
    const [first] = some
    if (first === undefined || some.length < 2 || some.length > mostJoined.parts) return []
    const start = all.indexOf(first)
    const isOne = some.every((fact, at) => all[start + at] === fact && endsSentence.test(String(fact.value)))
    const texts = some.map(({ value }) => String(value))
    const value = texts.join(" ")
    if (!isOne || value.length > mostJoined.characters) return []
    this.parts.set(value, texts)
    return [{ ...first, value, quote: some.map(({ quote }) => quote).join(" ") }]
  }

  /** Gives each property the one text that is a choice of its own. */
  choose(facts: ReadonlyArray<Fact>): void {
    for (const { field, property } of this.open()) {
      const shape = property.shape as ScalarShape
      const [fact, ...others] = facts.filter((one) => isChoice(one, shape))
      if (fact === undefined || others.length > 0 || !this.isFree(fact)) continue
      const value = readTyped(fact, shape, field.wanted, this.locale)
      if (value !== undefined) this.give(property, fact, { value, fact, weight: unnamedWeight })
    }
  }

  private open(): ReadonlyArray<Missing> {
    return this.missing.filter(({ property }) => !this.given.some((one) => one.property === property))
  }

  private give(property: DataProperty, { value }: Fact, candidate: Candidate): void {
    for (const part of this.parts.get(String(value)) ?? [String(value)]) this.used.add(part)
    this.given.push({ property, candidate: { ...candidate, weight: unnamedWeight } })
  }
}

/**
 * What goes where. A property takes nothing of two values that might both be its own.
 *
 * @internal
 */
export const unnamedValues = (filling: Filling, missing: ReadonlyArray<Missing>, row: Row): ReadonlyArray<Unnamed> => {
  const { group, list, place, taken } = row
  const facts = place.set.facts.filter((fact) => isLeft(fact) && !taken.has(String(fact.value)))
  if (missing.length === 0 || facts.length === 0) return []
  const locale = { ...place.locale, language: place.locale.decimals?.get("") ?? place.locale.language }
  const left = new Leftovers(filling, missing, locale)
  const kinds = new Map(facts.map((fact) => [fact, kindsOf(fact, locale.language)]))
  const unnamed = facts.filter(({ name }) => name === "")
  left.choose(unnamed)
  left.offer(
    facts.flatMap((fact) =>
      [...kinds.get(fact)!, ...paidFor(fact, { list, set: place.set, isCalled: place.isCalled }, locale.language)].map(
        (kind) => [fact, kind] as const
      )
    )
  )
  const answers = unnamed.filter((fact) => left.isFree(fact) && isWorded(fact) && answered(place.set.facts, fact))
  const asAnswers = (said: ReadonlyArray<Fact>) => said.map((fact) => [fact, called(fact, "answer")] as const)
  left.offer(asAnswers(left.joined(place.set.facts, answers)), isLongText)
  left.offer(asAnswers(answers))
  const isName = ({ wanted }: Field) => !wanted.asksRole
  left.offer(hintedName(filling, row), isName)
  if (filling.isChecked) return left.given
  const repeated = repeatedIn(group)
  const isOwn = (fact: Fact) =>
    left.isFree(fact) && isWorded(fact) && kinds.get(fact)!.length === 0 && !repeated.has(String(fact.value))
  left.offer(nameByPlace(row, unnamed.filter(isOwn)), isName)
  const sentences = unnamed.filter((fact) => isOwn(fact) && isProse(String(fact.value)))
  const asTexts = (said: ReadonlyArray<Fact>) =>
    said.flatMap((fact) => ["description", "text"].map((name) => [fact, called(fact, name)] as const))
  left.offer(asTexts(left.joined(place.set.facts, sentences)), isLongText)
  left.offer(asTexts(sentences))
  return left.given
}

/** What a row is called by the noun of its list: `dish` in `dishes`. */
const hintedName = (filling: Filling, { list, place: { set } }: Row): ReadonlyArray<Called> => {
  const noun = nameWords(list).join(" ")
  const isNoun = (fact: Fact) => fact.name !== "" && filling.labelOf(fact).name.join(" ") === noun
  return set.facts.some(({ name }) => name === "title")
    ? []
    : set.facts.filter((fact) => isNoun(fact) && isWorded(fact)).map((fact) => [fact, called(fact, "title")])
}

/** What a row is called: its first cell, what a label is beside its value, or the only words of a card that has no heading. */
const nameByPlace = ({ group, place: { set } }: Row, own: ReadonlyArray<Fact>): ReadonlyArray<Called> => {
  const [first, ...others] = own
  if (first === undefined || set.facts.some(({ name }) => name === "title")) return []
  const isFirst = group.source === "table" || group.source === "pair" ? set.facts[0] === first : others.length === 0
  return isFirst ? [[first, called(first, "title")]] : []
}
