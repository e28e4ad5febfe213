/**
 * The words by which brands are found. Case and accents do not count, nor do hyphens in a domain.
 *
 * Threads without `effect` use this.
 */

import { normalized } from "../../paging/domain/normalized.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** Longest word that is looked for and kept, in characters. */
const maxWordLength = 100

/** Words of one name that are kept. */
const maxWords = 30

/** Letters that are no other letter with a mark, as they are written without them. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i"
}

/** The text without case and marks. */
export const fold = (text: string): string =>
  normalized(text, "NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßøłđðþæœı]/g, (letter) => spelledOut[letter] ?? letter)

const cut = (word: string): string =>
  word.length <= maxWordLength ? word : Array.from(word).slice(0, maxWordLength).join("")

/** The words of a text; an apostrophe joins what stands around it. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  fold(text.replace(/['’‘`´]/g, ""))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(cut)

const joinedOf = (words: ReadonlyArray<string>): string => cut(words.join(""))

/** Characters that can be among those words, with what stands between them. */
const longestJoined = 4_000

/** A name without what stands between its words, as exact names are compared. */
export const joinedName = (name: string): string => joinedOf(wordsOf(name.slice(0, longestJoined)).slice(0, maxWords))

/** What a brand is called. */
export interface Named {
  readonly domain: string
  readonly name: string | null
  readonly aliases: ReadonlyArray<string>
}

/** All names of a brand. */
export const namesOf = ({ aliases, name }: Pick<Named, "aliases" | "name">): ReadonlyArray<string> =>
  name === null ? aliases : [name, ...aliases]

/** The words of its names, and each name as one word. */
export const nameTerms = (brand: Pick<Named, "aliases" | "name">): ReadonlyArray<string> => {
  const terms = namesOf(brand).flatMap((name) => {
    const words = wordsOf(name).slice(0, maxWords)
    return words.length > 1 ? [...words, joinedOf(words)] : words
  })
  return [...new Set(terms)]
}

/** Letters, digits and dots alone. */
const dotted = (text: string): string => cut(fold(text).replace(/[^\p{L}\p{N}.]+/gu, ""))

/** A domain whole, and its first label; neither has hyphens. */
export const domainTerms = (domain: string): ReadonlyArray<string> => {
  const whole = dotted(domain)
  const [label = ""] = whole.split(".")
  return label === "" || label === whole ? [whole] : [whole, label]
}

/** Where a brand is found by a word. */
export type SearchField = "name" | "domain"

/** Words by where they stand. */
export type Terms = Readonly<Record<SearchField, ReadonlyArray<string>>>

/** The terms of a brand. */
export const termsOf = (brand: Named): Terms => ({
  name: nameTerms(brand),
  domain: domainTerms(brand.domain)
})

/** What somebody looks for. */
export interface AskedTerms {
  /** Words that all must be among those of a name. */
  readonly words: ReadonlyArray<string>
  /** The same as one word, which alone is enough. */
  readonly joined: string
  /** What a domain must be like. */
  readonly domain: string
}

const address =
  /^(?:mailto:|[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/?#@]*@)?(?:www\.)?([^\s/?#@:]*\.\p{L}[\p{L}\p{N}-]+)\.?(?::\d+)?(?:[/?#]\S*)?$/iu

/** As a domain is kept, however it is written. */
const asciiOf = (host: string): string => parseUrl(`http://${host}`)?.hostname ?? host

/** Reads what somebody typed; of an address, of a page or for mail, its host alone counts. */
export const askedTerms = (query: string): AskedTerms => {
  const [, host] = address.exec(query.trim()) ?? []
  const words = wordsOf(host ?? query)
  return { words, joined: joinedOf(words), domain: dotted(host === undefined ? query : asciiOf(host)) }
}

/**
 * What is searched for, each where nothing is found by the one before. Brands stand under registered names, which `registrable` tells of
 * hosts: of an address that name alone counts. A host by itself is taken as it is typed first, since names have dots too, as
 * *U.S.Bank* has, and the last word of it may be the beginning of one.
 */
export const searchedFor = (query: string, registrable: (host: string) => string | null): ReadonlyArray<string> => {
  const typed = query.trim()
  const [, host] = address.exec(typed) ?? []
  const name = host === undefined ? null : registrable(asciiOf(host))
  if (host === undefined || name === null) return [query]
  const labels = host.split(".")
  const registered = labels.slice(-name.split(".").length)
  if (registered.length === labels.length) return [query]
  const isAlone = typed.replace(/^www\.|\.$/gi, "") === host
  return isAlone ? [query, registered.join(".")] : [registered.join(".")]
}
