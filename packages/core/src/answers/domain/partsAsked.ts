/**
 * What of theirs a question calls as their pages do, by words that are no names elsewhere: a plan called *Enterprise*, the *opening night* of an
 * exhibition, a *double room* beside a single one.
 */
import { contentTerms } from "../../extraction/domain/choosePassages.ts"
import type { FactSheet } from "../../extraction/domain/FactSheet.ts"
import { isTitle } from "../../extraction/domain/isStatement.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"

/** Names of one task that are looked for on pages. */
const mostNames = 8

const offer =
  "(?:plans?|tiers?|editions?|packages?|subscriptions?|tarife?|pakete?|abos?|offres?|forfaits?|planes)(?!\\p{L})"

/** *the Enterprise plan*, *Enterprise-Tarif*: one of several things that somebody offers. */
const offeredName = new RegExp(String.raw`(?<=[\p{L}\p{N},]\s)(?<name>\p{Lu}[\p{L}\p{N}]*)(?:\s|-)${offer}`, "giu")

/** A word with a capital that begins no sentence; behind an article it is a noun of German. */
const capital =
  /(?<=[\p{L}\p{N},]\s)(?<!(?:^|\s)(?:the|an?|our|your|this|de[rmns]|d(?:ie|as)|eine?[rmns]?|l[ae]s?)\s)(?<name>\p{Lu}[\p{L}\p{N}]+)(?![\p{L}\p{N}])/gu

const namesIn = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(form)].flatMap(({ groups = {} }) => groups["name"] ?? []).filter((name) => /^\p{Lu}/u.test(name))

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Whether a page has a line of nothing but a name, or a row that begins with it: it is a heading, or one of several things. */
const isLineIn = (sheets: ReadonlyArray<FactSheet>, name: string): boolean => {
  const line = new RegExp(String.raw`^[ \t]*${escaped(name)}[ \t]*(?:$|\|)`, "imu")
  return sheets.some(({ text }) => line.test(text))
}

/**
 * Words of names that are too common for a name elsewhere, and here are that of one of their things: a plan may be called *Enterprise*. The task
 * is one without addresses.
 *
 * @internal
 */
export const commonNames = (task: string, sheets: ReadonlyArray<FactSheet>): ReadonlySet<string> => {
  const lines = [...new Set(namesIn(task, capital))].slice(0, mostNames).filter((name) => isLineIn(sheets, name))
  return new Set([...namesIn(task, offeredName), ...lines].flatMap(contentTerms))
}

/** The part of something that is asked of: *the opening night of Sails*. */
const partOf =
  /(?<!\p{L})(?:the|der|die|das|la|le|el)\s(?<part>(?:[\p{L}\p{N}-]+\s){1,3})(?:of|for|von|der|des|zu|de|du|pour|del|para)\s(?:the\s|an?\s)?["“„«]?(?=\p{Lu})/gu

/** Terms of such parts that pages have under a heading of their own. @internal */
export const partsIn = (text: string, sheets: ReadonlyArray<FactSheet>): ReadonlyArray<string> =>
  [...text.matchAll(partOf)].flatMap(({ groups = {} }) => {
    const part = groups["part"]?.trim() ?? ""
    return isLineIn(sheets, part) ? contentTerms(part) : []
  })

/** Headings of a page that are looked at, characters of one, and the fewest words and most of one that has two parts. */
const ofHeadings = { most: 200, length: 60, fewest: 2, words: 5 } as const

/** A question, or what an article is called, calls no thing: what stands below it may be of any. */

const headingsOf = ({ headings = [], text }: FactSheet): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = text.split("\n")
  return headings
    .filter(({ level }) => level > 0)
    .slice(0, ofHeadings.most)
    .map(({ line }) => lines[line] ?? "")
    .filter((text) => text.length <= ofHeadings.length && !text.includes("?") && !isTitle(text))
    .map((text) => text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [])
    .filter(({ length }) => length >= ofHeadings.fewest && length <= ofHeadings.words)
}

/** The terms of headings of one page that call things of one kind, such as *Single room* and *Double room*. @internal */
export const kindredIn = (sheet: FactSheet): ReadonlyArray<ReadonlyArray<string>> => {
  const headings = headingsOf(sheet)
  const ends = new Map<string, Set<string>>()
  const endsOf = ([first = "", ...others]: ReadonlyArray<string>) =>
    isStopWord(first) ? [`… ${others.at(-1)}`] : [`${first} …`, `… ${others.at(-1)}`]
  for (const words of headings) {
    for (const end of endsOf(words)) ends.set(end, (ends.get(end) ?? new Set<string>()).add(words.join(" ")))
  }
  return headings
    .filter((words) => endsOf(words).some((end) => (ends.get(end)?.size ?? 0) > 1))
    .map((words) => contentTerms(words.join(" ")))
    .filter(({ length }) => length >= ofHeadings.fewest)
}

/** The one of several things of a kind that a question calls as a heading does, without a capital. @internal */
export const kindAsked = (
  terms: ReadonlySet<string>,
  kindred: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const asked = new Map(
    kindred.filter((one) => one.every((term) => terms.has(term))).map((one) => [one.toSorted().join(" "), one])
  )
  const [only = [], another] = asked.values()
  return another === undefined ? only : []
}
