/** A list of objects, out of what repeats on pages. */
import { type Built, buildObject, type Place } from "./buildData.ts"
import { tellsCopies, withoutCopies } from "./copies.ts"
import type { DataObject, ListShape, ObjectShape } from "./DataShape.ts"
import { columnDecimals } from "./decimalsOf.ts"
import type { Fact, FactGroup, FactSet } from "./FactSheet.ts"
import type { Evidence, Field, Filling } from "./Filling.ts"
import { asksMore, isAbove, isListMeant, isPageOf } from "./isListMeant.ts"
import { repeatedIn } from "./leftValues.ts"
import { nameWords } from "./nameWords.ts"
import { localeOfPart } from "./PageLocale.ts"
import { continues, likeness, mayBeOne, pageCalled } from "./pageCalled.ts"
import { pricedLists } from "./pricedThings.ts"
import { type Section, type SectionedList, sectionedLists, sectionsAsked, tellsSections } from "./sectionedLists.ts"
import { asksSections, withHeading } from "./sectionHeadings.ts"
import { thingsOf } from "./thingsOf.ts"

/** Most rows of one list. @internal */
export const maxRows = 5_000

/** Items that are read to see whether a group is meant. */
const sampled = 6

/** Least share of the properties that a row must have of those asked for, and how many are enough however many are asked for. */
const leastShare = 0.34
const enough = 2

/** Weight of what a row says from which it counts even when that is little. */
const sureWeight = 0.8

/** Sections of a list that are looked at to see whether they are meant. */
const sampledSections = 60

/** Least share of what the best section says that another one must say of what is asked. */
const leastOfBest = 0.66

/** What is left of a list in sections where its sections may be the things that are asked for. */
const doubtful = 0.75

/** What may be meant: all of a group, or sections of a list. */
interface Ranked {
  /** What stands around the sections, or the one group itself; null where several stand in nothing. */
  readonly group: FactGroup | null
  readonly sections: ReadonlyArray<Section>
  readonly place: Place
  readonly score: number
}

type RowShape = ListShape & { readonly items: ObjectShape }

interface RowSpot {
  readonly path: string
  readonly group: FactGroup | null
}

/** A place in which amounts are read as the columns of a group have them, and as what stands around it says. */
const inGroup = (filling: Filling, field: Field, place: Place, group: FactGroup, around = group): Place => {
  const decimals = columnDecimals(group, place.locale.language)
  const isCalled = pageCalled(filling, field, place, around) >= likeness.alike
  return { ...place, isCalled, locale: decimals.size === 0 ? place.locale : { ...place.locale, decimals } }
}

/** What a row says of itself: a long text that others have too is the description of none. */
const ownOf = (set: FactSet, group: FactGroup | null): FactSet => {
  const repeated = group === null ? undefined : repeatedIn(group)
  const isShared = ({ name, source, value }: Fact) =>
    name === "description" && source === "text" && repeated?.has(String(value)) === true
  return set.facts.some(isShared) ? { ...set, facts: set.facts.filter((fact) => !isShared(fact)) } : set
}

const rowAt = (filling: Filling, field: Field, shape: RowShape, place: Place, spot: RowSpot) => {
  const set = ownOf(place.set, spot.group)
  const here = { ...place, set, isSibling: false, locale: localeOfPart(place.locale, set) }
  return buildObject(filling, shape.items, [here], { ...spot, around: "", rowOf: field.property.name })
}

const shareOf = (row: Built | undefined, { items }: RowShape): number =>
  row === undefined
    ? 0
    : Math.min(1, Object.values(row.value as DataObject).filter(isThere).length / items.properties.length)

/** What every link and card has, whatever it is of. */
const common = new Set(nameWords("name title url link image picture photo thumbnail description id"))

/**
 * Whether a row says enough to be one of those that are asked for. What its page does not have is asked for in vain, and makes it no other
 * row; but a name with a link or a picture is any link.
 */
const isEnough = (row: Built | undefined, shape: RowShape, isSure: boolean): boolean =>
  row !== undefined && (isSure || shareOf(row, shape) >= leastShare || tellsMore(row))

/** How well a group must be called as the list is, so that whatever it says is of that. */
const sureName = 0.8

/** What a link says, and a thing says more than. */
const ofLinks = new Set(["title", "url", "image"])

const saysMoreThanLinks = ({ facts }: FactSet): boolean => facts.some(({ name }) => !ofLinks.has(name))

/** Whether a group is called as the list is: by what stands above it, or by its page where it is no list of links. */
const isNamed = (filling: Filling, field: Field, group: FactGroup, { set }: Place): boolean => {
  if (filling.match(field, group) >= sureName) return true
  if (group.name !== "" || !group.items.every(saysMoreThanLinks)) return false
  const title = set.facts.find(({ name, source }) => name === "title" && source === "heading")
  return title !== undefined && filling.match(field, { ...group, name: String(title.value) }) >= sureName
}

const tellsMore = (row: Built): boolean => {
  const said = Object.entries(row.value as DataObject).filter(([, value]) => isThere(value))
  return said.length >= enough && said.some(([name]) => !nameWords(name).every((word) => common.has(word)))
}

/** Whether a row says what not every part of a page has. */
const saysMore = (row: Built): boolean =>
  Object.entries(row.value as DataObject).some(([name, value]) => isThere(value) && asksMore(name))

const isThere = (value: unknown): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** How well a group fits by what its things say, and by what it is called; null where it is not meant. */
interface Fit {
  readonly said: number
  readonly called: number
  /** Rows that were looked at, and those of them that say what not every part of a page has. */
  readonly told: { readonly rows: number; readonly more: number }
}

const fitOf = (filling: Filling, field: Field, shape: RowShape, group: FactGroup, place: Place): Fit | null => {
  const step = Math.max(1, Math.floor(group.items.length / sampled))
  const sample = group.items.filter((_, index) => index % step === 0).slice(0, sampled)
  const within = inGroup(filling, field, place, group)
  const named = filling.match(field, group)
  const isSure = isNamed(filling, field, group, place)
  let sum = 0
  let rows = 0
  let more = 0
  for (const set of sample) {
    const row = rowAt(filling, field, shape, { ...within, set }, { path: "", group })
    if (row === undefined || !isEnough(row, shape, isSure)) continue
    rows += 1
    if (saysMore(row)) more += 1
    sum += shareOf(row, shape) * (0.5 + row.weight / 2)
  }
  if (rows * 2 < sample.length || sum === 0) return null
  const names = shape.items.properties.map((property) => filling.fieldOf(property, ""))
  const told = { rows: sample.length, more }
  if (!isListMeant(filling, field, names, group, place, told)) return null
  const { context, name } = filling.labelOf(group)
  const around = [...name, ...context]
  const asked = filling.instructions.some((word) => around.includes(word)) ? 0.05 : 0
  return { said: sum / sample.length, called: 0.3 * named + asked, told }
}

const scoreOf = ({ called, said }: Pick<Fit, "called" | "said">, rows: number): number =>
  said + called + 0.02 * Math.log2(Math.min(rows, 32))

/** Least match of what stands above sections, so that they alone are asked for. */
const leastCalled = 0.6

/** Sections that say what is asked for as the best of them do: links to what is elsewhere are none of them. */
const fittingSections = (filling: Filling, field: Field, shape: RowShape, list: SectionedList, place: Place) => {
  const asked = sectionsAsked(list.sections, field.words.name)
  const fits = asked.slice(0, sampledSections).map(({ group }) => fitOf(filling, field, shape, group, place))
  const best = fits.reduce((most, fit) => Math.max(most, fit?.said ?? 0), 0)
  const isFine = (index: number) => index >= fits.length || (fits[index]?.said ?? 0) >= best * leastOfBest
  const fitting = best === 0 ? [] : asked.filter((_, index) => isFine(index))
  const told = fits.reduce((sum, fit) => sum + Math.sign((fit?.told.more ?? 0) * 2 - (fit?.told.rows ?? 0)), 0)
  // What says more than its name is of the list wherever it stands; cards of all kinds have names.
  if (told > 0 || asked.length < list.sections.length) return { best, sections: fitting }
  const called = fitting.filter(
    ({ group, heading }) => filling.match(field, { ...group, name: heading }) >= leastCalled
  )
  if (called.length > 0) return { best, sections: called }
  // Nor are sections rows themselves whose things have links.
  const { container } = list
  const isMeant = container === null || container.areParts !== true || isAbove(filling, field, container, place)
  return { best, sections: isMeant ? fitting : [] }
}

/** A list in sections as one that may be meant; null where it is not. */
const rankedList = (
  filling: Filling,
  field: Field,
  shape: RowShape,
  list: SectionedList,
  place: Place
): Ranked | null => {
  const { container } = list
  const { best, sections } = fittingSections(filling, field, shape, list, place)
  const rows = sections.reduce((sum, { group }) => sum + group.items.length, 0)
  if (rows === 0) return null
  const named = container === null ? 0 : filling.match(field, container)
  const ofSections = sections.slice(0, sampledSections).map(({ group }) => filling.match(field, group))
  const called = 0.3 * Math.max(named, Math.min(...ofSections))
  const score = scoreOf({ said: best, called }, rows)
  const isDoubtful = container !== null && (list.mayBeThings || asksSections(field, shape.items))
  const fit = isDoubtful ? fitOf(filling, field, shape, container, place) : null
  const isOther = fit !== null && scoreOf(fit, container!.items.length) >= score * doubtful
  return isOther ? null : { group: container, sections, place, score }
}

/** What of one page may be meant. */
const rankedOf = (filling: Filling, field: Field, shape: RowShape, place: Place): ReadonlyArray<Ranked> => {
  const { language } = place.locale
  const lists = sectionedLists(place.set, language)
  const inSections = lists.flatMap((list) => {
    const ranked = rankedList(filling, field, shape, list, place)
    return ranked === null ? [] : [{ list, ranked }]
  })
  const found = inSections.map(({ list }) => list)
  const isInList = tellsSections(found)
  const containers = new Set(found.map(({ container }) => container))
  const whole = [...place.set.groups, ...(lists.length === 0 ? pricedLists(place.set, language) : [])]
  const ofGroups = whole.flatMap((group): ReadonlyArray<Ranked> => {
    // What stands in one section of a list is not all of it.
    if (containers.has(group) || isInList(group)) return []
    const fit = fitOf(filling, field, shape, group, place)
    const sections = [{ heading: "", group }]
    return fit === null ? [] : [{ group, sections, place, score: scoreOf(fit, group.items.length) }]
  })
  return [...inSections.map(({ ranked }) => ranked), ...ofGroups]
}

/** What fits on all pages, the best first. */
const ranked = (filling: Filling, field: Field, shape: RowShape, places: ReadonlyArray<Place>): ReadonlyArray<Ranked> =>
  places
    .flatMap((place) => rankedOf(filling, field, shape, place))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)

/** Least share of the score of the best list that one must have to be it because of what it is called. */
const leastOfCalled = 0.6

/** Least share of the score of the best list that another must have to be of the same. */
const leastOfSame = 0.8

/** Of each page what is best, where nothing says that it is of something else. */
const bestOfPages = (filling: Filling, field: Field, all: ReadonlyArray<Ranked>) => {
  const seen = new Set<string>()
  return all.flatMap((one) => {
    if (seen.has(one.place.url)) return []
    const how = pageCalled(filling, field, one.place, one.group)
    if (how === likeness.otherwise) return []
    seen.add(one.place.url)
    return [{ ...one, how }]
  })
}

/**
 * The lists that are one, nearly as good as the best of them: those that are called best as the list is and what continues their pages, or what is of
 * one kind where none is called so.
 */
const chosen = (filling: Filling, field: Field, all: ReadonlyArray<Ranked>): ReadonlyArray<Ranked> => {
  const lists = bestOfPages(filling, field, all)
  const [best] = lists
  if (best === undefined) return []
  const good = lists.filter(({ score }) => score >= best.score * leastOfCalled)
  const how = good.reduce<number>((most, one) => Math.max(most, one.how), likeness.not)
  const first = good.find((one) => one.how === how)!
  const pages = good.filter((one) => one.how === how).map(({ place }) => place)
  const isSame = (one: (typeof lists)[number]) =>
    how === likeness.not
      ? mayBeOne(one.place, first.place)
      : one.how >= how || pages.some((page) => continues(one.place, page))
  return lists.filter((one) => one.score >= first.score * leastOfSame && isSame(one))
}

/** Rows of single things: every page of several is one, where no page lists them. */
const ofPages = (filling: Filling, field: Field, shape: RowShape, places: ReadonlyArray<Place>) =>
  places.flatMap((place) => {
    if (pageCalled(filling, field, place, null) === likeness.otherwise) return []
    const row = rowAt(filling, field, shape, place, { path: "", group: null })
    const kinds = place.set.facts.flatMap((fact) => (fact.source === "json-ld" ? [filling.labelOf(fact).context] : []))
    const isKind = (word: string | undefined) => word !== undefined && field.words.name.includes(word)
    const hasKind = kinds.some((words) => words.some(isKind))
    const isOne =
      shareOf(row, shape) >= 0.6
        ? hasKind || (filling.pages > 1 && row !== undefined && (saysMore(row) || isPageOf(filling, field, place)))
        : // What the page itself is of, and not what is said of a part of it.
          kinds.some(([first]) => isKind(first)) && row !== undefined && tellsMore(row)
    return isOne ? [{ place, set: place.set, group: null, isSure: false }] : []
  })

/** The things of all sections of a list, in the order of the page. */
const thingsIn = (filling: Filling, field: Field, shape: RowShape, { group: around, place, sections }: Ranked) =>
  sections.flatMap((section) => {
    const { group } = section
    const within = inGroup(filling, field, place, group, around ?? group)
    const isSure = isNamed(filling, field, group, place)
    return withoutCopies(group, thingsOf(group)).map((thing) => {
      const set = withHeading(filling, field, shape.items, thing, section, place.locale.language)
      return { place: within, set, group, isSure }
    })
  })

/** The rows of the groups that fit best, each once; undefined when nothing on the pages is such a list. @internal */
export const buildRows = (
  filling: Filling,
  field: Field,
  shape: RowShape,
  places: ReadonlyArray<Place>,
  path: string
): Built | undefined => {
  const lists = chosen(filling, field, ranked(filling, field, shape, places))
  const sources =
    lists.length > 0
      ? lists.flatMap((list) => thingsIn(filling, field, shape, list))
      : ofPages(filling, field, shape, places)
  const rows: Array<DataObject> = []
  const isCopy = tellsCopies()
  const evidence: Array<Evidence> = []
  let weight = 0
  for (const { group, isSure, place, set } of sources) {
    if (rows.length >= Math.min(shape.most, maxRows)) break
    const row = rowAt(filling, field, shape, { ...place, set }, { path: `${path}/${rows.length}`, group })
    if (row === undefined) continue
    // Beside others that say more, one that is surely one of them may say little: a plan that costs nothing has no price.
    if (!isEnough(row, shape, isSure) && row.weight < sureWeight) continue
    if (isCopy(row.value, { page: place.url, group, set })) continue
    rows.push(row.value)
    evidence.push(...row.evidence)
    weight += row.weight
  }
  if (rows.length === 0 || rows.length < shape.fewest) return undefined
  return { value: rows, found: rows.length, weight: weight / rows.length, evidence }
}
