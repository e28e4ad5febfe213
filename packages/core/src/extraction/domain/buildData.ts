/** The data of a schema, out of what pages say. */

import { buildRows } from "./buildRows.ts"
import { contentTerms } from "./choosePassages.ts"
import {
  type DataObject,
  type DataProperty,
  type DataShape,
  type DataValue,
  type ListShape,
  nothingOf,
  type ObjectShape,
  type ScalarShape
} from "./DataShape.ts"
import type { Fact, FactGroup, FactSet } from "./FactSheet.ts"
import { type Evidence, type Field, type Filling, pointerPart } from "./Filling.ts"
import { findList } from "./findList.ts"
import { type Candidate, findScalar, leastWeight } from "./findScalar.ts"
import { saysJob } from "./jobWords.ts"
import { isOfItem, sites } from "./namedItems.ts"
import { nameWords } from "./nameWords.ts"
import { addCurrencies } from "./ownCurrencies.ts"
import type { PageLocale } from "./PageLocale.ts"
import { rateAsked, ratedIn } from "./priceRates.ts"
import { wantedOf } from "./readTyped.ts"
import { speaksOf } from "./relatives.ts"
import { leftOf, type PageCall } from "./thingAsked.ts"
import { unnamedValues } from "./unnamedValues.ts"

/** What one page, or one thing on it, says. */
export interface Place {
  readonly set: FactSet
  readonly url: string
  readonly locale: PageLocale
  /** Whether it is of another thing than what is asked about, and says something in lists of such things alone; absent is no. */
  readonly isSibling?: boolean
  /** Whether it is the one thing of a list that the task names, which says what is asked of it rather than its page; absent is no. */
  readonly isNamed?: boolean
  /** Of such a thing: whether the task speaks of what its page is of too; absent is no. */
  readonly isBesidePage?: boolean
  /** Of what repeats: whether its page, or what stands above it, is called as its list is; absent is no. */
  readonly isCalled?: boolean
  /** What is said of all of it, where properties are asked of a thing; absent of rows, which are things themselves. */
  readonly call?: PageCall
}

/** Where in the data a value goes, and what it belongs to. */
export interface Spot {
  /** JSON pointer. */
  readonly path: string
  /** The property that the object stands under, for names that say little by themselves; empty for none. */
  readonly around: string
  /** Of a row: the name of the list it is in; null elsewhere. */
  readonly rowOf: string | null
  /** Of a row: what it repeats in; null elsewhere. */
  readonly group: FactGroup | null
}

/** A value with what says it. `found` counts its scalars. */
export interface Built<A extends DataValue = DataValue> {
  readonly value: A
  readonly found: number
  /** Mean weight of what was found; 0 when nothing was. */
  readonly weight: number
  readonly evidence: ReadonlyArray<Evidence>
}

/** How much less a later page counts than the first. */
const laterPage = 0.06

/** How much more the thing counts that a task names. */
const named = 0.3

const placeWeight = ({ isNamed = false }: Place, index: number): number => {
  if (isNamed) return named
  return index === 0 ? 0 : -laterPage
}

const isScalar = (shape: DataShape): shape is ScalarShape => shape.kind !== "object" && shape.kind !== "list"

/** Characters of a value that may be a name. */
const maxName = 80

/** Characters that are told of a value as the page writes it. */
const maxSaid = 60

/** A number with its currency or unit, or a telephone number as its country writes it. */
const isWrittenOtherwise = (value: DataValue, said: string): boolean =>
  typeof value === "number" || (typeof value === "string" && value !== said && /^\+\d+$/.test(value))

const evidenceOf = (path: string, place: Place, { fact, value, weight }: Candidate): Evidence => ({
  path,
  url: place.url,
  quote: fact.quote,
  source: fact.source,
  ...(typeof fact.value === "string" && isWrittenOtherwise(value, fact.value)
    ? { said: fact.value.slice(0, maxSaid) }
    : {}),
  weight
})

const found = <A extends DataValue>(value: A, weight: number, evidence: ReadonlyArray<Evidence>): Built<A> => ({
  value,
  found: 1,
  weight,
  evidence
})

/** Nouns that a page calls by name in its title: the `product` is what the product is called. */
const nouns = new Set(
  "product item article event course book recipe movie film game model property listing album podcast".split(" ")
)

/** What a company or whatever else a page is of has as well as each thing that it lists. */
const shared = new Set(
  nameWords("title description summary about tagline slogan contact address url link website homepage logo image")
)

/** Whether a name, a description or a contact is asked of the page rather than of the thing on it that the task names. */
const isOfPage = ({ wanted }: Field, { kind }: ScalarShape, { isBesidePage = false, set }: Place, path: string) => {
  const { asksName, isEmail, isMoney, isPhone, words } = wanted
  if (kind !== "text" || isMoney || isOfItem(path, set)) return false
  if (!asksName && !isEmail && !isPhone && !words.some((word) => shared.has(word))) return false
  return isBesidePage || nameWords(path).some((word) => sites.has(word))
}

/** Whether a value is but the name of whose role is asked for. */
const isCalling = ({ wanted: { asksRole } }: Field, { value }: Fact, thing: ReadonlyArray<string>): boolean =>
  asksRole && contentTerms(String(value).slice(0, maxName)).every((term) => thing.includes(term))

/** Tells whether a fact of a place is of the thing that a property is asked of; any is where it is asked of none. */
const ofThing = (filling: Filling, field: Field, { call }: Place, path: string): ((fact: Fact) => boolean) => {
  const thing = filling.things.get(path)
  if (thing === undefined || call === undefined) return () => true
  const rest = leftOf(thing, call)
  return (fact) => !isCalling(field, fact, thing) && filling.isOfThing(field, fact, thing, rest)
}

const buildScalar = (
  filling: Filling,
  field: Field,
  shape: ScalarShape,
  places: ReadonlyArray<Place>,
  path: string
) => {
  let best: Built | undefined
  const said = new Set<string>()
  for (const [index, place] of places.entries()) {
    if (place.isSibling === true) continue
    const { isNamed = false, url } = place
    if (isNamed && said.has(url) && isOfPage(field, shape, place, path)) continue
    const isOwn = ofThing(filling, field, place, path)
    const candidate = findScalar(filling, field, shape, place.set, place.locale, leastWeight, isOwn)
    if (candidate === undefined) continue
    if (!isNamed) said.add(url)
    const weight = candidate.weight + placeWeight(place, index)
    if (best === undefined || weight > best.weight)
      best = found(candidate.value, weight, [evidenceOf(path, place, candidate)])
  }
  return best
}

const buildList = (
  filling: Filling,
  field: Field,
  shape: ListShape & { readonly items: ScalarShape },
  places: ReadonlyArray<Place>,
  { isOnly, path }: { readonly isOnly: boolean; readonly path: string }
) => {
  let best: Built | undefined
  for (const [index, place] of places.entries()) {
    if (place.isSibling === true) continue
    const list = findList(filling, field, shape, place.set, { isOnly, locale: place.locale })
    if (list === undefined) continue
    const weight = list.weight - (index === 0 ? 0 : laterPage)
    if (best !== undefined && weight <= best.weight) continue
    const quote = list.list.values.slice(0, 3).join("; ")
    best = found([...list.values], weight, [{ path, url: place.url, quote, source: list.list.source, weight }])
  }
  return best
}

/** Names that say little unless one knows what of. */
const generic = new Set([
  "name",
  "title",
  "value",
  "url",
  "id",
  "type",
  "label",
  "link",
  "text",
  "amount",
  "description",
  "image",
  "min",
  "max",
  "minimum",
  "maximum",
  "from",
  "to"
])

/** Who and what a page is seldom of, and so is not called by its title. */
const beside = new Set(
  nameWords(
    "agent author seller vendor merchant contact organizer organiser host venue location address place publisher manufacturer brand maker person owner landlord broker recruiter manager doctor teacher instructor speaker autor auteur verkaeufer anbieter makler ansprechpartner veranstalter hersteller lieu adresse organisateur vendedor organizador fabricante sponsor provider supplier"
  )
)

const aroundOf = ({ name }: DataProperty, { around, rowOf }: Spot): string => {
  if (around !== "" && generic.has(name.toLowerCase())) return around
  // A `plan` in a list of `plans` is what the plan is called.
  if (rowOf !== null && isSingularOf(name, rowOf)) return "name"
  return ""
}

const isSingularOf = (name: string, list: string): boolean => {
  const [one, many] = [name.toLowerCase(), list.toLowerCase()]
  return (
    many === one ||
    many === `${one}s` ||
    many === `${one}es` ||
    (one.endsWith("y") && many === `${one.slice(0, -1)}ies`)
  )
}

/** What lists of people are called. */
const people = new Set(
  nameWords(
    "people person team staff member employee leader founder director manager speaker author contact crew mitarbeiter equipe equipo"
  )
)

/** Whether a property asks for what somebody does: the title of a person does too. */
const asksRole = (filling: Filling, property: DataProperty, spot: Spot, isOfPeople: boolean): boolean =>
  (isOfPeople && property.name.toLowerCase() === "title") ||
  (filling.fieldOf(property, aroundOf(property, spot)).wanted.asksRole && aroundOf(property, spot) === "")

/** What somebody does is not what they are called: a heading that names them is no title of theirs, and what stands under it may be. */
const withoutNameForRole = (
  filling: Filling,
  { properties }: ObjectShape,
  { set }: Place,
  spot: Spot,
  built: Map<string, Built>
): void => {
  const isOfPeople = spot.rowOf !== null && nameWords(spot.rowOf).some((word) => people.has(word))
  const roles = properties.filter((one) => built.has(one.name) && asksRole(filling, one, spot, isOfPeople))
  if (roles.length === 0) return
  const names = properties.filter(
    (one) => !roles.includes(one) && filling.fieldOf(one, aroundOf(one, spot)).wanted.asksName
  )
  const calling = isOfPeople && spot.group !== null ? set.facts.filter(({ name }) => name === "title") : []
  const isCalled = (value: unknown) =>
    calling.some((one) => one.value === value) && (names.length > 0 || !saysJob(String(value)))
  for (const { name } of roles) {
    const value = built.get(name)?.value
    const isName = names.some((one) => built.get(one.name)?.value === value)
    if (isName || isCalled(value)) built.delete(name)
  }
}

/** The price of a thing is no price of a unit as well, unless that is what it is called. */
const withoutSameAmount = (
  { properties }: ObjectShape,
  places: ReadonlyArray<Place>,
  built: Map<string, Built>
): void => {
  const amounts = properties.flatMap((property) => {
    const wanted = wantedOf(property)
    const [said] = built.get(property.name)?.evidence ?? []
    return said !== undefined && wanted.isMoney && speaksOf(wanted.words, "price") ? [{ property, wanted, said }] : []
  })
  for (const { property, said, wanted } of amounts) {
    if (wanted.rate !== "unit") continue
    const isSame = amounts.some((one) => one.wanted.rate === null && one.said.quote === said.quote)
    const isOwn = ({ name, quote, value }: Fact) =>
      quote === said.quote &&
      (rateAsked(nameWords(name)) === "unit" || ratedIn(String(value), "").some(({ rate }) => rate === "unit"))
    if (isSame && !places.some(({ set }) => set.facts.some(isOwn))) built.delete(property.name)
  }
}

/** An object of what the places say; null when they say nothing that it asks for. @internal */
export const buildObject = (
  filling: Filling,
  shape: ObjectShape,
  places: ReadonlyArray<Place>,
  spot: Spot
): Built<DataObject> | undefined => {
  const lists = shape.properties.filter((one) => one.shape.kind === "list" && isScalar(one.shape.items)).length
  const built = new Map<string, Built>()
  for (const property of shape.properties) {
    const path = spot.path + pointerPart(property.name)
    const value = buildProperty(
      filling,
      property,
      places,
      { ...spot, path },
      { isOnly: lists === 1 && spot.rowOf !== null, isAlone: spot.path === "" && shape.properties.length === 1 }
    )
    if (value !== undefined) built.set(property.name, value)
  }
  if (places[0] !== undefined) withoutNameForRole(filling, shape, places[0], spot, built)
  withoutSameAmount(shape, places, built)
  if (spot.group !== null) addUnnamed(filling, shape, places[0]!, spot, built)
  addCurrencies(filling, shape, places, spot, built)
  if (built.size === 0) return undefined
  const all = [...built.values()]
  return {
    value: Object.fromEntries(
      shape.properties.flatMap(({ isRequired, name, shape }) => {
        const value = built.get(name)?.value
        if (value !== undefined) return [[name, value]]
        return isRequired || shape.isNullable ? [[name, nothingOf(shape)]] : []
      })
    ),
    found: all.reduce((sum, one) => sum + one.found, 0),
    weight: all.reduce((sum, one) => sum + one.weight, 0) / all.length,
    evidence: all.flatMap(({ evidence }) => evidence)
  }
}

const addUnnamed = (
  filling: Filling,
  shape: ObjectShape,
  place: Place,
  spot: Spot,
  built: Map<string, Built>
): void => {
  const missing = shape.properties.flatMap((property) =>
    built.has(property.name) || !isScalar(property.shape)
      ? []
      : [{ property, field: filling.fieldOf(property, aroundOf(property, spot), spot.rowOf ?? "") }]
  )
  const said = [...built.values()].flatMap(({ evidence, value }) => [
    String(value),
    ...evidence.flatMap(({ quote, said }) => (said === undefined ? [quote] : [quote, said]))
  ])
  filling.spend(place.set.facts.length + (missing.length + said.length) / 8)
  const row = { place, group: spot.group!, list: spot.rowOf ?? "", taken: new Set(said) }
  for (const { candidate, property } of unnamedValues(filling, missing, row)) {
    const path = spot.path + pointerPart(property.name)
    built.set(property.name, found(candidate.value, candidate.weight, [evidenceOf(path, place, candidate)]))
  }
}

/** What a property takes by itself, in comparisons: rows have each of them, whatever they say. */
const propertyCost = 1 / 4

const buildProperty = (
  filling: Filling,
  property: DataProperty,
  places: ReadonlyArray<Place>,
  spot: Spot,
  { isAlone, isOnly }: { readonly isAlone: boolean; readonly isOnly: boolean }
): Built | undefined => {
  filling.spend(propertyCost)
  if (!filling.isWhole) return undefined
  const { name, shape } = property
  const isBeside = spot.rowOf === null && nameWords(spot.around).some((word) => beside.has(word))
  const noun = isBeside ? "" : (spot.rowOf ?? spot.around)
  const field = filling.fieldOf(property, aroundOf(property, spot), noun)
  if (shape.kind === "object") {
    // Where nothing but a company is asked for, its site is called as it is.
    const around = isAlone && nameWords(name).every((word) => sites.has(word)) ? "" : name
    return buildObject(filling, shape, places, { path: spot.path, around, rowOf: null, group: null })
  }
  if (shape.kind !== "list") {
    const scalar = buildScalar(filling, field, shape, places, spot.path)
    if (scalar !== undefined || shape.kind !== "text" || !nouns.has(name.toLowerCase())) return scalar
    return buildScalar(filling, filling.fieldOf(property, "name of", noun), shape, places, spot.path)
  }
  const { items } = shape
  if (items.kind === "object") {
    const pages = places.filter(({ isNamed = false }) => !isNamed)
    return buildRows(filling, field, { ...shape, items }, pages, spot.path)
  }
  return items.kind === "list"
    ? undefined
    : buildList(filling, field, { ...shape, items }, places, { isOnly, path: spot.path })
}
