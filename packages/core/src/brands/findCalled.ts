/** The brand that a name means. */
import { Effect } from "effect"
import { BrandStore } from "./BrandStore.ts"
import type { BrandEntry } from "./domain/BrandEntry.ts"
import { withoutLegalForm } from "./domain/companyName.ts"
import { joinedName } from "./domain/searchTerms.ts"

/** One that a list ranked before any that nobody did, whatever that says of itself; of equals that of the country. */
const first = (entries: ReadonlyArray<BrandEntry>, country: string | null): BrandEntry | undefined => {
  const ranked = entries.filter(({ rank }) => rank !== null)
  const equals = ranked.length > 0 ? ranked : entries
  return equals.find((entry) => country !== null && entry.country === country.toUpperCase()) ?? equals[0]
}

const searchIn = (field: "domain" | "name", query: string) => ({
  ...{ query, isPrefix: false, fields: [field], typos: 0, country: null, language: null }
})

/** A brand of exactly this name. */
export const findExactly = Effect.fnUntraced(function* (name: string, country: string | null) {
  return first(yield* (yield* BrandStore).byName(name), country)
})

/** A brand whose name has all of these words. */
export const findByWords = Effect.fnUntraced(function* (words: string, country: string | null) {
  return first(yield* (yield* BrandStore).search(searchIn("name", words)), country)
})

/** Of brands whose name no list says, the most popular that has it as its domain. */
export const findAtDomain = Effect.fnUntraced(function* (name: string) {
  const label = joinedName(name)
  const found = yield* (yield* BrandStore).search(searchIn("domain", label))
  return found.find(
    ({ domain, name: called, rank }) => called === null && rank !== null && domain.split(".")[0] === label
  )
})

/** What may be meant, the likeliest first: the whole name before the name without its legal form, and exact ones before others. */
const waysOf = (name: string, country: string | null) => {
  const short = withoutLegalForm(name)
  const names = short === null ? [name] : [name, short]
  return [
    ...names.map((one) => findExactly(one, country)),
    ...names.map((one) => findByWords(one, country)),
    ...names.map(findAtDomain)
  ]
}

/** A brand of this name, with or without its legal form, or else one whose name has all of its words, or at the domain that it would be. */
export const findCalled = Effect.fnUntraced(function* (name: string, country: string | null) {
  for (const way of waysOf(name, country)) {
    const found = yield* way
    if (found !== undefined) return found
  }
  return undefined
})
