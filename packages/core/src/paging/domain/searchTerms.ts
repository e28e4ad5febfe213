/** How free text is cut into words, alike for what is stored and what is looked for. */
import { normalized } from "./normalized.ts"

/** Most words of one text that can be searched. */
const maxTerms = 500

const evenly = (text: string): string => normalized(text.toLowerCase(), "NFKC")

/** The words of a text in lower case: runs of letters and digits of any script. */
export const searchTerms = (text: string): ReadonlyArray<string> =>
  [...new Set(evenly(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])].slice(0, maxTerms)

/** What is looked for: the words of what somebody asks for. Signs alone, such as `€`, are no words: no word matches them, and not every one. */
export const askedTerms = (asked: string): ReadonlyArray<string> => {
  const words = searchTerms(asked)
  const signs = evenly(asked).trim()
  return words.length > 0 || signs === "" ? words : [signs]
}
