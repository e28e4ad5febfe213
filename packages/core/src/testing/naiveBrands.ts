/** Search for brands as it is said in words, one brand after the other: what the suite holds every index against. */
import type { BrandEntry } from "../brands/domain/BrandEntry.ts"
import type { BrandSearch } from "../brands/domain/BrandSearch.ts"

/** Typos between a word and every beginning of another: letters left out, put in, mistaken or swapped with their neighbour. */
const distances = (a: string, b: string): ReadonlyArray<number> => {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0))
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      table[i]![j] = Math.min(
        ...[at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)],
        isSwapped ? at(i - 2, j - 2) + 1 : Infinity
      )
    }
  }
  return table[a.length]!
}

const isLike = (asked: string, word: string, { isPrefix, typos }: BrandSearch): boolean => {
  const allowed = Math.min(typos, asked.length < 3 ? 0 : asked.length < 5 ? 1 : 2)
  if (allowed === 0) return isPrefix ? word.startsWith(asked) : word === asked
  const to = distances(asked, word)
  return isPrefix ? to.some((one) => one <= allowed) : to[word.length]! <= allowed
}

const words = (text: string) => text.toLowerCase().split(" ")

const isNamed = (search: BrandSearch, { aliases, name }: BrandEntry): boolean => {
  const names = (name === null ? aliases : [name, ...aliases]).map(words)
  const all = [...names.flat(), ...names.map((one) => one.join(""))]
  const isThere = (asked: string) => all.some((word) => isLike(asked, word, search))
  return words(search.query).every(isThere) || isThere(words(search.query).join(""))
}

const isAt = (search: BrandSearch, { domain }: BrandEntry): boolean =>
  [domain, domain.split(".")[0]!].some((one) => isLike(words(search.query).join(""), one, search))

/** The domains that a search for words of plain letters finds among these brands. */
export const naiveSearch = (entries: ReadonlyArray<BrandEntry>, search: BrandSearch): ReadonlyArray<string> => {
  const asWanted = entries
    .filter(({ country }) => search.country === null || country === search.country)
    .filter(({ language }) => search.language === null || language === search.language)
    .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.domain < b.domain ? -1 : 1))
  const named = search.fields.includes("name") ? asWanted.filter((entry) => isNamed(search, entry)) : []
  const at = search.fields.includes("domain") ? asWanted.filter((entry) => isAt(search, entry)) : []
  return [...named, ...at.filter((entry) => !named.includes(entry))].map(({ domain }) => domain).slice(0, 10)
}
