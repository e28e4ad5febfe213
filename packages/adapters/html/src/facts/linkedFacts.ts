/** Facts of objects that a page writes for programs: JSON-LD, microdata, and what it hands its scripts. */
import { type FactSet, type FactSource, maxQuoteLength } from "@kittiwake/core/extraction/domain/FactSheet"
import { isObject, type LinkedData } from "../linkedData.ts"
import { FactCollector, maxItems, maxNameLength } from "./FactCollector.ts"
import { withoutMarkup } from "./withoutMarkup.ts"

/** Levels of one object that are read, and names of one object. */
const maxLevels = 6
const maxNames = 300

/** The last two names on the way to a value say what it is. */
const namesKept = 2

/** Objects by the names that others refer to them by. */
export type ById = ReadonlyMap<string, LinkedData>

interface Way {
  readonly names: ReadonlyArray<string>
  readonly context: string
  readonly source: FactSource
  readonly byId: ById
  readonly level: number
}

export const typeOf = (object: LinkedData): string => {
  const type = object["@type"] ?? object.__typename
  const first = Array.isArray(type) ? type[0] : type
  return typeof first === "string" ? (first.split(/[/#]/).at(-1) ?? "").slice(0, 80) : ""
}

const isScalar = (value: unknown): value is string | number | boolean =>
  (typeof value === "string" && value.trim() !== "") || typeof value === "boolean" || Number.isFinite(value)

const silent = new Set(["@context", "@id", "@type", "__typename", "@graph", "mainEntityOfPage", "potentialAction"])

/** What an object says of itself. */
export const factsOfObject = (
  object: LinkedData,
  source: FactSource,
  context: string,
  budget: FactCollector["budget"],
  byId: ById = new Map()
): FactSet => {
  const collector = new FactCollector(budget)
  readObject(object, collector, { names: [], context: `${typeOf(object)} ${context}`.trim(), source, byId, level: 0 })
  return collector.set
}

/** Adds what an object says to what is said of the page. */
export const addObject = (
  object: LinkedData,
  collector: FactCollector,
  source: FactSource,
  context: string,
  byId: ById = new Map()
): void =>
  readObject(object, collector, { names: [], context: `${typeOf(object)} ${context}`.trim(), source, byId, level: 0 })

const entries = new WeakMap<LinkedData, ReadonlyArray<readonly [name: string, value: unknown]>>()

/** The names of an object with their values. One to which many refer is taken apart once. */
const entriesOf = (object: LinkedData): ReadonlyArray<readonly [name: string, value: unknown]> => {
  const known = entries.get(object)
  if (known !== undefined) return known
  const own = Object.entries(object).slice(0, maxNames)
  entries.set(object, own)
  return own
}

const resolved = (object: LinkedData, { byId }: Way): LinkedData => {
  const id = object["@id"]
  return typeof id === "string" && entriesOf(object).length <= 2 ? (byId.get(id) ?? object) : object
}

const nameOf = (names: ReadonlyArray<string>): string => names.slice(-namesKept).join(" ")

/** Objects refer to each other, and one stands under many names: what is read of them grows with each level. */
const readObject = (given: LinkedData, collector: FactCollector, way: Way): void => {
  collector.budget.step()
  if (way.level >= maxLevels || collector.budget.isCut) return
  const object = resolved(given, way)
  for (const [name, value] of entriesOf(object)) {
    collector.budget.step()
    if (silent.has(name)) continue
    const here: Way = { ...way, names: [...way.names, name.slice(0, maxNameLength)], level: way.level + 1 }
    if (isScalar(value)) addScalar(value, collector, here)
    else if (Array.isArray(value)) {
      if (value.length > maxItems) collector.budget.leaveOut()
      readArray(name, value.slice(0, maxItems), collector, here)
    } else if (isObject(value)) readNested(value, collector, here)
  }
}

const quoteOf = (names: ReadonlyArray<string>, value: Scalar): string =>
  `${names.join(".")}: ${typeof value === "string" ? value.slice(0, maxQuoteLength) : value}`

type Scalar = string | number | boolean

/** What it says; microdata is the text that is shown already. */
const plain = (value: Scalar, source: FactSource): Scalar =>
  typeof value === "string" && source !== "microdata" ? withoutMarkup(value) : value

const addScalar = (written: Scalar, collector: FactCollector, { context, names, source }: Way): void => {
  const value = plain(written, source)
  collector.add({
    name: nameOf(names),
    value,
    source,
    context: contextOf(names, context),
    quote: quoteOf(names, value)
  })
}

const contextOf = (names: ReadonlyArray<string>, context: string): string =>
  `${context} ${names.slice(0, -namesKept).join(" ")}`.trim()

/** An object with a name of its own is called so, and an address is what an envelope has. */
const readNested = (given: LinkedData, collector: FactCollector, way: Way): void => {
  const object = resolved(given, way)
  const label = object.name ?? object.label ?? object["@value"]
  if (isScalar(label)) addScalar(label, collector, way)
  else if (typeOf(object) === "PostalAddress") addAddress(object, collector, way)
  readObject(object, collector, { ...way, level: way.level })
}

const addAddress = (address: LinkedData, collector: FactCollector, way: Way): void => {
  const town = [address.postalCode, address.addressLocality].filter(isScalar).join(" ")
  const parts = [address.streetAddress, town, address.addressRegion].filter(isScalar).filter((part) => part !== "")
  if (parts.length > 0) addScalar(parts.join(", "), collector, way)
}

const readArray = (name: string, values: ReadonlyArray<unknown>, collector: FactCollector, way: Way): void => {
  const scalars = values.filter(isScalar)
  if (scalars.length > 0) {
    const { context, source } = way
    const values = scalars.map((one) => String(plain(one, source))).filter((one) => one !== "")
    collector.addList({ name, source, context, values })
    if (scalars.length === 1) addScalar(scalars[0]!, collector, way)
  }
  const objects = values.filter(isObject)
  if (objects.length === 0) return
  if (isOfProperties(objects)) readProperties(objects, collector, way)
  else readThings(name, objects, collector, way)
}

const readThings = (name: string, objects: ReadonlyArray<LinkedData>, collector: FactCollector, way: Way): void => {
  const items = objects.map((one) => itemOf(resolved(one, way)))
  if (objects.length > 1) {
    const sets = items.map((item) => {
      const inner = new FactCollector(collector.budget)
      readObject(item, inner, { ...way, names: [], context: typeOf(item) })
      return inner.set
    })
    collector.addGroup({ name, source: way.source, context: `${way.context} ${typeOf(items[0]!)}`, items: sets })
    const names = textsOf(items, collector.budget).map((one) => String(plain(one, way.source)))
    if (names.length > 0) collector.addList({ name, source: way.source, context: way.context, values: names })
  }
  // Of several offers the first stands for all where one is asked for.
  if (name !== "itemListElement") readNested(items[0]!, collector, way)
}

/** What steps say, also those of parts; what other things are called. As many as of one list. */
const textsOf = (items: ReadonlyArray<LinkedData>, budget: FactCollector["budget"]): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const read = (all: ReadonlyArray<LinkedData>): void => {
    for (const item of all.slice(0, maxItems)) {
      budget.step()
      if (texts.length === maxItems || budget.isCut) return
      const { itemListElement, name, text } = item
      const type = typeOf(item)
      const inner = type === "HowToSection" && Array.isArray(itemListElement) ? itemListElement.filter(isObject) : []
      if (inner.length > 0) read(inner)
      else if (type === "HowToStep" && isScalar(text)) texts.push(String(text))
      else if (isScalar(name)) texts.push(String(name))
    }
  }
  read(items)
  return texts
}

/** An element of a list is only the place of the thing in it. */
const itemOf = (object: LinkedData): LinkedData => {
  const inner = typeOf(object) === "ListItem" ? object.item : undefined
  return isObject(inner) ? inner : object
}

/** Names and values as `additionalProperty` has them. */
const isOfProperties = (objects: ReadonlyArray<LinkedData>): boolean =>
  objects.every((one) => isScalar(one.name) && isScalar(one.value))

const readProperties = (objects: ReadonlyArray<LinkedData>, collector: FactCollector, way: Way): void => {
  for (const { name, unitText, value } of objects) {
    const said = isScalar(unitText) && isScalar(value) ? `${value} ${unitText}` : (value as string | number | boolean)
    addScalar(said, collector, { ...way, names: [String(name)] })
  }
}
