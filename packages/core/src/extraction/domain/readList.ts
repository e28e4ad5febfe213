/** Lists that stand as a sentence: plain ones alone, whose words say what they are lists of. */
import { isStopWord } from "../../search/domain/stopWords.ts"
import { contentTerms, type Passage } from "./choosePassages.ts"

/** Items of a list, and characters of one. */
const limits = { fewest: 3, most: 30, length: 40 } as const

/** What is asked for by a list. */
export interface WantedList {
  /** Terms of the field: what it is a list of. */
  readonly own: ReadonlySet<string>
  /** Terms of the task. */
  readonly task: ReadonlySet<string>
  /** Terms that some sentence of the pages has. */
  readonly isSaid: (term: string) => boolean
}

/** What is no statement, says that something is not, names examples alone, or has more to it than a list. */
const reservations =
  /[?;()]|\b(?:not|never|no|cannot|neither|without|except|unless|if|when|until|soon|formerly|ignore|such as|for example|e\.g|including|include|like|nicht|kein(?:e[mnrs]?)?|nie|ohne|außer|wie|bald|pas|jamais|aucune?|sans|sauf|comme|bientôt)\b|n['’]t\b/iu

/** Ends of lists that are not whole. */
const further = /\b(?:more|others?|etc|many|several|mehr|andere|weitere|viele|autres?|plus|encore)\b/iu

const article = /^(?:an?|the|eine?n?|der|die|das|une?|les?|la)\s+/iu

/** A name as items have it: words with capitals or figures alone. */
const name = /^(?:\p{Lu}[\p{L}\p{N}.’'+&-]*|\p{N}+)(?:\s(?:\p{Lu}[\p{L}\p{N}.’'+&-]*|\p{N}+))*$/u

const lastName = /(?<=\s)(?:\p{Lu}[\p{L}\p{N}.’'+&-]*)(?:\s(?:\p{Lu}[\p{L}\p{N}.’'+&-]*|\p{N}+))*$/u

const lastThing = /(?<=\s)an?\s[\p{Ll}\p{N}-]+(?:\s[\p{Ll}\p{N}-]+){0,2}$/u

/** Words of a kind, which a sentence need not say where it says all else that is asked for. */
const kinds = new Set(contentTerms("type kind option format method"))

const itemsOf = (text: string): ReadonlyArray<string> =>
  text.split(/,\s+(?:(?:and|or|und|oder|et|ou)\s+)?|(?<!\s)\s+(?:and|or|und|oder|et|ou)\s+/u).map((item) => item.trim())

interface Enumeration {
  /** What stands before the items. */
  readonly before: string
  readonly items: ReadonlyArray<string>
}

/** The list that a sentence ends with. */
const enumerationIn = (sentence: string): Enumeration | null => {
  const plain = sentence.replace(/[.!]$/, "").trim()
  const labelled = /^([^:,]{3,100}):\s+(.{3,500})$/u.exec(plain)
  if (labelled !== null) return { before: labelled[1]!, items: itemsOf(labelled[2]!) }
  // The last two of a sentence are joined by a word: what has commas alone may be anything.
  const [first = "", ...others] = itemsOf(plain)
  if (others.length >= limits.most || others.some((one) => one.length > limits.length)) return null
  const comma = plain.lastIndexOf(",")
  if (comma < 0 || !/\s(?:and|or|und|oder|et|ou)\s/u.test(plain.slice(comma))) return null
  for (const begin of [lastName, lastThing]) {
    // No more is looked at than an item may be long.
    const [item] = begin.exec(first.slice(-limits.length - 1)) ?? []
    if (item === undefined) continue
    const items = [item, ...others]
    const isAlike = begin === lastName ? items.every((one) => name.test(one)) : items.every((one) => article.test(one))
    if (isAlike)
      return { before: first.slice(0, -item.length).trim(), items: items.map((one) => one.replace(article, "")) }
  }
  return null
}

const opening =
  /^["'“„«]?(?:we|our|it|its|there|every|each|all|the|this|these|wir|unsere?|es|nous|notre|nos|il|elle)$/iu

/** Whether nobody is named who is not asked about: what another has is no answer. */
const isOfWhomIsAsked = (before: string, { own, task }: WantedList): boolean => {
  const isAsked = (word: string) => contentTerms(word).every((term) => own.has(term) || task.has(term))
  return before.split(/\s+/u).every((word, at) => {
    if (!/^["'“„«]?\p{Lu}/u.test(word)) return true
    return isAsked(word) || (at === 0 && (opening.test(word) || isStopWord(word.toLowerCase())))
  })
}

/** Whether two words are of one root: integrations and what integrates. */
const isAkin = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 5 && (one.startsWith(other) || other.startsWith(one)))

/**
 * The items that a sentence lists of what is asked for; null where it lists nothing, or something else. What stands before them has every
 * term of the field that any page has.
 */
export const readList = (wanted: WantedList, { terms, text }: Passage): ReadonlyArray<string> | null => {
  const telling = [...wanted.own].filter((term) => !kinds.has(term))
  const isIn = (all: ReadonlySet<string>, term: string) =>
    all.has(term) || Array.from(all).some((one) => isAkin(one, term))
  if (telling.length === 0 || !telling.every((term) => isIn(terms, term))) return null
  if (reservations.test(text)) return null
  const found = enumerationIn(text)
  if (found === null || !isOfWhomIsAsked(found.before, wanted)) return null
  const { before, items } = found
  const said = new Set(contentTerms(before))
  const isTold = (term: string) => isIn(said, term) || (kinds.has(term) && !wanted.isSaid(term))
  if (![...wanted.own].every(isTold)) return null
  const isFine = (item: string) => item !== "" && item.length <= limits.length && !further.test(item)
  const isList = items.length >= limits.fewest && items.length <= limits.most && items.every(isFine)
  return isList && new Set(items).size === items.length ? items : null
}
