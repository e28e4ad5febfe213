/** Names of companies as registers write them, so that they can be told to be those of brands. Threads without `effect` use this. */
import { joinedName, wordsOf } from "./searchTerms.ts"

const legalForms: ReadonlySet<string> = new Set([
  ...["inc", "incorporated", "corp", "corporation", "co", "company", "ltd", "limited", "plc", "llc", "lp", "llp"],
  ...["sa", "ag", "nv", "se", "spa", "ab", "asa", "oyj", "gmbh", "kgaa", "kg", "bv"]
])

const articles: ReadonlySet<string> = new Set(["the", "a", "an", "der", "die", "das", "la", "le", "les", "el", "il"])

/** Characters of what may be a company's name that are looked at: pages and registers write what they like where names stand. */
export const longestName = 300

/** The state of a company that a register writes behind its name, such as `/DE/`. What parts it begins once, however long it is. */
const state = /(?<!\s)\s*[\\/][A-Za-z]{2,5}[\\/]?$/

/** The name as one word, when it has words enough not to be that of somebody else; null otherwise. */
export const wholeName = (name: string): string | null => (wordsOf(name).length < 2 ? null : joinedName(name))

/** `S.A.` and `S.p.A.` as `SA` and `SpA`. */
const undotted = (name: string): string =>
  name.replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,4}/gu, (letters) => letters.replaceAll(".", ""))

/** The words of a name without its legal form. */
const shortWords = (name: string): ReadonlyArray<string> => {
  const words = [...wordsOf(undotted(name.trimEnd().replace(state, "")))]
  // What is left of `The Limited` without its form is no name.
  const least = articles.has(words[0] ?? "") ? 2 : 1
  while (words.length > least && legalForms.has(words.at(-1)!)) words.pop()
  return words
}

/** Forms that stand before or behind a name without a space. */
const joinedForms =
  /^\s*(?:株式会社|有限会社|合同会社|㈱|주식회사)\s*|(?:(?<!\s)\s+)?(?:株式会社|有限会社|合同会社|㈱|股份有限公司|有限责任公司|有限公司|주식회사)\s*$/gu

/** The name without its legal form; null where it has none. */
export const withoutLegalForm = (written: string): string | null => {
  const name = written.slice(0, longestName)
  const parted = name.replace(joinedForms, "")
  if (parted !== name && parted.trim() !== "") return parted.trim()
  const words = shortWords(name)
  return words.length < wordsOf(name).length ? words.join(" ") : null
}

/** A domain that a company may have by its name, and the name that a brand there must have. */
export interface GuessedDomain {
  readonly domain: string
  /** Null when the name says the domain itself, as *Amazon Com Inc* does. */
  readonly name: string | null
}

/** Where a listed company would be if its name were its domain; null where no domain has such letters. */
export const guessedDomain = (name: string): GuessedDomain | null => {
  const words = shortWords(name.slice(0, longestName))
  const saysSo = words.length > 1 && words.at(-1) === "com"
  const label = joinedName((saysSo ? words.slice(0, -1) : words).join(" "))
  if (!/^[a-z0-9]{2,60}$/.test(label)) return null
  return { domain: `${label}.com`, name: saysSo ? null : label }
}
