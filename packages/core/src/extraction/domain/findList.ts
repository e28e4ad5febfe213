/** The values of one field among the lists of a page. */
import type { ListShape, ScalarShape } from "./DataShape.ts"
import type { FactList, FactSet } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { leastWeight, readingCost } from "./findScalar.ts"
import type { PageLocale } from "./PageLocale.ts"
import { readTyped, type Scalar } from "./readTyped.ts"
import { thingsOf } from "./thingsOf.ts"

/** Most values of one list. @internal */
export const maxValues = 5_000

export interface FoundList {
  readonly values: ReadonlyArray<Scalar>
  readonly list: FactList
  readonly weight: number
}

const valuesOf = (
  filling: Filling,
  list: FactList,
  shape: ScalarShape,
  field: Field,
  locale: PageLocale
): ReadonlyArray<Scalar> => {
  const values: Array<Scalar> = []
  const known = new Set<Scalar>()
  for (const value of list.values) {
    filling.spend(readingCost(value, shape))
    const read = readTyped({ name: list.name, value }, shape, field.wanted, locale)
    // Two equal figures are two, while a word that is said again says nothing more.
    if (read !== undefined && (typeof read === "number" || !known.has(read))) values.push(read)
    if (read !== undefined) known.add(read)
    if (values.length >= maxValues) break
  }
  return values
}

/** The names in a value that names several: the last of them may stand behind an `and`, and a sentence may end with it. */
const namesIn = (value: string): ReadonlyArray<string> => {
  const [last = "", ...before] = value.split(/(?:(?<!\s)\s+)?[,;·•|、]\s*/u).toReversed()
  if (before.length === 0) return [last].filter((one) => one !== "")
  const ending = last.replace(/^(?:and|und|et|y|e|en)\s+/iu, "").replace(/(?<=[\p{Ll}\d)])\.$/u, "")
  // One that is set off by a comma of its own is a name with an `and` in it.
  const parts = ending === last.replace(/\.$/, "") ? ending.split(/(?<!\s)\s+(?:and|und|et|y|e|en)\s+/iu) : [ending]
  return [...before.toReversed(), ...parts].filter((one) => one !== "")
}

/** A value that may name several, which is parted where its name fits. */
class PartedList implements FactList {
  readonly name: string
  readonly context: string
  readonly source: FactList["source"]
  private readonly value: string

  constructor({ context, name, source }: FactList, value: string) {
    this.name = name
    this.context = context
    this.source = source
    this.value = value
  }

  get values(): ReadonlyArray<string> {
    return namesIn(this.value)
  }
}

/** Those of a place, which are asked with each property. */
const parted = new WeakMap<FactSet, ReadonlyArray<FactList>>()

const partedIn = (set: FactSet): ReadonlyArray<FactList> => {
  const known = parted.get(set)
  if (known !== undefined) return known
  const lists = set.facts.flatMap((fact) =>
    typeof fact.value !== "string" || fact.name === "" || fact.value.length > 500
      ? []
      : [new PartedList({ ...fact, values: [] }, fact.value)]
  )
  parted.set(set, lists)
  return lists
}

/** A value that names several: `red, green and blue`. */
const partedLists = (filling: Filling, field: Field, set: FactSet): ReadonlyArray<FactList> =>
  partedIn(set).filter((list) => filling.match(field, list) >= leastWeight)

/** How far a column is believed that is called as the list is. */
const columnWeight = 0.7

/** Most tables of a page whose columns are looked at. */
const maxTables = 200

/** Columns of tables that are called just so: the plans are what stands under *Plan*, in every row. */
const columns = (filling: Filling, field: Field, set: FactSet): ReadonlyArray<FactList> =>
  set.groups.slice(0, maxTables).flatMap((group): ReadonlyArray<FactList> => {
    if (group.source !== "table" || group.items.length < 2) return []
    const things = thingsOf(group)
    const [first] = things[0]?.facts ?? []
    if (first === undefined || first.name === "") return []
    const asked = field.words.name.join(" ")
    if (asked === "" || filling.labelOf(first).name.join(" ") !== asked) return []
    const cells = things.flatMap(({ facts }) => facts.find(({ name }) => name === first.name) ?? [])
    // A column with holes is no list of things, and one that says a thing twice is of something else.
    const values = cells.map(({ value }) => String(value))
    if (values.length !== things.length || new Set(values).size !== values.length) return []
    return [{ name: first.name, context: group.context, source: "table", values }]
  })

/**
 * The list whose name fits best. `isOnly` says that no other field of the same thing asks for a list: a list without a name
 * is then what is meant, when it is the only one.
 *
 * @internal
 */
export const findList = (
  filling: Filling,
  field: Field,
  shape: ListShape & { readonly items: ScalarShape },
  set: FactSet,
  { isOnly, locale }: { readonly isOnly: boolean; readonly locale: PageLocale }
): FoundList | undefined => {
  let best: FoundList | undefined
  const consider = (list: FactList, weight: number): void => {
    if (weight < leastWeight || (best !== undefined && weight <= best.weight)) return
    const values = valuesOf(filling, list, shape.items, field, locale).slice(0, Math.min(shape.most, maxValues))
    if (values.length > 0 && values.length >= shape.fewest) best = { values, list, weight }
  }
  for (const list of set.lists) consider(list, filling.match(field, list))
  if (best === undefined)
    for (const list of partedLists(filling, field, set)) consider(list, filling.match(field, list) * 0.9)
  if (best === undefined) {
    const [table, another] = columns(filling, field, set)
    if (table !== undefined && another === undefined) consider(table, columnWeight)
  }
  const [only, ...others] = set.lists
  if (best === undefined && isOnly && only !== undefined && others.length === 0) consider(only, leastWeight)
  return best
}
