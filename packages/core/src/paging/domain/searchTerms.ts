/** How free text is cut into words, alike for what is stored and what is looked for. */
import { normalized } from "./normalized.ts"

/** Most words of one text that can be searched. */
const maxTerms = 500

/** The words of a text in lower case: runs of letters and digits of any script. */
export const searchTerms = (text: string): ReadonlyArray<string> =>
  [...new Set(normalized(text.toLowerCase(), "NFKC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])].slice(0, maxTerms)
