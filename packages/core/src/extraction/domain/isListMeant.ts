/**
 * Whether something says that what repeats on a page is what a list asks for.
 *
 * **Details.** Every page has parts under headings, and many have a table: each of them has a name, and so would be a row of any list of names.
 * They are rows where what stands above them fits the list, where they are called as it is, or where they say what is asked of one of them.
 */
import type { FactGroup, FactSet } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { nameWords } from "./nameWords.ts"
import { speaksOf } from "./relatives.ts"

/** What lists are called that ask for whatever a page has. */
const anything = new Set(
  nameWords(
    "section part heading headline chapter topic item entry entries block paragraph element record row result list content point subject abschnitt kapitel thema punkt eintrag chapitre rubrique partie seccion capitulo tema sezione capitolo"
  )
)

/** What every part of a page says of itself: what it is called, and its text. */
const ofAnyPart = new Set(
  nameWords("name title url link image picture photo thumbnail description id text content body detail note notes")
)

/** How well what stands right above must fit, and what a whole page is called, which may be one thing of many: *the Pro plan*. */
const fitting = { heading: 0.6, page: 0.84, pageOfMany: 0.8 } as const

/** Whether a property asks for what not every part of a page has. @internal */
export const asksMore = (name: string): boolean => {
  const words = nameWords(name)
  return !words.every((word) => ofAnyPart.has(word)) && !speaksOf(words, "description") && !speaksOf(words, "title")
}

/** What a page is headed. @internal */
export const titleOf = ({ facts }: FactSet): string => {
  const title = facts.find(({ name, source }) => name === "title" && source === "heading")
  return title === undefined ? "" : String(title.value)
}

/** What stands before a noun and says nothing of it: *Meet our team*. */
const before =
  /(?<!\p{L})(?:meet|our|your|my|all|unsere?[mnrs]?|nos|notre|nuestr[oa]s?|i nostri|le nostre|onze|as)(?!\p{L})/giu

/** What pages say in place of a noun. */
const saidFor: ReadonlyArray<readonly [said: RegExp, noun: string]> = [
  [/^(?:what we (?:do|offer)|how we (?:can )?help)\W*$/i, "services"],
  [/^(?:join (?:us|(?:our|the) team)|work (?:with|for|at) \S.*)\W*$/i, "jobs"],
  [/^(?:who we are|the people behind .+|who(?:'s| is) who)\W*$/i, "team"],
  [/^(?:why (?:choose )?us|what you get|what(?:'|’)s (?:included|inside)|highlights)\W*$/i, "features"]
]

/** A heading as the noun that it says. @internal */
export const nounOf = (heading: string): string =>
  saidFor.find(([said]) => said.test(heading.trim()))?.[1] ?? heading.replace(before, " ").trim()

/** The last part of an address, as words: `/our-team`. */
const pathOf = (url: string): string =>
  (/\/([^/?#]+)\/?(?:[?#]|$)/.exec(url.replace(/^\w+:\/\/[^/]*/, ""))?.[1] ?? "").replace(/\.\w+$|[_+-]|%20/g, " ")

/** Whether most things are called by the noun of the list: *Module 1: Waves*. */
const areCalledSo = (filling: Filling, field: Field, { items }: FactGroup): boolean => {
  const things = items.slice(0, 12)
  const named = things.filter((thing) => {
    const words = filling.labelOf({ ...empty, name: titleOf(thing) }).name
    return field.words.name.every((word) => words.includes(word))
  })
  return named.length * 2 > things.length
}

const empty = { name: "", value: "", source: "heading", context: "", quote: "" } as const

/** Where a list is looked for. */
interface Page {
  readonly set: FactSet
  readonly url: string
}

/** Whether a page is called as the list is, by its heading or its address. @internal */
export const isPageOf = (filling: Filling, field: Field, { set, url }: Page): boolean => {
  const fits = (name: string, least: number) => name !== "" && filling.match(field, { ...noGroup, name }) >= least
  const title = nounOf(titleOf(set))
  // *Release notes* are several, and *Harbour Hotel* is one.
  return fits(title, /s$/i.test(title) ? fitting.pageOfMany : fitting.page) || fits(pathOf(url), fitting.page)
}

const noGroup: FactGroup = { name: "", source: "block", context: "", items: [] }

/** Whether what stands around a group is called as the list is. @internal */
export const isAbove = (filling: Filling, field: Field, { context, name }: FactGroup, page: Page): boolean =>
  [nounOf(name), ...context.split(" ")].some(
    (one) => one !== "" && filling.match(field, { ...noGroup, name: one }) >= fitting.heading
  ) || isPageOf(filling, field, page)

/** Whether the first column of a table is called as the list is, or as what its things are called by. */
const isColumn = (filling: Filling, field: Field, names: ReadonlyArray<Field>, { items }: FactGroup): boolean => {
  const first = items[0]?.facts.find(({ name, source }) => source === "table" && name !== "title")
  // A column without a name says nothing else.
  if (first === undefined || first.name === "" || items[0]!.facts[0] !== first) return true
  return [field, ...names].some((one) => filling.match(one, first) >= fitting.heading)
}

/**
 * `told` are how many rows of those looked at say what not every part of a page has.
 *
 * @internal
 */
export const isListMeant = (
  filling: Filling,
  field: Field,
  names: ReadonlyArray<Field>,
  group: FactGroup,
  page: Page,
  told: { readonly rows: number; readonly more: number }
): boolean => {
  const { areParts = false } = group
  if (!areParts && group.source !== "table") return true
  if (told.more * 2 > told.rows) return true
  if (field.words.name.some((word) => anything.has(word))) return true
  if (!areParts && isColumn(filling, field, names, group)) return true
  return isAbove(filling, field, group, page) || areCalledSo(filling, field, group)
}
