/** Which of the things that a page lists a task names, as one of its plans: what it asks is asked of that one. */
import { fold } from "../../search/domain/indexTerms.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"
import type { FactGroup, FactSet } from "./FactSheet.ts"

/** Characters of a name, and of a task in which it is looked for; things that are looked at on one page. */
const limits = { name: 60, task: 4_000, items: 5_000 } as const

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
  const whole = named.filter(({ name }) => !named.some((other) => other.name !== name && other.name.includes(name)))
  return whole.length === 1 ? whole[0]!.item : undefined
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
