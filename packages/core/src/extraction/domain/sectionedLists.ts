/**
 * Lists that stand in sections of a page: jobs by department, dishes by course, a timetable by day.
 *
 * **Details.** A person who is asked for the jobs reads all sections. Sections are the parts of one container, or tables with the same heads, whose things
 * are of one shape. What stands beside the list (what others bought, the news, what is past where something is not) is no section of it.
 */
import type { Fact, FactGroup, FactSet } from "./FactSheet.ts"
import { isDay } from "./isDay.ts"
import { nounOf } from "./isListMeant.ts"
import { nameWords } from "./nameWords.ts"
import { pricedThings } from "./pricedThings.ts"

/** A section, what stands above it, and its things. */
export interface Section {
  /** Empty where nothing does, as above the rows of a grid. */
  readonly heading: string
  readonly group: FactGroup
}

/** What repeats in several sections. */
export interface SectionedList {
  readonly sections: ReadonlyArray<Section>
  /** What the sections are items of; null of tables that stand anywhere on a page. */
  readonly container: FactGroup | null
  /** Whether sections may as well be the things that are asked for, and what repeats in them forms or parts of each. */
  readonly mayBeThings: boolean
}

/** Items that are looked at to see what those of a group say, kinds of things in one container, and forms that are looked at. */
const most = { items: 12, kinds: 6, forms: 200 } as const

const titleOf = ({ facts }: FactSet): string => String(facts.find(({ name }) => name === "title")?.value ?? "")

/** What stands above the things of a part; empty where its first heading is that of its first thing. */
const headingOf = ({ facts }: FactSet, { items: [first] }: FactGroup): string => {
  const heading = facts.find(({ name, source }) => name === "title" && source === "heading")?.value
  return heading === undefined || (first !== undefined && titleOf(first) === heading) ? "" : String(heading)
}

/** What the items of a group say: by each name, and by those that most of them have. */
interface Signature {
  readonly all: ReadonlySet<string>
  readonly usual: ReadonlySet<string>
  /** Of a table: its columns in their order; empty for others. */
  readonly columns: string
}

const signatures = new WeakMap<FactGroup, Signature>()

const signatureOf = (group: FactGroup): Signature => {
  const known = signatures.get(group)
  if (known !== undefined) return known
  const items = group.items.slice(0, most.items)
  const counts = new Map<string, number>()
  for (const { facts } of items)
    for (const name of new Set(facts.map((fact) => fact.name.toLowerCase())))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  const usual = [...counts].flatMap(([name, count]) => (count * 2 > items.length ? [name] : []))
  const signature = { all: new Set(counts.keys()), usual: new Set(usual), columns: columnsOf(group) }
  signatures.set(group, signature)
  return signature
}

/** The columns of a table, as the heads above them call them; of one without heads, how many it has. */
const columnsOf = ({ items: [first], source }: FactGroup): string => {
  if (source !== "table" || first === undefined) return ""
  const names = first.facts.flatMap(({ name }) => (/^(?:title|url)$| (?:url|link)$/i.test(name) ? [] : [name]))
  return names.every((name) => name === "") ? String(names.length) : names.join("\n").toLowerCase()
}

const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && [...one].every((name) => other.has(name))

/** Whether two groups have things of one shape: the same columns, or no more said usually in the one than in the other at all. */
const areAlike = (one: FactGroup, other: FactGroup): boolean => {
  if (one.source !== other.source) return false
  const [mine, theirs] = [signatureOf(one), signatureOf(other)]
  if (one.source === "table") return mine.columns === theirs.columns
  return isWithin(mine.usual, theirs.all) || isWithin(theirs.usual, mine.all)
}

/** Sections whose things are of one shape, by the part of a page that they are in. */
interface Kind {
  readonly model: FactGroup
  readonly parts: Map<FactSet, Array<Section>>
}

const addTo = (kinds: Array<Kind>, part: FactSet, section: Section): void => {
  const known = kinds.find(({ model }) => areAlike(model, section.group))
  const sections = known?.parts.get(part)
  if (sections !== undefined) sections.push(section)
  else if (known !== undefined) known.parts.set(part, [section])
  else if (kinds.length < most.kinds) kinds.push({ model: section.group, parts: new Map([[part, [section]]]) })
}

/** The sections of a part that are its own: those of lists in it rather than what holds them, and below its heading where they have none. */
const sectionsOf = (part: FactSet, language: string): ReadonlyArray<Section> => {
  const lists = part.groups.flatMap((group) => listsIn(group, language)).filter(({ mayBeThings }) => !mayBeThings)
  const containers = new Set(lists.map(({ container }) => container))
  const isInList = tellsSections(lists)
  const isOwn = (group: FactGroup) => !containers.has(group) && !isInList(group)
  const own = [...part.groups.filter(isOwn), ...pricedThings(part, language)]
  const inLists = lists.flatMap(({ sections }) => sections)
  return [...inLists, ...own.map((group) => ({ heading: "", group }))].map(({ group, heading }) => ({
    heading: heading === "" ? headingOf(part, group) : heading,
    group
  }))
}

const valuesOf = ({ items }: FactGroup): ReadonlyArray<string> =>
  items.flatMap(({ facts }) => facts.flatMap(({ quote, value }) => [String(value), quote]))

/** Whether a fact is no more than what a heading leads to, words of introduction, or how many things there are: `3 open positions`. */
const isIntroduction = ({ name, quote, source, value }: Fact): boolean => {
  if (name === "url" || quote === `${value} ${name}`) return true
  return (name === "" || name === "description") && (source === "block" || source === "text")
}

/** Whether a part says nothing of itself but its heading: it is no thing then, but a section of things. */
const saysNoMore = (part: FactSet, sections: ReadonlyArray<Section>): boolean => {
  const said = new Set(sections.flatMap(({ group }) => valuesOf(group)))
  return part.facts.every(
    (fact) =>
      (fact.name === "title" && fact.source === "heading") ||
      isIntroduction(fact) ||
      said.has(String(fact.value)) ||
      said.has(fact.quote)
  )
}

/** What forms of a thing are called: sizes, measures, and for whom. */
const ofForm =
  /^(?:xx?s|s|m|l|x{1,3}l|small|medium|large|regular|mini|single|double|half|full|klein|mittel|groß|gross|petite?|moyenne?|grande?|adults?|child(?:ren)?|\d[\d.,]*\s?(?:ml|cl|l|g|kg|oz|lb|cm|mm|in|"|gb|tb|pcs?|pack))$/iu

/** Whether what repeats in each of several parts are forms of it: they are called the same in each but for days, or as sizes are. */
const areForms = (sections: ReadonlyArray<Section>, language: string): boolean => {
  const titles = sections.slice(0, most.forms).map(({ group }) => group.items.slice(0, most.items).map(titleOf))
  const all = titles.flat().filter((title) => title !== "")
  if (all.length > 0 && all.filter((title) => ofForm.test(title.trim())).length * 2 > all.length) return true
  const [first = "", ...others] = titles.map((one) => one.filter((title) => title !== "").join("\n"))
  if (first === "" || others.length === 0 || !others.every((one) => one === first)) return false
  return !sections.slice(0, most.forms).every(({ heading }) => isDay(heading, language))
}

/** What stands below what a page is about, by its heading. */
const beside =
  /(?<!\p{L})(?:related|similar (?:products?|items?|jobs?|articles?|events?|homes?|listings?|courses?|cars?|to)|also (?:like|bought|viewed)|recommended (?:for you|products?|items?|articles?)|we recommend|recently viewed|you may|might like|(?:latest )?news|(?:our|the|latest) (?:blog|posts|articles|stories)|in the press|testimonials?|(?:customers?|clients?) (?:say|reviews?)|ähnliche\p{L}*|passend dazu|das könnte|kund(?:en|innen) kauften|zuletzt angesehen|aktuelles|neuigkeiten|vous aimerez|similaires|actualités|también te|productos relacionados|noticias|prodotti simili)(?!\p{L})|おすすめ|関連/iu

/** What is no longer so, by its heading, and what is. */
const past =
  /(?<!\p{L})(?:past|previous|earlier|former|formerly|archived?|expired|closed|ended|alumni|vergangene?[nrs]?|frühere?[nrs]?|ehemalige?[nrs]?|archiv|beendete?[nrs]?|passée?s?|précédente?s?|anciens?|anciennes?|pasad[oa]s?|anteriores|passat[ie]|precedenti|voorbije|afgelopen)(?!\p{L})/iu
const present =
  /(?<!\p{L})(?:upcoming|coming|next|future|current|currently|now|open|active|today|kommende[nrs]?|nächste[nrs]?|aktuelle[nrs]?|offene[nrs]?|à venir|prochaine?s?|actuel(?:le)?s?|próxim[oa]s?|actuales|prossim[ie]|attuali|komende|huidige)(?!\p{L})/iu
/** What ends: of these nobody asks for those that are over. Of releases and posts the earlier ones are some too. */
const ending =
  /(?<!\p{L})(?:events?|concerts?|shows?|gigs?|exhibitions?|auctions?|jobs?|positions?|vacanc(?:y|ies)|offers?|deals?|sales?|members?|veranstaltungen|termine|konzerte|ausstellungen|stellen|angebote|événements?|concerts?|expositions?|offres?|eventos|conciertos|exposiciones|ofertas|eventi|concerti|mostre)(?!\p{L})/iu

/** Sections without those of another meaning, where others are left. */
const without = (sections: ReadonlyArray<Section>, isOther: (heading: string) => boolean): ReadonlyArray<Section> => {
  const left = sections.filter(({ heading }) => !isOther(heading))
  return left.length === 0 ? sections : left
}

const meantOf = (sections: ReadonlyArray<Section>): ReadonlyArray<Section> => {
  const isPresentSaid = sections.some(({ heading }) => present.test(heading))
  const isOver = (heading: string) => past.test(heading) && (isPresentSaid || ending.test(heading))
  return eachOnce(
    without(
      without(sections, (heading) => beside.test(heading)),
      isOver
    )
  )
}

/** Sections without those that are drawn twice: under the same heading, or under none, with the same things. */
const eachOnce = (sections: ReadonlyArray<Section>): ReadonlyArray<Section> => {
  const known = new Set<string>()
  return sections.filter(({ group, heading }) => {
    const identity = JSON.stringify([
      heading,
      group.items.map(({ facts }) => facts.map(({ name, value }) => [name, value]))
    ])
    return !known.has(identity) && known.add(identity)
  })
}

/** Groups whose sections were read: those in others are read with them, and again for each list that is asked for. */
const listsOfGroups = new WeakMap<FactGroup, ReadonlyArray<SectionedList>>()

/** The lists whose sections are the items of a group. */
const listsIn = (container: FactGroup, language: string): ReadonlyArray<SectionedList> => {
  if (container.source !== "block") return []
  const known = listsOfGroups.get(container)
  if (known !== undefined) return known
  const lists = readLists(container, language)
  listsOfGroups.set(container, lists)
  return lists
}

const readLists = (container: FactGroup, language: string): ReadonlyArray<SectionedList> => {
  const kinds: Array<Kind> = []
  for (const part of container.items) for (const section of sectionsOf(part, language)) addTo(kinds, part, section)
  return kinds.flatMap(({ parts }) => {
    if (parts.size < 2) return []
    const all = [...parts.values()].flat()
    const things = [...parts].filter(([part, sections]) => !saysNoMore(part, sections))
    const mayBeThings = things.length * 2 > parts.size || areForms(all, language)
    return [{ sections: meantOf(all), container, mayBeThings }]
  })
}

/** The tables of a page that have the same heads, each below a heading of its own. */
const tablesOf = (groups: ReadonlyArray<FactGroup>): ReadonlyArray<SectionedList> => {
  const byColumns = new Map<string, Array<Section>>()
  for (const group of groups) {
    const { columns } = signatureOf(group)
    if (group.name === "" || !columns.includes("\n")) continue
    const same = byColumns.get(columns)
    if (same === undefined) byColumns.set(columns, [{ heading: group.name, group }])
    else same.push({ heading: group.name, group })
  }
  return [...byColumns.values()].flatMap((sections) =>
    sections.length > 1 ? [{ sections: meantOf(sections), container: null, mayBeThings: false }] : []
  )
}

const listsOfSets = new WeakMap<FactSet, ReadonlyArray<SectionedList>>()

/** What a page lists in sections. @internal */
export const sectionedLists = (set: FactSet, language: string): ReadonlyArray<SectionedList> => {
  const known = listsOfSets.get(set)
  if (known !== undefined) return known
  const lists = [...set.groups.flatMap((group) => listsIn(group, language)), ...tablesOf(set.groups)]
  listsOfSets.set(set, lists)
  return lists
}

/** Tells whether a group is a section of one of these lists: by its heading and the shape of its things. @internal */
export const tellsSections = (lists: ReadonlyArray<SectionedList>): ((group: FactGroup) => boolean) => {
  const known = new Map<string, Array<FactGroup>>()
  for (const { heading, group } of lists.flatMap(({ sections }) => sections)) {
    const same = known.get(heading)
    if (same === undefined) known.set(heading, [group])
    else if (same.length < most.kinds && !same.some((one) => areAlike(one, group))) same.push(group)
  }
  return (group) => group.name !== "" && known.get(group.name)?.some((one) => areAlike(one, group)) === true
}

/** The sections that are asked for by what stands above them: *Soups* of `soups`, and all where none is. @internal */
export const sectionsAsked = (
  sections: ReadonlyArray<Section>,
  asked: ReadonlyArray<string>
): ReadonlyArray<Section> => {
  const called = sections.filter(({ heading }) => {
    const words = heading === "" ? [] : nameWords(nounOf(heading))
    return words.length > 0 && words.every((word) => asked.includes(word))
  })
  return called.length === 0 ? sections : called
}
