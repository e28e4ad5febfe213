/** Names of fields and labels of pages as words that can be compared. */
import { normalized } from "../../paging/domain/normalized.ts"

/** Longest name whose words are told apart, and most words of one. */
const maxNameLength = 200
const maxWords = 24

const plain = (text: string): string =>
  normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()

/** Words that say nothing of what is meant. */
const empty = new Set(
  "a an the of to in on at for and or is are by with per from der die das des dem den und oder ein eine von zu zum im am le la les de du des un une et ou el los las del y o il lo gli e di da i het een van en".split(
    " "
  )
)

const ending = /(?:ies|ing|ings|es|s|e|y)$/

/** Words that without their ending are another: a heading is no head. */
const whole: ReadonlyMap<string, string> = new Map(
  Object.entries({ heading: "heading", headings: "heading", building: "building", buildings: "building" })
)

/** A word without the endings that its forms differ in: all of them, so that a plural and its singular come to the same. */
const stemOf = (word: string): string => {
  if (!/^[a-z]+$/.test(word)) return word
  const kept = whole.get(word)
  if (kept !== undefined) return kept
  let stem = word
  for (let next = stem.replace(ending, ""); next !== stem && next.length >= 3; next = stem.replace(ending, ""))
    stem = next
  return stem
}

/**
 * The words of a name, whether it is written `camelCase`, `snake_case` or as a label, in the stems that their forms share.
 *
 * @internal
 */
export const nameWords = (name: string): ReadonlyArray<string> => {
  const parted = name
    .slice(0, maxNameLength)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    // Without the small word they are the same.
    .replace(/\bcheck[\s_-]?(in|out)\b/giu, "check$1")
  const words = (plain(parted).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)
  const telling = words.filter((word) => !empty.has(word))
  return (telling.length > 0 ? telling : words).map(stemOf)
}

/** The same of words that are written already as they should be compared. @internal */
export const stemmed = (words: string): ReadonlyArray<string> => words.split(" ").map((word) => stemOf(plain(word)))
