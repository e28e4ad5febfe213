/** The brand that a name means. */
import { Effect } from "effect"
import { BrandStore } from "./BrandStore.ts"
import type { BrandEntry, FieldTeller } from "./domain/BrandEntry.ts"
import { withoutLegalForm } from "./domain/companyName.ts"
import { joinedName, wordsOf } from "./domain/searchTerms.ts"

/** Whether a list knows who is there by more than how popular it is, and not the site alone. */
export const isListed = ({ ids, told }: BrandEntry): boolean =>
  ids.length > 0 || Object.values(told).some((one) => one !== undefined && !unlisting.has(one.by))

const unlisting: ReadonlySet<FieldTeller> = new Set(["read", "tranco", "majestic", "umbrella"])

/** Whether nobody but its own site calls it so: neither a list nor its domain. */
const isSelfNamed = (entry: BrandEntry, name: string): boolean => {
  const called = joinedName(name)
  return (
    entry.told.name?.by === "read" &&
    joinedName(entry.domain.split(".")[0] ?? "") !== called &&
    !entry.aliases.some((one) => joinedName(one) === called)
  )
}

/**
 * One that a list ranked before any that nobody did, whatever that says of itself; of those that nobody ranked, one that a list knows, and
 * then one whose domain is its name. Of equals that of the country, unless that alone says that it is called so.
 */
const first = (
  entries: ReadonlyArray<BrandEntry>,
  country: string | null,
  name: string | null = null
): BrandEntry | undefined => {
  const isOwn = (entry: BrandEntry) => name !== null && isSelfNamed(entry, name)
  const ways: ReadonlyArray<(entry: BrandEntry) => boolean> = [
    ({ rank }) => rank !== null,
    isListed,
    (entry) => !isOwn(entry)
  ]
  const equals = ways.map((way) => entries.filter(way)).find(({ length }) => length > 0) ?? entries
  const [best] = equals
  const isThere = (entry: BrandEntry) => country !== null && entry.country === country.toUpperCase()
  return equals.find((entry) => isThere(entry) && (!isOwn(entry) || (best !== undefined && isOwn(best)))) ?? best
}

const searchIn = (field: "domain" | "name", query: string) => ({
  ...{ query, isPrefix: false, fields: [field], typos: 0, country: null, language: null }
})

/** Of brands whose name no list says, the most popular that has it as its domain. */
export const findAtDomain = Effect.fnUntraced(function* (name: string) {
  const label = joinedName(name)
  const found = yield* (yield* BrandStore).search(searchIn("domain", label))
  return found.find(
    ({ domain, name: called, rank, told }) =>
      (called === null || told.name?.by === "read") && rank !== null && domain.split(".")[0] === label
  )
})

/**
 * Whether a brand without a name is meant rather than one that has it: lists name the shop of one country and not the brand itself, and
 * a site may give itself any name.
 */
const isRather = (atDomain: BrandEntry, called: BrandEntry, name: string): boolean => {
  if (called.rank === null) return called.source === "read"
  if (isSelfNamed(called, name)) return (atDomain.rank ?? Infinity) < called.rank
  const label = joinedName(atDomain.domain.split(".")[0] ?? "")
  return (atDomain.rank ?? Infinity) < called.rank && joinedName(called.domain.split(".")[0] ?? "") === label
}

/** A brand of exactly this name. */
export const findExactly = Effect.fnUntraced(function* (name: string, country: string | null) {
  const called = first(yield* (yield* BrandStore).byName(name), country, name)
  const isThere = country !== null && called?.country === country.toUpperCase()
  if (called === undefined || (isThere && !isSelfNamed(called, name))) return called
  const atDomain = yield* findAtDomain(name)
  return atDomain !== undefined && isRather(atDomain, called, name) ? atDomain : called
})

/** A brand whose own name has all of these words: what it is called besides may name who makes it. */
export const findByWords = Effect.fnUntraced(function* (words: string, country: string | null) {
  const asked = wordsOf(words)
  const found = yield* (yield* BrandStore).search(searchIn("name", words))
  const hasAll = ({ name }: BrandEntry) => {
    const own = new Set(wordsOf(name ?? ""))
    return asked.every((word) => own.has(word))
  }
  return first(found.filter(hasAll), country)
})

/** What may be meant, the likeliest first: exact names before others, and the whole name before the name without its legal form. */
const waysOf = (name: string, country: string | null) => {
  const short = withoutLegalForm(name)
  const names = short === null ? [name] : [name, short]
  return [
    ...names.map((one) => findExactly(one, country)),
    ...names.map(findAtDomain),
    // What is left of "Honest Co" is one word, which many longer names have.
    ...names.filter((one) => one === name || wordsOf(one).length > 1).map((one) => findByWords(one, country))
  ]
}

/** A brand of this name, with or without its legal form, or at the domain that it would be, or else one whose name has all of its words. */
export const findCalled = Effect.fnUntraced(function* (name: string, country: string | null) {
  for (const way of waysOf(name, country)) {
    const found = yield* way
    if (found !== undefined) return found
  }
  return undefined
})
