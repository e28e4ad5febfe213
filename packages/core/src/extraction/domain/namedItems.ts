/** Which of the things that a page lists a task names, as one of its plans: what it asks is asked of that one. */
import { fold } from "../../search/domain/indexTerms.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import { contentTerms } from "./choosePassages.ts"
import type { FactGroup, FactSet } from "./FactSheet.ts"
import { nameWords } from "./nameWords.ts"
import { isSaidAlike, leftOf, type PageCall, saysAll, type ThingsAsked } from "./thingAsked.ts"

/** Characters of a name, and of a task in which it is looked for; things that are looked at on one page, and those that values are asked of. */
const limits = { name: 60, task: 4_000, items: 5_000, things: 8 } as const

/** What things are called by where it is not said first. */
const called = /^(?:name|title|plan|product|tier|edition|model|variant|package|item|service)$/i

const words = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim()

/** A task, to look names up in. */
interface Task {
  readonly plain: string
  /** As it is written: a name of a letter or two is no word of the sentence. */
  readonly written: string
}

const spaced = (text: string): string => ` ${text} `

const isNamedIn = ({ plain, written }: Task, name: string): boolean => {
  const own = words(name)
  if (own === "" || own.split(" ").every(isStopWord)) return false
  if (own.length < 3) return written.includes(spaced(name.trim()))
  return plain.includes(spaced(own))
}

/** What a thing is called: the first text that is said of it, or what is said to be its name. */
const nameOf = ({ facts }: FactSet): string | undefined => {
  const texts = facts.filter(({ value }) => typeof value === "string" && value.length <= limits.name)
  const name = texts.find((fact) => fact.source === "heading" || called.test(fact.name)) ?? texts[0]
  return name === undefined ? undefined : String(name.value)
}

/** The one thing of a group that the task names; of names inside each other the longest. Where it names several it asks of none alone. */
const namedOf = (task: Task, { items }: FactGroup): FactSet | undefined => {
  const named = items.slice(0, limits.items).flatMap((item) => {
    const name = nameOf(item)
    return name !== undefined && isNamedIn(task, name) ? [{ item, name: spaced(words(name)) }] : []
  })
  const [first, ...others] = named.toSorted((one, other) => other.name.length - one.name.length)
  if (first === undefined) return undefined
  return others.every(({ name }) => name !== first.name && first.name.includes(name)) ? first.item : undefined
}

/** The things among `groups` that the task names, one of a group at most. @internal */
export const namedItems = (task: string, groups: ReadonlyArray<FactGroup>): ReadonlyArray<FactSet> => {
  const cut = task.slice(0, limits.task)
  if (cut.trim() === "") return []
  const looked: Task = {
    plain: spaced(words(cut)),
    written: spaced(cut.replace(/[^\p{L}\p{N}+]+/gu, " ").trim())
  }
  return groups.flatMap((group) => namedOf(looked, group) ?? [])
}

/** Figures of a text, such as those of an age. */
const figuresIn = (text: string): ReadonlyArray<string> => text.match(/\d+/g) ?? []

/** The one thing of a group that is called by all of `rest`; `thing` has besides what its page is called by. */
const askedOf = (
  figures: ReadonlySet<string>,
  { rest, thing }: { readonly rest: ReadonlyArray<string>; readonly thing: ReadonlyArray<string> },
  items: ReadonlyArray<{ readonly item: FactSet; readonly name: string; readonly terms: ReadonlyArray<string> }>
): FactSet | undefined => {
  const fitting = items.filter(({ terms }) => saysAll(rest, new Set(terms)))
  const asked = new Set(thing)
  const isAged = (name: string) => figuresIn(name).length > 0 && figuresIn(name).every((one) => figures.has(one))
  // *Students* alone is nearer than *Students with a pass*, and of two ages the one that the task says.
  const closer = [
    fitting,
    fitting.filter(({ terms }) => terms.every((term) => isSaidAlike(term, asked))),
    fitting.filter(({ name }) => isAged(name))
  ]
  return closer.find(({ length }) => length === 1)?.[0]?.item
}

/**
 * The things among `groups` that values are asked of, one of a group at most, though the task may call them otherwise: a student's ticket is in
 * the row of *Students*.
 *
 * @internal
 */
export const askedItems = (
  task: string,
  things: ThingsAsked,
  call: PageCall,
  groups: ReadonlyArray<FactGroup>
): ReadonlyArray<FactSet> => {
  const different = new Map([...things.values()].map((thing) => [thing.join(" "), thing]))
  const asked = [...different.values()]
    .slice(0, limits.things)
    .map((thing) => ({ thing, rest: leftOf(thing, call) }))
    .filter(({ rest }) => rest.length > 0)
  if (asked.length === 0) return []
  const figures = new Set(figuresIn(task.slice(0, limits.task)))
  return groups.flatMap((group) => {
    const items = group.items.slice(0, limits.items).flatMap((item) => {
      const name = nameOf(item)
      // A line with an amount says it itself, and is no name.
      return name === undefined || /\p{Sc}/u.test(name) ? [] : [{ item, name, terms: contentTerms(name) }]
    })
    return asked.flatMap((one) => askedOf(figures, one, items) ?? [])
  })
}

/** What has a site of its own. @internal */
export const sites: ReadonlySet<string> = new Set(
  nameWords(
    "company organization organisation business firm shop store restaurant museum clinic school university hotel practice unternehmen firma entreprise empresa azienda praxis site website"
  )
)

/** Facts of a page that say what it is of, most facts in which they are looked for, and most that are looked at. */
const ofPage = /^(?:name|title|site name|og:site_name|organization|company)$/i
const mostFacts = 2_000
const mostNames = 20

/** Words beside a name that may belong to it, more behind what joins them: *our shop in Berlin*, *the Pro plan of the company*. */
const besideName = 2
const mostBeside = 6
const joins = /^(?:of|at|by|from|in|von|bei|de|du|di|da)$/
const parts = /^(?:and|or|und|oder|et|ou|y|e|o)$/

/** Where what belongs to a name ends on one of its sides; `step` is to the left or to the right. */
const edgeOf = (all: ReadonlyArray<string>, from: number, step: 1 | -1): number => {
  let left = besideName
  let at = from
  for (; left > 0 && Math.abs(at - from) < mostBeside && all[at] !== undefined && !parts.test(all[at]!); at += step)
    left += joins.test(all[at]!) && step > 0 ? 1 : -1
  return at
}

const withoutName = (task: string, name: string): string => {
  const all = task.trim().split(" ")
  const own = name.split(" ")
  const left = [...all]
  for (let at = 0; at + own.length <= all.length; at++) {
    if (own.some((word, index) => all[at + index] !== word)) continue
    left.fill("", edgeOf(all, at - 1, -1) + 1, edgeOf(all, at + own.length, 1))
  }
  return spaced(left.join(" "))
}

/** Whether a task that names a thing speaks of what its page is of too, such as of the company whose plan it is. @internal */
export const namesPageToo = (task: string, page: FactSet, item: FactSet): boolean => {
  const name = words(nameOf(item) ?? "")
  const rest = withoutName(words(task.slice(0, limits.task)), name)
  if (rest.split(" ").some((word) => word !== "" && nameWords(word).some((one) => sites.has(one)))) return true
  const calling = page.facts.slice(0, mostFacts).filter((fact) => ofPage.test(fact.name))
  return calling.slice(0, mostNames).some(({ value }) => {
    if (typeof value !== "string" || value.length > limits.name) return false
    const own = words(value)
    return own.length > 2 && own !== name && !own.split(" ").every(isStopWord) && rest.includes(spaced(own))
  })
}

/** Whether the path of a property says that it is of the thing: `/pro_name`, `/plan/name`. @internal */
export const isOfItem = (path: string, item: FactSet): boolean => {
  const said = nameWords(path)
  const own = nameWords(nameOf(item) ?? "")
  return said.some((word) => own.includes(word) || kinds.has(word))
}

const kinds = new Set(nameWords("plan product tier edition model variant package item service"))
