/** Values of a row that have no name on the page, such as those of a table without a head. */
import type { Place } from "./buildData.ts"
import type { DataProperty, ScalarShape } from "./DataShape.ts"
import type { Fact } from "./FactSheet.ts"
import type { Filling } from "./Filling.ts"
import type { Candidate } from "./findScalar.ts"
import { readTyped } from "./readTyped.ts"

/** How much a value weighs that is known by its place and kind alone. @internal */
export const unnamedWeight = 0.4

/** A free text takes whatever is there; other kinds say themselves whether a value is theirs. */
const isPicky = (shape: ScalarShape): boolean =>
  shape.kind === "number" || (shape.kind === "text" && (shape.format !== null || shape.choices !== null))

const isTaken = ({ quote, value }: Fact, taken: ReadonlySet<string>): boolean =>
  taken.has(quote) || taken.has(String(value))

/**
 * What goes where: values of a kind to the one property that asks for it, and texts in their order, when there are as many
 * as are asked for.
 *
 * @internal
 */
export const unnamedValues = (
  filling: Filling,
  missing: ReadonlyArray<DataProperty>,
  { locale, set }: Place,
  taken: ReadonlySet<string>
): ReadonlyArray<{ readonly property: DataProperty; readonly candidate: Candidate }> => {
  const left = set.facts.filter((fact) => fact.name === "" && !isTaken(fact, taken))
  if (missing.length === 0 || left.length === 0) return []
  const found: Array<{ property: DataProperty; candidate: Candidate }> = []
  const used = new Set<Fact>()
  const take = (property: DataProperty, fact: Fact): boolean => {
    const shape = property.shape as ScalarShape
    const value = readTyped(fact, shape, filling.fieldOf(property, "").wanted, locale)
    if (value === undefined) return false
    used.add(fact)
    found.push({ property, candidate: { value, fact, weight: unnamedWeight } })
    return true
  }
  for (const property of missing.filter(({ shape }) => isPicky(shape as ScalarShape))) {
    const fitting = left.filter((fact) => {
      if (used.has(fact)) return false
      return readTyped(fact, property.shape as ScalarShape, filling.fieldOf(property, "").wanted, locale) !== undefined
    })
    const [only, ...others] = fitting
    if (only !== undefined && others.length === 0) take(property, only)
  }
  const texts = missing.filter(({ shape }) => shape.kind === "text" && !isPicky(shape))
  const words = left.filter((fact) => !used.has(fact))
  if (texts.length === words.length) for (const [index, property] of texts.entries()) take(property, words[index]!)
  return found
}
